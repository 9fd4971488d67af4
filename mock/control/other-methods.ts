import type { FastifyInstance } from 'fastify';
import { sendAnswer } from '../http/exchange.ts';
import { wrongMethod } from '../http/refusals.ts';

/**
 * Watches the routes that are registered from now on. What it gives back refuses, under each of their paths, the methods
 * that there are not, with 405 and those that there are.
 */
export function otherMethods(api: FastifyInstance): () => void {
  const methods = new Map<string, string[]>();
  api.addHook('onRoute', ({ method, url }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()]);
  });
  return () => {
    for (const [url, known] of [...methods]) {
      const allow = known.join(', ');
      api.route({
        method: api.supportedMethods.filter((method) => !known.includes(method)),
        url,
        // Before the body is read: whatever it is, it is not wanted.
        onRequest: (request, reply) => void sendAnswer(request, reply, wrongMethod(request.method, allow)),
        handler: () => {},
      });
    }
  };
}
