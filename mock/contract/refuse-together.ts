import type { Choices } from '../../spec/generated/choices.ts';
import type { Schema } from '../../spec/types.ts';
import { type AnyAnswer, goingOn } from './answer.ts';

/** Errors of one refusal at most. */
const MOST_ERRORS = 100;

/**
 * Refuses a request for several faults (ERR-14): for the first, whose detail goes on with the others, or with one error for each place. A
 * place at fault for two reasons has the first.
 */
export function refuseTogether<One extends AnyAnswer>(
  refusals: readonly [One, ...One[]],
  reported: Choices['reportedFaults'],
): One {
  const [first, ...others] = refusals;
  if (reported === 'first')
    return goingOn(
      first,
      others.flatMap(errorsOf).map(({ detail }) => `Also: ${detail}`),
    );
  const all = refusals.flatMap((refusal) =>
    errorsOf(refusal).map((error, index) => ({ error, rules: refusal.each?.[index]?.rules ?? refusal.rules })),
  );
  const isFirst = ({ error }: (typeof all)[number], index: number) => {
    const place = placeOf(error);
    return place === undefined || all.findIndex((other) => placeOf(other.error) === place) === index;
  };
  const found = all.filter(isFirst).slice(0, MOST_ERRORS);
  const errors = found.map(({ error }) => error);
  return { ...first, body: { ...(first.body as object), errors }, each: found.map(({ rules }) => ({ rules })) };
}

function placeOf({ source }: Schema<'Error'>): string | undefined {
  return source?.pointer ?? source?.parameter;
}

function errorsOf({ body }: AnyAnswer): Schema<'Error'>[] {
  return (body as Schema<'ErrorBody'>).errors;
}
