import type { FastifyInstance, FastifyRequest } from 'fastify';
import { makeWay } from '../time/turns.ts';

/** Milliseconds of an iteration of the event loop that go to requests as they come; after that each has a turn. */
const SLICE = 10;

/** Bytes of a body from which on a request is expected to take long. */
const LONG = 4_096;

/** Iterations of the event loop after a long request in which no other is let in: to connect, ask and be answered takes several. */
const REST = 4;

/** Who sends a request: their key, and the partition that it is about. */
export interface Sent {
  key: string;
  partition: string;
}

/** Waits for a turn where others wait too: `bytes` of what belongs to a request are worked on next. */
export type FairTurn = (request: FastifyRequest, bytes: number) => Promise<void>;

/**
 * Lets the requests of a crowd in one by one, before anything looks at them and again when their bodies are there. Keys have their turns one
 * after the other, of each key the partitions: however many requests are sent with one key, and whatever partitions they name, those with
 * another wait for few of them. After a long one, short ones have as much time as it took.
 */
export function takeFairTurns(app: FastifyInstance, sentBy: (request: FastifyRequest) => Sent): FairTurn {
  const [short, long] = [new Crowd(), new Crowd()];
  let rounds = REST;
  let shortsUntil = 0;
  let busySince: number | undefined;

  function pass(request: FastifyRequest, bytes: number | undefined, goOn: () => void): void {
    const now = performance.now();
    if (busySince === undefined) setImmediate(endIteration);
    busySince ??= now;
    const isQuiet = short.isEmpty && long.isEmpty;
    if (isQuiet && now - busySince < SLICE) {
      goOn();
      return;
    }
    if (isQuiet) setImmediate(giveTurn);
    const { key, partition } = sentBy(request);
    const crowd = (bytes ?? lengthOf(request)) < LONG ? short : long;
    crowd.add([key, partition], goOn);
  }

  function endIteration(): void {
    busySince = undefined;
  }

  function giveTurn(): void {
    const now = performance.now();
    rounds += 1;
    const isLong = !long.isEmpty && rounds > REST && (short.isEmpty || now >= shortsUntil);
    const goOn = (isLong ? long : short).next();
    if (isLong) {
      rounds = 0;
      setImmediate(() => endLong(now));
    } else makeWay();
    if (!short.isEmpty || !long.isEmpty) setImmediate(giveTurn);
    goOn?.();
  }

  function endLong(began: number): void {
    const now = performance.now();
    shortsUntil = now + (now - began);
  }

  const hook = (request: FastifyRequest, _reply: unknown, goOn: () => void) => pass(request, undefined, goOn);
  app.addHook('onRequest', hook);
  app.addHook('preHandler', hook);
  return (request, bytes) => new Promise((goOn) => pass(request, bytes, goOn));
}

/** How long a body is, as far as its head says. */
function lengthOf({ headers }: FastifyRequest): number {
  const unknown = headers['transfer-encoding'] === undefined ? 0 : LONG;
  return Number(headers['content-length'] ?? unknown);
}

/** Who waits, by as many names each. */
class Crowd {
  private readonly queue: (() => void)[] = [];
  private readonly parts = new Map<string, Crowd>();

  get isEmpty(): boolean {
    return this.queue.length === 0 && this.parts.size === 0;
  }

  add([name, ...others]: readonly string[], goOn: () => void): void {
    if (name === undefined) {
      this.queue.push(goOn);
      return;
    }
    const part = this.parts.get(name) ?? new Crowd();
    this.parts.set(name, part);
    part.add(others, goOn);
  }

  /** Takes out the next one; then comes one of each other name. */
  next(): (() => void) | undefined {
    const [first] = this.parts;
    if (!first) return this.queue.shift();
    const [name, part] = first;
    this.parts.delete(name);
    const goOn = part.next();
    if (!part.isEmpty) this.parts.set(name, part);
    return goOn;
  }
}
