import type { Chosen } from '../../spec/deployment/deployment.ts';
import { memberIn } from '../../spec/pointer.ts';
import { type AnyAnswer, type Decided, goingOn, TOLD } from './answer.ts';

interface ErrorEntry {
  detail: string;
  source?: { pointer?: string; parameter?: string };
}

/**
 * Refusals of one request, in the order of the deployment: the first, going on with what the others say or, if a deployment chose so, with
 * their errors (ERR-14).
 */
export function refuseTogether<One extends AnyAnswer>(
  refusals: readonly [One, ...One[]],
  { faultsTold, errorOrder }: Pick<Chosen, 'faultsTold' | 'errorOrder'>,
): One {
  const placeOf = ({ source }: ErrorEntry) => source?.pointer ?? source?.parameter;
  if (faultsTold === 'first') {
    const ordered = inOrder(refusals, (one) => placeOf(errorsOf(one)[0] as ErrorEntry), errorOrder);
    const [first, ...others] = ordered as [One, ...One[]];
    const also = others.flatMap(errorsOf).map(({ detail }) => `Also: ${detail}`);
    return goingOn(first, also);
  }
  const found = refusals.flatMap((refusal) =>
    errorsOf(refusal).map((error, index) => {
      const decided: Decided = refusal.each?.[index] ?? { rules: refusal.rules, fault: refusal.fault };
      return { refusal, error, decided };
    }),
  );
  const told = inOrder(found, ({ error }) => placeOf(error), errorOrder).slice(0, TOLD + 1);
  const { refusal, decided } = told[0] as (typeof found)[number];
  const errors = told.map(({ error }) => error);
  return {
    ...refusal,
    ...decided,
    body: { ...(refusal.body as object), errors },
    each: told.map((one) => one.decided),
  };
}

function errorsOf({ body }: AnyAnswer): ErrorEntry[] {
  return (body as { errors: ErrorEntry[] }).errors;
}

/**
 * Faults in the order in which a deployment names the members and parameters that they are in; those without a place stand first, those
 * that it does not name last.
 */
export function inOrder<Fault>(
  faults: readonly Fault[],
  placeOf: (fault: Fault) => string | undefined,
  order: Chosen['errorOrder'],
): readonly Fault[] {
  if (!order) return faults;
  const rank = (fault: Fault) => {
    const place = placeOf(fault);
    if (!place) return -1;
    const at = order.indexOf(memberIn(place));
    return at < 0 ? order.length : at;
  };
  return faults.toSorted((one, other) => rank(one) - rank(other));
}
