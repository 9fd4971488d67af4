import type { NewRuns } from './stages/growing-list.ts';
import type { Outage } from './stages/outage.ts';

/** The conditions between a client and a server, in any combination. */
export interface Conditions {
  /** The target goes away, or falls silent, after a number of requests. */
  outage?: Outage;
  /** The number of requests that a connection carries; the next request finds it closed. */
  requestsPerConnection?: number;
  /** The share of requests that a gateway breaks, from 0 to 1: by a reset or a gateway's page, before or after the work. */
  gatewayErrors?: number;
  /** A gateway answers a body of more bytes with 413 and a page. */
  largestBody?: number;
  /** More requests in one second are answered with 429 and `Retry-After: 1`. */
  requestsPerSecond?: number;
  /** The extra time of every request, in milliseconds. */
  latencyMs?: number;
  /** Bodies are compressed, and header names are in another letter case. */
  rewrittenHeaders?: boolean;
  /** Milliseconds that the target's clock is ahead. */
  aheadMs?: number;
  /** Milliseconds that the clock of a gateway is ahead, which writes the `Date`. */
  dateAheadMs?: number;
  /** Mission runs begin all the time. */
  newRuns?: NewRuns;
  /** A replica answers every other read from the state of so many milliseconds ago. */
  replicaBehindMs?: number;
  /** Milliseconds until the outbox shows a mail. */
  mailLateMs?: number;
  /** HTTPS, with a certificate of a private CA. */
  privateCa?: boolean;
  /** The count of the profile's numbers, some of which are still held from yesterday. */
  numbers?: { named: number; held: number };
}
