import type { ControlSchema } from '../../spec/control.ts';
import { BoundedMap } from '../collections/bounded-map.ts';
import { MemoryUsage } from '../collections/memory.ts';

/**
 * How a request breaks the contract (or, behind the proxy, its answer), and where: `at` is a JSON pointer into the body, or a parameter.
 */
export type ShownViolation = ControlSchema<'Violation'>;

/** One exchange, as the journal has it. Bodies are text; a long one is cut and says so. */
export type JournalEntry = ControlSchema<'Exchange'>;

/** An exchange that is written out when somebody reads it: most are never looked at. */
export interface Recorded {
  /** How much memory it takes, about. */
  bytes: number;
  /** Those that decided it: to write an entry out for them alone takes long. */
  rules: JournalEntry['rules'];
  entry(): JournalEntry;
}

const BODY_LIMIT = 64 * 1024;

/** The latest exchanges of one partition, newest first. When there are more than `limit`, the oldest go. */
export class Journal {
  private readonly exchanges: BoundedMap<Recorded>;
  private added = 0;

  constructor(limit: number, usage = new MemoryUsage()) {
    this.exchanges = new BoundedMap(limit, ({ bytes }) => bytes, usage);
  }

  add(exchange: Recorded): void {
    this.added += 1;
    this.exchanges.put(String(this.added), exchange);
  }

  /** Newest first; each is written out when it is its turn, as all of them take long. */
  list(): Recorded[] {
    return this.exchanges.list().reverse();
  }

  clear(): void {
    this.exchanges.clear();
  }
}

const CUT = /… \(cut, \d+ bytes in all\)$/;

/** Whether the journal has only the beginning of a body. */
export function isCut(text: string): boolean {
  return CUT.test(text);
}

/** A body as the journal has it, read as JSON again; undefined when it is none, or only its beginning. */
export function readBack(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A body as the journal has it. */
export function journalText(body: Buffer | string): string {
  if (Buffer.byteLength(body) <= BODY_LIMIT) return body.toString();
  // Through bytes, because a slice of a string would hold the whole string in memory.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return `${bytes.subarray(0, BODY_LIMIT).toString()}… (cut, ${bytes.length} bytes in all)`;
}
