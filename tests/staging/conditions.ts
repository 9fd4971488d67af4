import type { NewRuns } from './stages/growing-list.ts';
import type { Outage } from './stages/outage.ts';

/** The conditions between a client and a server; any of them can be combined. */
export interface Conditions {
  /** The target goes away, or falls silent, after so many requests. */
  outage?: Outage;
  /** A connection carries at most so many requests; the next one finds it closed. */
  requestsPerConnection?: number;
  /** The share of requests that a gateway breaks, from 0 to 1: by a reset or a page of its own, before or after the work. */
  gatewayErrors?: number;
  /** A gateway answers a body of more bytes with 413 and a page of its own. */
  largestBody?: number;
  /** More requests in one second are answered with 429 and `Retry-After: 1`. */
  requestsPerSecond?: number;
  /** The extra time of every request, in milliseconds. */
  latencyMs?: number;
  /** Bodies are compressed, and header names are in another letter case. */
  rewrittenHeaders?: boolean;
  /** The clock of the target is ahead by so much. */
  aheadMs?: number;
  /** A gateway writes a `Date` of its own, whose clock is ahead by so much. */
  dateAheadMs?: number;
  /** Mission runs begin all the time. */
  newRuns?: NewRuns;
  /** Every other read is answered by a replica, which sees the state as it was so long ago. */
  replicaBehindMs?: number;
  /** Mail is seen in the outbox so much later. */
  mailLateMs?: number;
  /** HTTPS, with a certificate of a CA that nobody else knows. */
  privateCa?: boolean;
  /** The profile names so many numbers, some of which are still held from yesterday. */
  numbers?: { named: number; held: number };
}
