import type { Json } from '../../spec/json.ts';
import { type DescribedBody, hasType, mapMembers } from './members.ts';

/** What null is in members for which the contract names none. */
export type NullReading = 'refused' | 'absent' | 'absentTexts' | 'absentOptional' | 'absentSingle';

/** How nulls of a body are read, and empty texts. */
export interface NullReadings {
  nulls: NullReading;
  emptyTexts: 'text' | 'asNull';
}

/** A body as its nulls and empty texts are read (HTTP-15). It is described by the contract itself, whatever a deployment makes of that. */
export function withNullsRead(body: unknown, described: DescribedBody, { nulls, emptyTexts }: NullReadings): unknown {
  const read = emptyTexts === 'asNull' ? withNulls(body, described) : body;
  return nulls === 'refused' ? read : withoutNulls(read, described, nulls);
}

/** A body with null in the place of its empty texts. */
function withNulls(body: unknown, described: DescribedBody): unknown {
  return mapMembers(body, described, (member, schemas) =>
    member === '' && schemas.some((schema) => hasType(schema, 'string')) ? null : member,
  );
}

/**
 * A body without its nulls in members for which the contract names none, all of them, those of texts, or those that may be left out, of
 * these perhaps no lists and flags: HTTP-15 leaves it open that they are absent.
 */
function withoutNulls(body: unknown, described: DescribedBody, reading: NullReading): unknown {
  const mayBe = (schemas: readonly Json[], ...types: string[]) =>
    types.some((type) => schemas.some((schema) => hasType(schema, type)));
  const isMeant = (schemas: readonly Json[], isRequired: boolean) =>
    ({
      refused: false,
      absent: true,
      absentTexts: mayBe(schemas, 'string'),
      absentOptional: !isRequired,
      absentSingle: !isRequired && !mayBe(schemas, 'array', 'boolean'),
    })[reading];
  return mapMembers(body, described, (member, schemas, isRequired) => {
    const isNamed = schemas.length === 0 || mayBe(schemas, 'null');
    return member === null && !isNamed && isMeant(schemas, isRequired) ? undefined : member;
  });
}
