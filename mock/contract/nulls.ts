import type { Json } from '../../spec/json.ts';
import { nodeAt } from '../../spec/trace.ts';
import { membersOf, partsOf } from './members.ts';

/** Where the schema of a body is: the contract itself, whatever a deployment makes of it, and a pointer into that. */
export interface DescribedBody {
  json: Json;
  pointer: string;
}

/** What null is in members for which the contract names none. */
export type NullReading = 'refused' | 'absent' | 'absentTexts';

/**
 * A body without its nulls in members for which the contract names none, all of them or those of texts: HTTP-15 leaves it open that they
 * are absent. What no schema speaks of stays.
 */
export function withoutNulls(body: unknown, { json, pointer }: DescribedBody, reading: NullReading): unknown {
  const isAbsent = (schemas: readonly Json[]) =>
    !schemas.some(isNullable) && (reading === 'absent' || schemas.some(isText));
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
      ({ member, schemas }) => member !== null || schemas.length === 0 || !isAbsent(schemas),
    );
    return Object.fromEntries(stays.map(({ name, member, schemas }) => [name, read(member, schemas)]));
  };
  return read(body, partsOf(json, nodeAt(json, pointer) as Json));
}

function isText({ type }: Json): boolean {
  return [type].flat().includes('string');
}

function isNullable({ type }: Json): boolean {
  return [type].flat().includes('null');
}
