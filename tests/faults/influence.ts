import { isDeepStrictEqual } from 'node:util';
import type { Fault, FaultAnswer, FaultRequest, Serve } from './fault.ts';

/** A request and its answer, as they were where nothing was broken. */
export interface Exchange {
  request: FaultRequest;
  answer: FaultAnswer;
  /** The copy of the state that it was about. */
  partition: string;
}

/**
 * The cases that a fault can influence, found by having it serve what each case was answered without it. A case none of
 * whose exchanges it would have changed comes out as it did, so that it need not run.
 */
export async function influencedBy<Case>(
  fault: Fault,
  recorded: ReadonlyMap<Case, readonly Exchange[]>,
): Promise<Set<Case>> {
  const begun = new Map<string, Serve>();
  const influenced = new Set<Case>();
  for (const [one, exchanges] of recorded) {
    for (const exchange of exchanges) {
      const serve = begun.get(exchange.partition) ?? fault.begin();
      begun.set(exchange.partition, serve);
      if (await changes(serve, exchange)) influenced.add(one);
    }
  }
  return influenced;
}

/** Whether anything else is asked, or answered. What needs more than the one exchange to go on changes it for sure. */
async function changes(serve: Serve, { request, answer }: Exchange): Promise<boolean> {
  let asked = 0;
  try {
    const given = await serve(request, async (sent) => {
      asked += 1;
      if (asked > 1 || !isDeepStrictEqual(sent, request)) throw new Error('another question');
      return answer;
    });
    return asked === 0 || !isDeepStrictEqual(given, answer);
  } catch {
    return true;
  }
}
