import { nodeAt } from '../../spec/trace.ts';
import { membersOf, partsOf } from './members.ts';

type Json = Record<string, unknown>;

/**
 * A body without its nulls in members for which the contract names none: HTTP-15 leaves it open that they are absent. What no schema
 * speaks of stays.
 *
 * @param json the contract
 * @param pointer where the body's schema is
 */
export function withoutNulls(body: unknown, json: Json, pointer: string): unknown {
  const read = (value: unknown, parts: readonly Json[]): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items = parts.flatMap(({ items }) => (items ? partsOf(json, items as Json) : []));
      return items.length === 0 ? value : value.map((item) => read(item, items));
    }
    const members = membersOf(parts);
    if (!members) return value;
    const entries = Object.entries(value).map(([name, member]) => {
      const schemas = members.get(name)?.flatMap((schema) => partsOf(json, schema)) ?? [];
      return { name, member, schemas };
    });
    const stays = entries.filter(
      ({ member, schemas }) => member !== null || schemas.length === 0 || schemas.some(isNullable),
    );
    return Object.fromEntries(stays.map(({ name, member, schemas }) => [name, read(member, schemas)]));
  };
  return read(body, partsOf(json, nodeAt(json, pointer) as Json));
}

function isNullable({ type }: Json): boolean {
  return [type].flat().includes('null');
}
