import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../../../spec/print.ts';
import { ConfigurationError, Signal } from '../outcome/signals.ts';
import { Disturbance, isAway } from '../wire/disturbance.ts';
import { headerOf, type WireAnswer } from '../wire/exchange.ts';
import type { Pace } from '../wire/pace-keeper.ts';
import { retryAfterMs } from '../wire/transport.ts';
import { type Target, transportTo } from './target.ts';

/** A target that is being deployed may take so long, in ms. */
const PATIENCE = 60_000;

/** The time between two tries without a `Retry-After`, in ms. */
const AGAIN = 5000;

/** Sends a request to a path below the base address; a write has an empty JSON object as its body. */
export type Ask = (method: 'GET' | 'POST' | 'PATCH', path: string, key?: string) => Promise<WireAnswer>;

/** Sends requests to a target before the first case. Throws a ConfigurationError of one line, without credentials, where no answer comes. */
export async function probing<T>(target: Target, work: (ask: Ask) => Promise<T>): Promise<T> {
  const { baseUrl, redactor } = target;
  const transport = transportTo(target);
  let isWaiting = false;
  const ask: Ask = async (method, path, key) => {
    const isRead = method === 'GET';
    const headers = Object.entries({
      Accept: 'application/json',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(!isRead && { 'Content-Type': 'application/json' }),
    });
    const body = isRead ? undefined : Buffer.from('{}');
    for (const until = Date.now() + PATIENCE; ; ) {
      try {
        return await transport.send({ method, url: baseUrl + path, headers, body });
      } catch (error) {
        if (!(error instanceof Signal)) throw error;
        const answer = error instanceof Disturbance ? error.facts.answer : undefined;
        const waitMs =
          answer && isAway(answer.status) ? (retryAfterMs(headerOf(answer.headers, 'retry-after')) ?? AGAIN) : 0;
        if (waitMs <= 0 || Date.now() + waitMs > until)
          throw new ConfigurationError(`the target ${baseUrl} can't be tested: ${error.message}${proxyHint(target)}`);
        if (!isWaiting) say(`the target answers ${answer?.status}: it is waited for, a minute at most`);
        isWaiting = true;
        await sleep(waitMs);
      }
    }
  };
  try {
    return await work(ask);
  } catch (error) {
    if (error instanceof ConfigurationError) error.message = redactor.text(error.message);
    throw error;
  } finally {
    transport.close();
  }
}

/** Other programs may use a proxy of the environment. */
function proxyHint({ http }: Target): string {
  const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy } = process.env;
  const isElsewhere = HTTPS_PROXY || https_proxy || HTTP_PROXY || http_proxy;
  if (!isElsewhere || http.proxy) return '';
  return ' (a proxy is named in the environment only: if the way leads through it, name it in http.proxy of the profile)';
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
    if (failures.some((failure) => failure instanceof Signal && !(failure instanceof Disturbance))) return 'there';
    return failures.some((failure) => failure instanceof Disturbance && failure.facts.answer) ? 'away' : 'silent';
  } finally {
    transport.close();
  }
}
