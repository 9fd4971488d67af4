import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notStored } from '../contract/refusal.ts';
import type { Partitions } from '../state/partitions.ts';
import type { World } from '../state/world.ts';
import { answerInstead } from './exchange.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The world of its partition, which stays in memory meanwhile. */
    world: World | undefined;
  }
}

/** Opens the partition of a request before any step uses it. */
export function openPartitions(
  app: FastifyInstance,
  partitions: Partitions,
  partitionOf: (request: FastifyRequest) => string,
  hook: 'onRequest' | 'preHandler' = 'onRequest',
): void {
  app.decorateRequest('world');
  app.addHook(hook as 'onRequest', (request, reply, done) => {
    const use = (world: World) => {
      world.useFor(reply.raw);
      request.world = world;
      done();
    };
    const opened = partitions.open(partitionOf(request));
    // Most are in memory already, and a promise for each request takes time.
    if (opened instanceof Promise) opened.then(use, done);
    else use(opened);
  });
}

/** Sends answers once the changes before them are stored. Without a partition there are none. */
export function commitBeforeAnswering(app: FastifyInstance, partitions: Partitions): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.world) return void done(null, payload);
    partitions.commit().then(
      () => done(null, payload),
      (error: Error) => done(null, answerInstead(reply, notStored(error))),
    );
  });
}
