import { type Entries, Storage } from '../store/store.ts';
import { compose } from './compose.ts';
import type { OutboundMessage } from './messages.ts';

/** A message that has left the service. */
export class DeliveredMail {
  constructor(
    readonly message: OutboundMessage,
    readonly at: Date,
    public read = false,
    /** The reason why the mail server behind the outbox did not get it. */
    public unrelayed: string | null = null,
  ) {}

  get id(): string {
    return this.message.id;
  }

  /** The mail as RFC 5322 text, composed for each call with the same bytes: most mail is never read. */
  raw(): Promise<Buffer> {
    return compose(this.message, this.at);
  }
}

/** Bytes of a mail in memory in addition to its message, about. */
const MAIL_BYTES = 200;

/** The mail that has left one partition, bounded: the oldest makes room. Letter case of ids makes no difference. */
export class Outbox {
  readonly #mails: Entries<DeliveredMail>;

  /** @param limit the largest number of mails */
  constructor(limit = 10_000, storage = new Storage()) {
    this.#mails = storage.entries('mail', { limit, sizeOf: () => MAIL_BYTES, revive });
  }

  /** Puts a message on top; one that is there already moves up and is unread again. `at` becomes its `Date`. */
  deliver(message: OutboundMessage, at: Date): DeliveredMail {
    const mail = new DeliveredMail(message, at);
    this.#mails.put(keyOf(mail.id), mail);
    return mail;
  }

  mark(mail: DeliveredMail, marks: Partial<Pick<DeliveredMail, 'read' | 'unrelayed'>>): void {
    Object.assign(mail, marks);
    if (this.#mails.has(keyOf(mail.id))) this.#mails.set(keyOf(mail.id), mail);
  }

  list(): DeliveredMail[] {
    return [...this.#mails.values()].reverse();
  }

  get(id: string): DeliveredMail | undefined {
    return this.#mails.get(keyOf(id));
  }

  /** Removes the mails with these ids, or all; unknown ids are no error. */
  remove(ids?: Iterable<string>): void {
    if (ids === undefined) this.#mails.clear();
    else for (const id of ids) this.#mails.delete(keyOf(id));
  }
}

const keyOf = (id: string): string => id.toLowerCase();

function revive({ message, at, read, unrelayed }: Omit<DeliveredMail, 'at'> & { at: string }): DeliveredMail {
  return new DeliveredMail(message, new Date(at), read, unrelayed);
}
