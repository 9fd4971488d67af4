import { unavailable } from '../exchange.ts';
import type { Stage, Surroundings } from '../stage.ts';

/** A target that can't be reached from its nth request on. */
export interface Outage {
  afterRequests: number;
  /** Nobody listens any more, connections are taken and nothing is answered, or all is answered with 503. */
  how: 'gone' | 'silent' | 'unavailable';
  /** It comes back after so long; without this it does not. */
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
