import { setTimeout as sleep } from 'node:timers/promises';
import { Signal } from '../outcome/outcome.ts';
import { Disturbance, describeForeign, describeNoAnswer, findOrigin, findRemedy, type Pace } from './disturbance.ts';
import { type ConnectionOptions, Connections, findHeader, type WireAnswer, type WireRequest } from './exchange.ts';

/** A request, with its operation and if it may be sent again. */
export interface SafeRequest extends WireRequest {
  /** Its operation, which answers in JSON by the contract. */
  operation?: string | undefined;
  /** Sending it twice has the effect of sending it once. */
  isRepeatable?: boolean;
  /** Sent without waiting for its turn, and again only after a 429. */
  once?: boolean | undefined;
}

/** Options of a transport next to the options of its connections. */
export interface TransportOptions extends ConnectionOptions {
  /** The target is our mock, without a gateway in between: every answer is the service's. */
  direct?: boolean;
  pace?: Pace | undefined;
}

const retriesWhenDisturbed = 2;
const retriesWhenLimited = 8;
const longestWaitMs = 120_000;
const defaultWaitMs = 1000;
const largeBody = 1_000_000;
const silentLimit = 3;
/** After this time a silent operation is tried once more. */
const betweenTriesMs = 60_000;

/** Sends requests at their turn, and again if that is safe and the service itself did not answer. */
export class Transport {
  private readonly connections: Connections;
  private isClosed = false;
  /** The statuses without JSON of each operation since its last JSON answer. */
  private uncertain: string[] = [];
  /** The same after three times: the service itself sends them. */
  private readonly ownForms = new Set<string>();
  /** Operations that timed out repeatedly and are paused. */
  private readonly silences = new Map<string, { times: number; at: number }>();

  constructor(
    baseUrl: string,
    private readonly options: TransportOptions,
  ) {
    this.connections = new Connections(baseUrl, options);
  }

  /** Sends a request and returns the service's answer. Throws a Disturbance if none comes. */
  async send(request: SafeRequest): Promise<WireAnswer> {
    const place = request.operation ?? `${request.method} elsewhere`;
    const { times = 0, at = 0 } = this.silences.get(place) ?? {};
    if (times >= silentLimit && Date.now() < at + betweenTriesMs)
      throw new Signal('error', `${place} did not answer ${times} times in a row, so it is not called for now`);
    const begunAt = Date.now();
    try {
      const answer = await this.sendInTurn(request);
      this.silences.delete(place);
      return answer;
    } catch (error) {
      const last = this.silences.get(place) ?? { times: 0, at: 0 };
      // Requests that were sent at the same time count once.
      if (error instanceof Disturbance && error.facts.isTimeout && begunAt >= last.at)
        this.silences.set(place, { times: last.times + 1, at: Date.now() });
      throw error;
    }
  }

  private async sendInTurn(request: SafeRequest): Promise<WireAnswer> {
    const isRepeatable = request.isRepeatable ?? request.method !== 'POST';
    let disturbed = 0;
    for (let limited = 0; ; ) {
      if (!request.once || limited > 0) await this.turn();
      if (this.isClosed) throw new Signal('error', 'the run was interrupted');
      const result = await this.attempt(request, isRepeatable, disturbed);
      if (!(result instanceof Disturbance)) return result;
      if (this.isClosed) throw new Signal('error', 'the run was interrupted');
      if (result instanceof Limited) {
        if (++limited > retriesWhenLimited)
          throw new Signal('error', `the target answered 429 ${limited} times in a row`);
        // A target that refuses without `Retry-After` needs a wait.
        await this.wait(limited > 2 ? Math.max(result.waitMs, 50 * 2 ** limited) : result.waitMs);
        continue;
      }
      const maySendAgain = result.facts.neverSent || (isRepeatable && result.isByChance && !request.once);
      await this.options.pace?.waitForTarget(`${request.method} ${request.url}`);
      if (!maySendAgain || ++disturbed > retriesWhenDisturbed) throw result;
      await sleep(200 * 2 ** disturbed);
    }
  }

  /** Waits for the turn of several requests that are sent together, each `once`. */
  async turn(requests?: number): Promise<void> {
    await this.options.pace?.turn(requests);
  }

  /** Aborts open requests and refuses later ones. */
  close(): void {
    this.isClosed = true;
    this.connections.close();
  }

  private async attempt(request: SafeRequest, isRepeatable: boolean, disturbed: number) {
    const { timeoutMs, proxy } = this.options;
    try {
      // An idle connection may close when it is used again: a request that is sent once has a new one.
      const fresh = disturbed > 0 || !isRepeatable || request.once === true;
      // A server that answers the head of a large request and closes at once loses the answer while the body still comes.
      const bodyAfterMs = (request.body?.length ?? 0) > largeBody ? 1000 : undefined;
      return this.judgeOrigin(request, await this.connections.exchange(request, { fresh, bodyAfterMs }), disturbed);
    } catch (error) {
      return describeNoAnswer(error, request.url, timeoutMs, proxy);
    }
  }

  /** The answer if it is the service's. */
  private judgeOrigin(request: SafeRequest, answer: WireAnswer, disturbed: number): WireAnswer | Disturbance {
    const { method, operation } = request;
    if (answer.status === 429) return new Limited(answer);
    if (this.options.direct) return answer;
    // The first try of a repeated POST may still be in progress.
    const isInProgress = answer.status === 409 && method === 'POST' && disturbed > 0;
    const origin = isInProgress ? 'gateway' : findOrigin(answer, operation !== undefined);
    const form = `${operation} ${answer.status}`;
    if (origin === 'service') this.uncertain = this.uncertain.filter((known) => !known.startsWith(`${operation} `));
    if (origin === 'uncertain') {
      this.uncertain.push(form);
      if (this.uncertain.filter((known) => known === form).length > retriesWhenDisturbed) this.ownForms.add(form);
    }
    if (origin === 'service' || (origin === 'uncertain' && this.ownForms.has(form))) return answer;
    const reason = `not the service's answer: ${describeForeign(answer)}`;
    return new Disturbance(reason, { answer, remedy: findRemedy(answer.status) });
  }

  private async wait(ms: number): Promise<void> {
    if (ms > longestWaitMs) throw new Signal('error', `the target answered 429 and wants a wait of ${ms / 1000} s`);
    await (this.options.pace ? this.options.pace.waitAfterLimit(ms) : sleep(ms));
  }
}

/** A rate limit has refused a request, which had no effect. */
class Limited extends Disturbance {
  readonly waitMs: number;

  constructor(answer: WireAnswer) {
    super('a limit of the rate');
    const date = Date.parse(findHeader(answer.headers, 'date') ?? '');
    const now = Number.isNaN(date) ? Date.now() : date;
    this.waitMs = parseRetryAfter(findHeader(answer.headers, 'retry-after'), now) ?? defaultWaitMs;
  }
}

/** The milliseconds of Retry-After, in seconds or a date. */
export function parseRetryAfter(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
