import { randomUUID } from 'node:crypto';

/** Names that nobody else uses; all but UUIDs carry the run id, so that what the suite made can be recognised. */
export class Unique {
  private readonly prefix: string;
  private count = 0;

  constructor(
    runId: string,
    worker: number,
    private readonly domain: string,
  ) {
    this.prefix = `${runId}-${worker.toString(36)}`;
  }

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

  /** A text with fresh names in the place of those that were made here; one that stands there twice stays the same twice. */
  renew(text: string): string {
    const fresh = new Map<string, string>();
    return text.replaceAll(new RegExp(`${this.prefix}[0-9a-z]{3,}`, 'g'), (old) => {
      const name = fresh.get(old) ?? this.next();
      fresh.set(old, name);
      return name;
    });
  }

  /** The same text for two that differ only in the names made here, and in UUIDs, times and phone numbers. */
  withoutNames(text: string): string {
    const places = new Map<string, string>();
    const made = `${this.prefix}[0-9a-z]{3,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\\d{4}-\\d\\d-\\d\\dT[0-9:.]+|\\+\\d{7,15}`;
    return text.replaceAll(new RegExp(made, 'gi'), (name) => {
      const place = places.get(name) ?? `<${places.size + 1}>`;
      places.set(name, place);
      return place;
    });
  }

  private next(): string {
    this.count += 1;
    return `${this.prefix}${this.count.toString(36).padStart(3, '0')}`;
  }
}
