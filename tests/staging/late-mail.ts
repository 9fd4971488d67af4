import { jsonOf, withJson } from './exchange.ts';
import type { Stage } from './stage.ts';

interface Listed {
  messages?: { Created: string }[];
}

/** Delays mail in the outbox by `ms`; the target's clock is `aheadMs` ahead. */
export function lateMail(ms: number, aheadMs: number): Stage {
  return async (request, next) => {
    const result = await next(request);
    const listed = typeof result === 'string' ? undefined : (jsonOf(result.body) as Listed | undefined);
    if (typeof result === 'string' || !Array.isArray(listed?.messages)) return result;
    const newest = Date.now() + aheadMs - ms;
    const messages = listed.messages.filter(({ Created }) => Date.parse(Created) <= newest);
    return withJson(result, { ...listed, messages, messages_count: messages.length, count: messages.length });
  };
}
