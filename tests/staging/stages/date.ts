import { without } from '../exchange.ts';
import type { Stage } from '../stage.ts';

/** The `Date` of a target whose clock is ahead, where the server's own clock is set so and Node's is not; or of a gateway whose clock is. */
export function date(aheadMs: number): Stage {
  return async (request, next) => {
    const result = await next(request);
    if (typeof result === 'string') return result;
    const now = new Date(Date.now() + aheadMs).toUTCString();
    return { ...result, headers: [...without(result.headers, 'date'), ['Date', now]] };
  };
}
