import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wrongMethod } from '../contract/refusal.ts';
import { sendAnswer } from '../http/exchange.ts';
import { findByPath } from '../http/find-by-path.ts';
import type { refuseStrangers } from './guard.ts';

/** Refuses unknown methods at the paths of an API with 405 and the known ones. */
export class OtherMethods {
  private readonly methods = new Map<string, string[]>();

  /** Learns the routes that are registered from now on. */
  watch(api: FastifyInstance): void {
    api.addHook('onRoute', ({ method, url }) => {
      this.methods.set(url, [...(this.methods.get(url) ?? []), ...[method].flat()]);
    });
  }

  /** Makes the hook that refuses requests whose path is known and whose method is not. */
  refusal(app: FastifyInstance, guard: ReturnType<typeof refuseStrangers>) {
    const find = findByPath(app, this.methods);
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      const known = find(request.url);
      if (!known || known.includes(request.method)) return undefined;
      const refused = await guard(request, reply);
      if (!refused) sendAnswer(request, reply, wrongMethod(request.method, known.join(', ')));
      return reply;
    };
  }
}
