import type { OutboundMessage } from '../../../mock/email/message.ts';
import { Outbox } from '../../../mock/email/outbox.ts';
import type { Manner } from './manner.ts';

/** Keeps mail until its time and puts it into the outbox then: looked at only when somebody opens the outbox. */
export class PostOffice {
  readonly #outbox = new Outbox();
  readonly #manner: Manner;
  readonly #now: () => number;
  #waiting: { mail: OutboundMessage; due: number }[] = [];
  #posted = 0;

  constructor(manner: Manner, now: () => number) {
    this.#manner = manner;
    this.#now = now;
  }

  /** @param due in milliseconds; delivery itself takes a moment more, and mails may overtake each other */
  post(mail: OutboundMessage, due: number): void {
    const copies = this.#manner.showing === 'much' ? copiesOf(mail) : [mail];
    for (const copy of copies) {
      this.#posted += 1;
      const deliveryMs = this.#manner.road === 'rough' ? (this.#posted * 53) % 400 : 40;
      this.#waiting.push({ mail: copy, due: due + deliveryMs });
    }
  }

  open(): Outbox {
    const now = this.#now();
    const ready = this.#waiting.filter(({ due }) => due <= now).sort((a, b) => a.due - b.due);
    this.#waiting = this.#waiting.filter(({ due }) => due > now);
    for (const { mail, due } of ready) this.#outbox.deliver(mail, new Date(due));
    return this.#outbox;
  }
}

/** One mail for those whom its headers name, and one for everybody in `bcc`. */
function copiesOf(mail: OutboundMessage): OutboundMessage[] {
  const blind = mail.bcc.map((address) => ({ ...mail, id: `${mail.id} ${address.email}`, bcc: [address] }));
  return mail.to.length + mail.cc.length > 0 ? [{ ...mail, bcc: [] }, ...blind] : blind;
}
