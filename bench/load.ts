import { build, type Histogram } from 'hdr-histogram-js';
import { Client, Pool } from 'undici';
import type { Call } from './requests.ts';

/** Connections that are open at once. */
export const CONNECTIONS = 32;

/** What came of sending requests for a while. */
export interface Load {
  /** Answers with a 2xx status. */
  good: number;
  /** Answers with any other status, a rate limit's for instance. */
  refused: number;
  /** Requests without an answer. */
  failed: number;
  seconds: number;
  /** Microseconds from sending a request to the end of its answer. */
  latency: Histogram;
  /** CPU that sending took, in milliseconds. */
  generatorCpu: number;
}

type Outcome = 'good' | 'refused' | 'failed';

/** Says whether no further request is to be sent. */
export type Enough = () => boolean;

/** Enough after a while, from now on. */
export function forSeconds(seconds: number): Enough {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
}

/** Enough after a number of requests. */
export function times(count: number): Enough {
  let left = count;
  return () => left-- <= 0;
}

/**
 * Sends as much as the server answers: each of 32 connections sends its next request when it has the answer to the last one.
 * While it waits for answers this process sleeps, and is woken by the server's next write, which pays for that; `awake` keeps
 * it from sleeping.
 */
export async function saturate(base: string, next: () => Call, enough: Enough, awake = false): Promise<Load> {
  const { origin, pathname } = new URL(base);
  let measuring = true;
  const stayAwake = () => measuring && setImmediate(stayAwake);
  if (awake) stayAwake();
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(origin, { pipelining: 1 }));
  const load = await record(async (count) => {
    await Promise.all(
      clients.map(
        (client) =>
          new Promise<void>((done) => {
            const sendNext = () => {
              if (enough()) return done();
              dispatch(client, pathname, next(), (outcome, latency) => {
                count(outcome, latency);
                sendNext();
              });
            };
            sendNext();
          }),
      ),
    );
  });
  measuring = false;
  await Promise.all(clients.map((client) => client.close()));
  return load;
}

/**
 * Sends `rate` requests a second, evenly and whatever the answers do, over 32 connections. A request that has to wait for a
 * free connection has that wait in its latency, so that a server which falls behind shows it.
 */
export async function pace(base: string, next: () => Call, rate: number, seconds: number): Promise<Load> {
  const { origin, pathname } = new URL(base);
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const load = await record(
    (count) =>
      new Promise<void>((done) => {
        const total = Math.max(1, Math.round(rate * seconds));
        const start = performance.now();
        let sent = 0;
        let answered = 0;
        const sendDue = () => {
          const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * rate) + 1);
          for (; sent < due; sent++) {
            dispatch(pool, pathname, next(), (outcome, latency) => {
              count(outcome, latency);
              if (++answered === total) done();
            });
          }
          if (sent < total) setTimeout(sendDue, 1);
        };
        sendDue();
      }),
  );
  await pool.close();
  return load;
}

/** Sends one request. */
function dispatch(
  client: Client | Pool,
  pathname: string,
  { method, path, headers, body }: Call,
  end: (outcome: Outcome, microseconds: number) => void,
): void {
  const begun = performance.now();
  let outcome: Outcome = 'failed';
  const finish = (what: Outcome) => end(what, Math.round((performance.now() - begun) * 1000));
  const prefix = pathname === '/' ? '' : pathname;
  client.dispatch(
    { method, path: prefix + path, headers, body: body ?? null },
    {
      onRequestStart() {},
      onResponseStart(_, status) {
        outcome = status >= 200 && status < 300 ? 'good' : 'refused';
      },
      onResponseData() {},
      onResponseEnd: () => finish(outcome),
      onResponseError: () => finish('failed'),
    },
  );
}

async function record(run: (count: (outcome: Outcome, microseconds: number) => void) => Promise<void>): Promise<Load> {
  const counted = { good: 0, refused: 0, failed: 0 };
  const latency = build({ numberOfSignificantValueDigits: 3 });
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await run((outcome, microseconds) => {
    counted[outcome]++;
    latency.recordValue(microseconds);
  });
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { ...counted, seconds, latency, generatorCpu: (user + system) / 1000 };
}
