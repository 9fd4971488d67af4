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
  const found = refusals.flatMap((refusal) =>
    (refusal.body as { errors: ErrorEntry[] }).errors.map((error, index) => {
      const decided: Decided = refusal.each?.[index] ?? { rules: refusal.rules, fault: refusal.fault };
      return { refusal, error, decided };
    }),
  );
  const ordered = inOrder(found, ({ error: { source } }) => source?.pointer ?? source?.parameter, errorOrder);
  const [first, ...others] = ordered as [(typeof found)[number], ...typeof found];
  const alone = {
    ...first.refusal,
    ...first.decided,
    body: { ...(first.refusal.body as object), errors: [first.error] },
  };
  if (faultsTold === 'first')
    return goingOn(
      alone,
      others.map(({ error }) => `Also: ${error.detail}`),
    );
  const told = [first, ...others.slice(0, TOLD)];
  const errors = told.map(({ error }) => error);
  return { ...alone, body: { ...alone.body, errors }, each: told.map(({ decided }) => decided) };
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
