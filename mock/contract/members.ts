import type { Json } from '../../spec/json.ts';
import { follow, nodeAt } from '../../spec/trace.ts';

/** Where the schema of a body is: in which document, and a pointer into that. */
export interface DescribedBody {
  json: Json;
  pointer: string;
}

/** The schemas that judge one value together: a schema, what it refers to, and what it is made of. */
export function partsOf(json: Json, schema: Json): Json[] {
  const referred = '$ref' in schema ? [follow(json, schema, '$ref') as Json] : [];
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => (schema[keyword] as Json[] | undefined) ?? []);
  return [schema, ...[...referred, ...branches].flatMap((part) => partsOf(json, part))];
}

/** The members that the parts of a schema name, each with its schemas; undefined when any other may stand beside them. */
export function membersOf(parts: readonly Json[]): Map<string, Json[]> | undefined {
  const isOpen = parts.some(({ additionalProperties: other }) => other !== undefined && other !== false);
  const members = new Map<string, Json[]>();
  for (const { properties = {} } of parts) {
    for (const [name, schema] of Object.entries(properties as Record<string, Json>))
      members.set(name, [...(members.get(name) ?? []), schema]);
  }
  return isOpen || members.size === 0 ? undefined : members;
}

/** Whether a schema allows values of a type, as one of several or alone. */
export function hasType({ type }: Json, wanted: string): boolean {
  return [type].flat().includes(wanted);
}

/**
 * A body with each member as `read` says, by the schemas that judge it; one that becomes undefined is left out. What no schema speaks of
 * stays.
 */
export function mapMembers(
  body: unknown,
  { json, pointer }: DescribedBody,
  read: (member: unknown, schemas: readonly Json[], isRequired: boolean) => unknown,
): unknown {
  const visit = (value: unknown, parts: readonly Json[]): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items = parts.flatMap((part) => (part.items ? partsOf(json, part.items as Json) : []));
      return items.length === 0 ? value : value.map((item) => visit(item, items));
    }
    const members = membersOf(parts);
    if (!members) return value;
    const required = parts.flatMap((part) => (part.required as string[] | undefined) ?? []);
    const entries = Object.entries(value).flatMap(([name, member]) => {
      const schemas = members.get(name)?.flatMap((schema) => partsOf(json, schema)) ?? [];
      const said = read(member, schemas, required.includes(name));
      return said === undefined ? [] : [[name, visit(said, schemas)]];
    });
    return Object.fromEntries(entries);
  };
  return visit(body, partsOf(json, nodeAt(json, pointer) as Json));
}
