import { setTimeout as sleep } from 'node:timers/promises';
import { Signal } from '../outcome/signals.ts';
import {
  Disturbance,
  describeForeign,
  originOf,
  remedyFor,
  type UncertainAnswers,
  withoutAnswer,
} from './disturbance.ts';
import {
  type ConnectionOptions,
  Connections,
  headerOf,
  isBroken,
  type Manner,
  StaleConnection,
  type WireAnswer,
  type WireRequest,
} from './exchange.ts';
import type { Pace } from './pace-keeper.ts';

/** A request with what has to be known to send it once more, and to tell whose answer it gets. */
export interface SafeRequest extends WireRequest {
  /** The operation that it is about, of which the contract says that it answers in JSON. */
  operation?: string | undefined;
  /** It has no other effect when it comes twice. */
  isRepeatable?: boolean;
  /** Its turn has come, and a broken exchange is reported: it is sent again only where a limit of the rate refuses it. */
  once?: boolean | undefined;
}

/** How requests get to a target, and what is known of the servers that answer there. */
export interface TransportOptions extends ConnectionOptions {
  /** Nothing lies between here and the target, our mock: whatever answers is the service. */
  direct?: boolean;
  pace?: Pace | undefined;
  /** Without them an uncertain answer is the service's. */
  uncertain?: UncertainAnswers | undefined;
}

const retriesWhenDisturbed = 2;
const retriesWhenLimited = 8;
const longestWaitMs = 120_000;
const defaultWaitMs = 1000;
const largeBody = 1_000_000;

/** Sends requests when their turn has come, and sends those again that the target did not answer itself, where that is safe. */
export class Transport {
  private readonly connections: Connections;

  constructor(
    baseUrl: string,
    private readonly options: TransportOptions,
  ) {
    this.connections = new Connections(baseUrl, options);
  }

  /**
   * Sends a request and gives the service's answer. Throws a Disturbance when there is none: the exchange was broken, or
   * somebody else answered, and it may not be sent again or that did not help.
   */
  async send(request: SafeRequest): Promise<WireAnswer> {
    const isRepeatable = request.isRepeatable ?? request.method !== 'POST';
    let disturbed = 0;
    for (let limited = 0; ; ) {
      if (!request.once || limited > 0) await this.turn();
      const result = await this.attempt(request, isRepeatable, disturbed);
      if (!(result instanceof Disturbance)) return result;
      if (result instanceof Limited) {
        if (++limited > retriesWhenLimited)
          throw new Signal('error', `the target answered 429 ${limited} times in a row`);
        // One that asks for no wait at all, and goes on refusing, means some.
        await this.wait(limited > 2 ? Math.max(result.waitMs, 50 * 2 ** limited) : result.waitMs);
        continue;
      }
      // What only a remedy lets through is refused again.
      const isChance = !result.isTimeout && result.outcome === 'error';
      const maySendAgain = result.neverSent || (isRepeatable && isChance && !request.once);
      await this.options.pace?.lost();
      if (!maySendAgain || ++disturbed > retriesWhenDisturbed) throw result;
      await sleep(200 * 2 ** disturbed);
    }
  }

  /** Waits for the turn of so many requests that are sent together, each `once`. */
  async turn(requests?: number): Promise<void> {
    await this.options.pace?.turn(requests);
  }

  close(): void {
    this.connections.close();
  }

  private async attempt(request: SafeRequest, isRepeatable: boolean, disturbed: number) {
    const { direct, timeoutMs, proxy } = this.options;
    try {
      // A kept connection may be closed just when it is used again: what is sent once has one of its own.
      const fresh = !direct && (disturbed > 0 || !isRepeatable || request.once === true);
      return this.judged(request, await this.exchange(request, fresh), disturbed);
    } catch (error) {
      return withoutAnswer(error, request.url, timeoutMs, proxy);
    }
  }

  /** The answer if it is the service's. */
  private judged(request: SafeRequest, answer: WireAnswer, disturbed: number): WireAnswer | Disturbance {
    const { direct, uncertain } = this.options;
    const { method, operation } = request;
    if (answer.status === 429) return new Limited(answer);
    if (direct) return answer;
    const said = `not the service's answer: ${describeForeign(answer)}`;
    const disturbance = () => new Disturbance(said, { answer, remedy: remedyFor(answer.status) });
    // The first try of it may still be in progress.
    if (answer.status === 409 && method === 'POST' && disturbed > 0) return disturbance();
    const origin = originOf(answer, operation !== undefined);
    if (origin === 'service') uncertain?.wasAnswered(request);
    const isOwn = origin === 'uncertain' && (uncertain?.isServices(request, answer.status) ?? true);
    return origin === 'service' || isOwn ? answer : disturbance();
  }

  private async exchange(request: SafeRequest, fresh: boolean): Promise<WireAnswer> {
    const isLarge = (request.body?.length ?? 0) > largeBody;
    // A server that answers the head of a large request and closes at once loses the answer while the body still comes.
    const manner: Manner = { fresh, ...(isLarge && !this.options.direct && { bodyAfterMs: 1000 }) };
    try {
      return await this.connections.exchange(request, manner);
    } catch (error) {
      if (!this.options.direct) throw error;
      // Our own mock: a kept connection may be closed just when it is used again, a new one is not.
      if (error instanceof StaleConnection) return this.connections.exchange(request, { fresh: true });
      if (isLarge && isBroken(error)) return this.connections.exchange(request, { fresh: true, bodyAfterMs: 10_000 });
      throw error;
    }
  }

  private async wait(ms: number): Promise<void> {
    if (ms > longestWaitMs) throw new Signal('error', `the target answered 429 and asks to wait for ${ms / 1000} s`);
    await (this.options.pace ? this.options.pace.limited(ms) : sleep(ms));
  }
}

/** A limiter of the rate has refused a request, which had no effect. */
class Limited extends Disturbance {
  readonly waitMs: number;

  constructor(answer: WireAnswer) {
    super('a limit of the rate');
    const date = Date.parse(headerOf(answer.headers, 'date') ?? '');
    const now = Number.isNaN(date) ? Date.now() : date;
    this.waitMs = retryAfterMs(headerOf(answer.headers, 'retry-after'), now) ?? defaultWaitMs;
  }
}

/** How long Retry-After asks to wait: seconds or a date. */
export function retryAfterMs(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
