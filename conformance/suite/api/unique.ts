import { randomUUID } from 'node:crypto';

/** Unique names; all but UUIDs contain the run id, which marks everything that the suite made. */
export class Unique {
  private count = 0;

  constructor(
    private readonly runId: string,
    private readonly domain: string,
  ) {}

  /** An idempotency key. */
  key(): string {
    return `conf-${this.next()}`;
  }

  /** A mail address under the profile's recipient domain; a word in front says what it is for. */
  address(local = 'to'): string {
    return `${local}.conf-${this.next()}@${this.domain}`;
  }

  /** A text such as a customer reference or a subject. */
  reference(word = 'conformance'): string {
    return `${word}-${this.next()}`;
  }

  /** A UUID that names nothing. */
  uuid(): string {
    return randomUUID();
  }

  /** A text with fresh names instead of those made here; equal names stay equal. */
  renew(text: string): string {
    const fresh = new Map<string, string>();
    return text.replaceAll(new RegExp(`${this.runId}-[0-9a-z]{3,}`, 'g'), (old) => {
      const name = fresh.get(old) ?? this.next();
      fresh.set(old, name);
      return name;
    });
  }

  private next(): string {
    this.count += 1;
    return `${this.runId}-${this.count.toString(36).padStart(3, '0')}`;
  }
}
