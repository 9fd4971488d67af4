import { without } from '../exchange.ts';
import type { Stage } from '../stage.ts';

/** Sets the `Date` of a target with a clock that is ahead (Node writes this machine's), or of a gateway with such a clock. */
export function date(aheadMs: number): Stage {
  return async (request, next) => {
    const result = await next(request);
    if (typeof result === 'string') return result;
    const now = new Date(Date.now() + aheadMs).toUTCString();
    return { ...result, headers: [...without(result.headers, 'date'), ['Date', now]] };
  };
}
