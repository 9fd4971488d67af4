import { unavailable } from '../exchange.ts';
import type { Stage, Surroundings } from '../stage.ts';

/** A target that is unreachable from its nth request on. */
export interface Outage {
  afterRequests: number;
  /** The port is closed, connections stay without an answer, or every answer is 503. */
  how: 'gone' | 'silent' | 'unavailable';
  /** Milliseconds until the target returns; without them it does not. */
  forMs?: number;
}

export function outage({ afterRequests, how, forMs }: Outage, { count, goAway }: Surroundings): Stage {
  let requests = 0;
  let until = 0;
  return async (request, next) => {
    requests += 1;
    if (requests === afterRequests + 1) {
      until = performance.now() + (forMs ?? Number.POSITIVE_INFINITY);
      if (how === 'gone') goAway(forMs);
    }
    if (performance.now() >= until) return next(request);
    count(`not answered, as the target is ${how}`);
    if (how === 'unavailable') return unavailable(503);
    return how === 'gone' ? 'reset' : 'silence';
  };
}
