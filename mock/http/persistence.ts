import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notStored } from '../contract/refusal.ts';
import type { Partitions } from '../state/partitions.ts';
import type { World } from '../state/world.ts';
import { answerInstead } from './exchange.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Keeps the partition that the request is about in memory. */
    world: World | undefined;
  }
}

/** Opens the partition that a request is about before anything looks at it. */
export function openPartitions(
  app: FastifyInstance,
  partitions: Partitions,
  partitionOf: (request: FastifyRequest) => string,
  hook: 'onRequest' | 'preHandler' = 'onRequest',
): void {
  app.decorateRequest('world');
  app.addHook(hook as 'onRequest', (request, reply, done) => {
    const goOn = (world: World) => {
      reply.raw.once('close', world.use());
      request.world = world;
      done();
    };
    const opened = partitions.open(partitionOf(request));
    // Most are there already, and a promise for each request takes time.
    if (opened instanceof Promise) opened.then(goOn, done);
    else goOn(opened);
  });
}

/**
 * Lets no answer go before all that it tells of is on the disk. A refusal from before the partition was opened goes at
 * once: Fastify goes on with a refused request whose client has left before the answer did.
 */
export function commitBeforeAnswering(app: FastifyInstance, partitions: Partitions): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.world) {
      done(null, payload);
      return;
    }
    partitions.commit().then(
      () => done(null, payload),
      (error: Error) => done(null, answerInstead(reply, notStored(error))),
    );
  });
}
