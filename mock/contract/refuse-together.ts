import type { Chosen } from '../../spec/deployment/deployment.ts';
import { memberIn } from '../../spec/pointer.ts';
import type { Schema } from '../../spec/types.ts';
import { type AnyAnswer, type Decided, goingOn } from './answer.ts';

/** Errors of one refusal at most. */
export const MOST_ERRORS = 100;

/** How many faults are told of what members say together, which a deployment may look at after each of them (ERR-14). */
export function toldOfTogether({ faultsTold }: Pick<Chosen, 'faultsTold'>): Chosen['faultsTold'] {
  return faultsTold === 'membersFirst' ? 'first' : faultsTold;
}

/** The faults of one kind that are told, of all there are: each of them, or where a deployment tells one fault the first (ERR-14). */
export function toldEach<Fault>(faults: Iterable<Fault>, faultsTold: Chosen['faultsTold']): readonly Fault[] {
  const most = faultsTold === 'first' ? 1 : MOST_ERRORS;
  const told: Fault[] = [];
  for (const fault of faults) if (told.push(fault) === most) break;
  return told;
}

/**
 * Refusals of one request: the first in the order of the deployment, going on with what the others say, or all of their errors for a
 * deployment to choose from (ERR-14). What is at fault at a place for one reason is not told there for another.
 */
export function refuseTogether<One extends AnyAnswer>(
  refusals: readonly [One, ...One[]],
  { faultsTold, errorOrder }: Pick<Chosen, 'faultsTold' | 'errorOrder'>,
): One {
  if (faultsTold === 'first') {
    const ordered = inErrorOrder(refusals, (one) => placeOf(errorsOf(one)[0] as Schema<'Error'>), errorOrder);
    const [first, ...others] = ordered as [One, ...One[]];
    const also = others.flatMap(errorsOf).map(({ detail }) => `Also: ${detail}`);
    return goingOn(first, also);
  }
  const all = refusals.flatMap((refusal) =>
    errorsOf(refusal).map((error, index) => {
      const decided: Decided = refusal.each?.[index] ?? { rules: refusal.rules, fault: refusal.fault };
      return { refusal, error, decided };
    }),
  );
  const firsts = new Map(all.map((one) => [placeOf(one.error), one] as const).reverse());
  const found = all.filter((one) => placeOf(one.error) === undefined || firsts.get(placeOf(one.error)) === one);
  const [{ refusal, decided }] = found as [(typeof found)[number]];
  const errors = found.map(({ error }) => error);
  const each = found.map((one) => one.decided);
  return { ...refusal, ...decided, body: { ...(refusal.body as object), errors }, each };
}

/** The refusal that faults of one kind make, as far as they are told; undefined where there are none. */
export function refuseEach<One extends AnyAnswer>(
  refusals: Iterable<One>,
  choices: Pick<Chosen, 'faultsTold' | 'errorOrder'>,
): One | undefined {
  const [first, ...others] = toldEach(refusals, choices.faultsTold);
  return first && refuseTogether([first, ...others], choices);
}

function placeOf({ source }: Schema<'Error'>): string | undefined {
  return source?.pointer ?? source?.parameter;
}

function errorsOf({ body }: AnyAnswer): Schema<'Error'>[] {
  return (body as Schema<'ErrorBody'>).errors;
}

/**
 * Faults in the order in which a deployment names the members and parameters that they are in, or by their names; those without a place
 * stand first, those that it does not name last.
 */
export function inErrorOrder<Fault>(
  faults: readonly Fault[],
  placeOf: (fault: Fault) => string | undefined,
  order: Chosen['errorOrder'],
): readonly Fault[] {
  if (!order) return faults;
  const rank = (fault: Fault): string | number => {
    const place = placeOf(fault) ?? '';
    if (order === 'byName') return place;
    const at = order.indexOf(memberIn(place));
    return place === '' ? -1 : at < 0 ? order.length : at;
  };
  const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);
  return faults.toSorted((one, other) => compare(rank(one), rank(other)));
}
