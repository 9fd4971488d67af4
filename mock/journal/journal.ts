import type { ControlSchema } from '../../spec/control.ts';
import { JOURNAL_BODY_BYTES } from '../limits.ts';
import { BoundedMap, MemoryUsage } from '../store/collections.ts';

/** A breach of the contract by a request (behind the proxy, also by its answer): `at` is a JSON pointer into the body, or a parameter. */
export type ShownViolation = ControlSchema<'Violation'>;

/** One exchange in the journal. Bodies are text; a long one is cut, and its end says so. */
export type JournalEntry = ControlSchema<'Exchange'>;

const ENTRY_BYTES = 2_000;

/** The latest exchanges of one partition. Beyond `limit` entries the oldest is dropped. */
export class Journal {
  private readonly entries: BoundedMap<JournalEntry>;

  constructor(limit: number, usage = new MemoryUsage()) {
    this.entries = new BoundedMap(limit, bytesOf, usage);
  }

  add(entry: JournalEntry): void {
    this.entries.put(entry.id, entry);
  }

  list(): JournalEntry[] {
    return this.entries.list().reverse();
  }

  clear(): void {
    this.entries.clear();
  }
}

function bytesOf({ request, response }: JournalEntry): number {
  return ENTRY_BYTES + request.url.length + request.body.length + response.body.length;
}

/** Whether the journal has only the beginning of a body. */
export function isCut(text: string): boolean {
  return /… \(cut, \d+ bytes in all\)$/.test(text);
}

/** A body of the journal, parsed; undefined when it is no JSON, or only its beginning. */
export function readBack(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A body for the journal. */
export function journalText(body: Buffer | string): string {
  if (body.length * 3 <= JOURNAL_BODY_BYTES || Buffer.byteLength(body) <= JOURNAL_BODY_BYTES) return body.toString();
  // Through bytes, because a slice of a string would hold the whole string in memory.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return `${bytes.subarray(0, JOURNAL_BODY_BYTES).toString()}… (cut, ${bytes.length} bytes in all)`;
}
