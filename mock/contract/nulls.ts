import { type DescribedBody, hasType, mapMembers } from './members.ts';

/** What null is in members for which the contract names none. */
export type NullReading = 'refused' | 'absent' | 'absentTexts';

/**
 * A body without its nulls in members for which the contract names none, all of them or those of texts: HTTP-15 leaves it open that they
 * are absent. It is described by the contract itself, whatever a deployment makes of that.
 */
export function withoutNulls(body: unknown, described: DescribedBody, reading: NullReading): unknown {
  return mapMembers(body, described, (member, schemas) => {
    const isAbsent =
      member === null &&
      schemas.length > 0 &&
      !schemas.some((schema) => hasType(schema, 'null')) &&
      (reading === 'absent' || schemas.some((schema) => hasType(schema, 'string')));
    return isAbsent ? undefined : member;
  });
}
