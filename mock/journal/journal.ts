import type { ControlSchema } from '../../spec/control.ts';
import { MemoryUsage } from '../collections/memory.ts';
import { JOURNAL_BODY_BYTES } from '../limits.ts';

/** A breach of the contract by a request (behind the proxy, also by its answer): `at` is a JSON pointer into the body, or a parameter. */
export type ShownViolation = ControlSchema<'Violation'>;

/** One exchange in the journal. Bodies are text; a long one is cut, and its end says so. */
export type JournalEntry = ControlSchema<'Exchange'>;

/** Bytes of an entry without its texts, about. */
const ENTRY_BYTES = 2_000;

/** The latest exchanges of one partition. Beyond `limit` entries the oldest is dropped. */
export class Journal {
  private readonly entries: JournalEntry[] = [];

  constructor(
    private readonly limit: number,
    private readonly usage = new MemoryUsage(),
  ) {}

  add(entry: JournalEntry): void {
    this.entries.push(entry);
    this.usage.add(bytesOf(entry));
    if (this.entries.length > this.limit) this.drop(1);
  }

  /** Newest first. */
  list(): JournalEntry[] {
    return this.entries.toReversed();
  }

  clear(): void {
    this.drop(this.entries.length);
  }

  private drop(oldest: number): void {
    for (const entry of this.entries.splice(0, oldest)) this.usage.add(-bytesOf(entry));
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
