import type { AnyAnswer } from '../contract/answer.ts';
import type { CheckedRequest } from '../contract/check.ts';
import type { Effect } from '../state/scenarios.ts';
import type { Clock } from '../time/clock.ts';

/** Answers a request as the effects of its scenarios want it: later, or with an answer of the contract instead of work. */
export function answerUnder(
  effects: readonly Effect[],
  clock: Clock,
  request: CheckedRequest,
  ask: Ask,
): Promise<AnyAnswer> {
  return effects.length === 0 ? ask(request) : answerAffected(effects, clock, request, ask);
}

type Ask = (request: CheckedRequest) => Promise<AnyAnswer>;

async function answerAffected(
  effects: readonly Effect[],
  clock: Clock,
  request: CheckedRequest,
  ask: Ask,
): Promise<AnyAnswer> {
  for (const { delay } of effects) {
    if (delay) await clock.wait(delay.from + Math.random() * (delay.to - delay.from));
  }
  const wanted = effects.find(({ answer }) => answer)?.answer;
  if (!wanted) return ask(request);
  const { status, example, retryAfter } = wanted;
  const prefer = `code=${status}${example === undefined ? '' : `, example=${example}`}`;
  // Who wants this answer wants it whatever the call looks like.
  const answer = await ask({ ...request, faults: [], headers: { ...request.headers, prefer } });
  return retryAfter === undefined
    ? answer
    : { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfter) } };
}
