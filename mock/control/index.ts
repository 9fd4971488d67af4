// mock/control/: the control API below `/__admin`.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type ControlId, type ControlOperation, listControlOperations } from '../../spec/control.ts';
import type { Call, ControlParts, Handlers } from './calls.ts';
import { readPartition } from './guard.ts';
import { createMockCalls } from './mock-calls.ts';
import { outboxCalls } from './outbox-calls.ts';
import { createScenarioCalls } from './scenario-calls.ts';
import { createStateCalls } from './state-calls.ts';
import { createRouteSchema } from './validation.ts';

/** The largest bodies, in bytes. A snapshot is larger than any message in it. */
const bodyLimits: { [Id in ControlId]?: number } = { fillState: 256_000_000, answerAsDeployment: 1_000_000 };
const BODY_LIMIT = 100_000;

export function createControlApi(parts: ControlParts): FastifyPluginAsync {
  const handlers: Handlers = {
    ...createMockCalls(parts),
    ...outboxCalls,
    ...createStateCalls(parts),
    ...createScenarioCalls(parts),
  };

  async function serve({ id, status }: ControlOperation, request: FastifyRequest, reply: FastifyReply) {
    // `Handlers` fits each handler to its operation; a look-up by id loses that.
    const handler = handlers[id] as unknown as (call: unknown) => object | Promise<object>;
    const partition = readPartition(request);
    const world = () => parts.partitions.get(partition);
    const { params: path, query, body } = request;
    const call: Record<keyof Call<ControlId>, unknown> = { partition, world, path, query, body, request, reply };
    const answered = handler(call);
    // A reply resolves to undefined.
    if (answered === reply) return reply;
    return reply.code(status).send(await answered);
  }

  return async (api) => {
    // A form of another site can send text, never JSON.
    api.removeAllContentTypeParsers();
    // Metadata of a message may have a member __proto__, and its snapshot must be accepted.
    const parse = api.getDefaultJsonParser('ignore', 'ignore');
    api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      // Clients that always send the type also call operations without a body.
      if (body.length === 0) done(null);
      else parse(request, body as string, done);
    });
    for (const operation of listControlOperations())
      api.route({
        method: operation.method,
        url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        bodyLimit: bodyLimits[operation.id] ?? BODY_LIMIT,
        schema: createRouteSchema(operation),
        handler: (request, reply) => serve(operation, request, reply),
      });
  };
}
