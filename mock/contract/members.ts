import type { Json } from '../../spec/json.ts';
import { follow } from '../../spec/trace.ts';

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
