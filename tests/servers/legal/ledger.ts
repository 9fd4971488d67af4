import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './http.ts';
import { refusal } from './members.ts';

interface Entry {
  body: unknown;
  at: number;
  /** Undefined while the request is in progress or when it was refused. */
  answer?: Answer;
  inProgress: boolean;
}

interface Request {
  apiKey: string;
  key: string;
  body: unknown;
}

const dayMs = 24 * 3_600_000;

/** The requests of each API key by their idempotency keys. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Works once for each key. Bodies that are equal as JSON are the same request on both routes. A refused request is
   * tried again when it is repeated, but its key stays its own.
   */
  async once({ apiKey, key, body }: Request, work: () => Promise<Answer>): Promise<Answer> {
    const place = `${apiKey} ${key.toLowerCase()}`;
    const found = this.#entries.get(place);
    if (found && this.#now() - found.at < dayMs) {
      if (found.inProgress) throw refusal(409, '20409', 'The first request with this key has not ended.');
      if (!isDeepStrictEqual(found.body, body)) throw refusal(422, '20422', 'This key belongs to another request.');
      if (found.answer) return found.answer;
    }
    const entry: Entry = { body, at: this.#now(), inProgress: true };
    this.#entries.set(place, entry);
    try {
      entry.answer = await work();
      return entry.answer;
    } finally {
      entry.inProgress = false;
    }
  }
}
