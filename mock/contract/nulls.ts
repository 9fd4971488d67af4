import type { Json } from '../../spec/json.ts';
import { type DescribedBody, hasType, mapMembers } from './members.ts';

/** What null is in members for which the contract names none. */
export type NullReading = 'refused' | 'absent' | 'absentTexts' | 'absentOptional';

/**
 * A body without its nulls in members for which the contract names none, all of them, those of texts, or those that may be left out:
 * HTTP-15 leaves it open that they are absent. It is described by the contract itself, whatever a deployment makes of that.
 */
export function withoutNulls(body: unknown, described: DescribedBody, reading: NullReading): unknown {
  const isMeant = (schemas: readonly Json[], isRequired: boolean) =>
    ({
      refused: false,
      absent: true,
      absentTexts: schemas.some((schema) => hasType(schema, 'string')),
      absentOptional: !isRequired,
    })[reading];
  return mapMembers(body, described, (member, schemas, isRequired) => {
    const isNamed = schemas.length === 0 || schemas.some((schema) => hasType(schema, 'null'));
    return member === null && !isNamed && isMeant(schemas, isRequired) ? undefined : member;
  });
}
