import type { RuleId } from '../spec/generated/rule-ids.ts';

/** One exchange, as the journal keeps it. Bodies are text; a long one is cut and says so. */
export interface JournalEntry {
  id: string;
  at: string;
  durationMs: number;
  operation: string | null;
  request: { method: string; url: string; headers: Record<string, string>; body: string };
  response: { status: number; headers: Record<string, string>; body: string };
  /** The rules that decided the answer. */
  rules: readonly RuleId[];
}

const BODY_LIMIT = 64 * 1024;

/** The latest exchanges of one partition, newest first; at most `limit` are kept. */
export class Journal {
  private entries: JournalEntry[] = [];

  constructor(private readonly limit: number) {}

  add(entry: JournalEntry): void {
    this.entries.push(entry);
    if (this.entries.length >= 2 * this.limit) this.entries = this.entries.slice(-this.limit);
  }

  list(): JournalEntry[] {
    return this.entries.slice(-this.limit).reverse();
  }

  clear(): void {
    this.entries = [];
  }
}

const CUT = /… \(cut, \d+ bytes in all\)$/;

/** Whether the journal kept only the beginning of a body. */
export function isCut(text: string): boolean {
  return CUT.test(text);
}

/** A body as the journal keeps it. */
export function journalText(body: Buffer | string): string {
  if (body.length <= BODY_LIMIT) return body.toString();
  // Through bytes, because a slice of a string would keep the whole string alive.
  const bytes = Buffer.from(body);
  return `${bytes.subarray(0, BODY_LIMIT).toString()}… (cut, ${bytes.length} bytes in all)`;
}
