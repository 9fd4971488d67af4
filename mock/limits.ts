import { getHeapStatistics } from 'node:v8';
import { defaultChoices } from '../spec/generated/choices.ts';

/*
 * Every bound of the mock; docs/limits.md has the same table. Ordinary requests reach none. Past a bound there is a clear error.
 */

/** Messages, exchanges and idempotency records of a partition, by default; the last is its first `ledgerLimit`. */
export interface Limits {
  messages: number;
  journal: number;
  ledger: number;
}
export const defaultLimits: Limits = { messages: 20_000, journal: 500, ledger: 100_000 };

/** The first `holdLimit` of a partition. */
export const HOLDS = 100_000;

/** The memory that Node allows itself. */
const HEAP = getHeapStatistics().heap_size_limit;

/** Bytes of a request body, by contract (HTTP-9). */
export const BODY_BYTES = defaultChoices.bodyLimit;

/** Levels of nesting in a body: deeper recursion could end the process. */
export const MAX_DEPTH = 100;

/** Values in a body: each costs a hundred bytes of memory, and validation looks at every value. */
export const MAX_VALUES = 50_000;

/** Bytes and values of a body whose violations and hints are all reported: collecting them takes the square of their number. */
export const EXPLAINED_BYTES = 100_000;
export const EXPLAINED_VALUES = 1_000;

/** Header lines of a request: Node would drop further ones silently. Node bounds the bytes (16 KiB). */
export const HEAD_LINES = 2_000;

/** Open connections: each unfinished small body holds up to 64 KiB that the counter of bytes in flight ignores. */
export const CONNECTIONS = 5_000;

/** Milliseconds until the head and until the whole of a request has arrived; Node answers later ones with 408. */
export const HEAD_TIME = 60_000;
export const REQUEST_TIME = 300_000;

/** Milliseconds without progress after which the connection of a large answer is closed: its client doesn't read. */
export const UNREAD_TIME = 60_000;

/** Milliseconds for the rest of a refused body: an earlier close would lose the refusal. */
export const LINGER_TIME = 60_000;

/** Bodies and answers up to this size are not counted, so that small requests are always answered. */
export const SMALL_BYTES = 64 * 1024;

/** Bytes of large bodies and answers in flight; a further one is refused with 503. */
export const IN_FLIGHT_BYTES = Math.min(300_000_000, Math.round(HEAP / 6));

/** Bytes that all partitions of a process store. Past them, idle partitions go, then writes are refused with 503. */
export const STORED_BYTES = Math.min(400_000_000, Math.round(HEAP / 4));

/** Bytes of a body in a journal entry, and characters and number of its notes and scenarios. */
export const JOURNAL_BODY_BYTES = 64 * 1024;
export const JOURNAL_TEXT = 1_000;
export const JOURNAL_NOTES = 20;

/** Characters of a searched term: the time grows with the product of both lengths. */
export const LONGEST_SOUGHT = 250;

/** Characters and terms of a search of the mail, and characters of a body that it reads: other requests wait meanwhile. */
export const LONGEST_SEARCH = 10_000;
export const SEARCH_TERMS = 100;
export const SEARCHED_TEXT = 1_000_000;

/** Characters of a template part's source, and of the values that its rendering makes; milliseconds of it. */
export const TEMPLATE_SOURCE = 500_000;
export const TEMPLATE_CHARACTERS = 5_000_000;
export const TEMPLATE_TIME = 5_000;

/** Levels of tags and brackets in a template. */
export const TEMPLATE_DEPTH = 100;

/** Bytes of a rendered template as JSON: a state is accepted whose messages are at most twice as large as a request. */
export const TEMPLATE_JSON = 7_000_000;

/** Readers of the event stream, and unread bytes of one. */
export const STREAM_READERS = 100;
export const STREAM_BYTES = 4_000_000;

/** Hints of one kind, and examined headers: a request may have thousands of unknown names. */
export const HINTS = 20;
export const HINTED_HEADERS = 50;

/** Errors of one refusal, and sentences that its detail adds. */
export const REPORTED_ERRORS = 100;
export const REPORTED_SENTENCES = 10;

/** Characters of a Prefer header, and of a path that is compared with known ones. */
export const LONGEST_PREFER = 1_000;
export const LONGEST_PATH = 1_000;

/** Characters of a hold's reference: each of many numbers stores it. */
export const LONGEST_REFERENCE = 100;

/** Bytes of a JSON value in memory, about. */
export function measureValue(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce((bytes: number, member) => bytes + 16 + measureValue(member), 0);
}

/** Counts the bytes of a part; the whole that it belongs to counts them too. */
export class MemoryUsage {
  bytes = 0;

  constructor(
    private whole?: MemoryUsage,
    readonly limit = Number.POSITIVE_INFINITY,
  ) {}

  add(bytes: number): void {
    this.bytes += bytes;
    this.whole?.add(bytes);
  }

  leave(): void {
    this.whole?.add(-this.bytes);
    this.whole = undefined;
  }
}

/** The bytes that all mocks of this process store. */
export const storedMemory = new MemoryUsage(undefined, STORED_BYTES);

/** The bytes of large bodies and answers in flight. */
export const memoryInFlight = new MemoryUsage(undefined, IN_FLIGHT_BYTES);
