import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Milliseconds of an iteration of the event loop that go to requests as they come; after that each has a turn. */
const SLICE = 10;

/**
 * Lets the requests of a crowd in one by one, each partition in its turn, before anything looks at them and again when their bodies are
 * there: however many requests a caller sends at once, those of another partition wait for few of them.
 */
export function takeFairTurns(app: FastifyInstance, partitionOf: (request: FastifyRequest) => string): void {
  const waiting = new Map<string, (() => void)[]>();
  let busySince: number | undefined;

  function pass(request: FastifyRequest, _reply: unknown, goOn: () => void): void {
    const now = performance.now();
    if (busySince === undefined) setImmediate(endIteration);
    busySince ??= now;
    if (waiting.size === 0 && now - busySince < SLICE) {
      goOn();
      return;
    }
    if (waiting.size === 0) setImmediate(giveTurn);
    const partition = partitionOf(request);
    const queue = waiting.get(partition);
    if (queue) queue.push(goOn);
    else waiting.set(partition, [goOn]);
  }

  function endIteration(): void {
    busySince = undefined;
  }

  function giveTurn(): void {
    const [[partition, queue] = ['', []]] = waiting;
    waiting.delete(partition);
    const goOn = queue.shift();
    // Its next request comes after one of each other partition.
    if (queue.length > 0) waiting.set(partition, queue);
    if (waiting.size > 0) setImmediate(giveTurn);
    goOn?.();
  }

  app.addHook('onRequest', pass);
  app.addHook('preHandler', pass);
}
