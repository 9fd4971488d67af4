import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../../../spec/print.ts';
import { ConfigurationError, Signal } from '../outcome/signals.ts';
import { Disturbance, isAway } from '../wire/disturbance.ts';
import { type HeaderPairs, headerOf, type WireAnswer } from '../wire/exchange.ts';
import type { Pace } from '../wire/pace-keeper.ts';
import { retryAfterMs, type Transport } from '../wire/transport.ts';
import { type Target, transportTo } from './target.ts';

/** A target that is being deployed may take so long, in ms. */
const PATIENCE = 60_000;

/** The time between two tries without a `Retry-After`, in ms. */
const AGAIN = 5000;

/** The time to wait for a service whose gateway reports that it is away; undefined for other errors. */
function backIn(error: Signal): number | undefined {
  const answer = error instanceof Disturbance ? error.answer : undefined;
  if (!answer || !isAway(answer.status)) return undefined;
  const waitMs = retryAfterMs(headerOf(answer.headers, 'retry-after')) ?? AGAIN;
  return waitMs > 0 ? waitMs : undefined;
}

/** Sends requests to a target before the first case. Throws a ConfigurationError of one line where no answer comes. */
export class Probe {
  private readonly transport: Transport;
  private said = false;

  constructor(private readonly target: Target) {
    this.transport = transportTo(target);
  }

  /** Sends a request to a path below the base address; a write has an empty JSON object as its body. */
  async ask(method: 'GET' | 'POST' | 'PATCH', path: string, key?: string): Promise<WireAnswer> {
    const headers: HeaderPairs = [
      ['Accept', 'application/json'],
      ...(key === undefined ? [] : [['Authorization', `Bearer ${key}`] as const]),
      ...(method === 'GET' ? [] : [['Content-Type', 'application/json'] as const]),
    ];
    const { baseUrl } = this.target;
    const body = method === 'GET' ? {} : { body: Buffer.from('{}') };
    for (const until = Date.now() + PATIENCE; ; ) {
      try {
        return await this.transport.send({ method, url: baseUrl + path, headers, ...body });
      } catch (error) {
        if (!(error instanceof Signal)) throw error;
        const waitMs = backIn(error);
        if (waitMs === undefined || Date.now() + waitMs > until)
          throw new ConfigurationError(`the target ${baseUrl} can't be tested: ${error.message}${this.proxyHint()}`);
        this.sayOnce(`the target answers ${(error as Disturbance).answer?.status}: it is waited for, a minute at most`);
        await sleep(waitMs);
      }
    }
  }

  private sayOnce(line: string): void {
    if (!this.said) say(line);
    this.said = true;
  }

  /** Other programs may use a proxy of the environment. */
  private proxyHint(): string {
    const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy } = process.env;
    const isElsewhere = HTTPS_PROXY || https_proxy || HTTP_PROXY || http_proxy;
    if (!isElsewhere || this.target.http.proxy) return '';
    return ' (a proxy is named in the environment only: if the way leads through it, name it in http.proxy of the profile)';
  }

  close(): void {
    this.transport.close();
  }
}

/** The two operations that change nothing, need no id and give every account an answer. */
export const lists = ['/dir/document_types', '/ai/missions/runs'] as const;

/** The state of a target: it answers, its gateway reports that it is away, or it is silent. */
export type Presence = 'there' | 'away' | 'silent';

/** A limit of the rate is an answer like any other, and is not waited for. */
const impatient: Pace = {
  turn: async () => {},
  lost: async () => {},
  limited: () => Promise.reject(new Signal('error', 'the target answered 429')),
};

/** Sends one request to each list, without patience. */
export async function presenceOf(target: Target): Promise<Presence> {
  const transport = transportTo(target, impatient);
  const headers = [['Authorization', `Bearer ${target.accounts.primary.apiKey}`]] as const;
  const asked = lists.map((path) =>
    transport.send({ method: 'GET', url: target.baseUrl + path, headers: [...headers], once: true }),
  );
  try {
    await Promise.any(asked);
    return 'there';
  } catch (error) {
    const failures: unknown[] = (error as AggregateError).errors;
    if (failures.some((one) => one instanceof Signal && !(one instanceof Disturbance))) return 'there';
    return failures.some((one) => one instanceof Disturbance && one.answer) ? 'away' : 'silent';
  } finally {
    transport.close();
  }
}
