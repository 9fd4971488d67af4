import type { OutboundMessage } from '../../../mock/email/message.ts';
import { Outbox } from '../../../mock/email/outbox.ts';

const deliveryMs = 40;

/** Keeps mail until its time and puts it into the outbox then: looked at only when somebody opens the outbox. */
export class PostOffice {
  readonly #outbox = new Outbox();
  #waiting: { mail: OutboundMessage; due: number }[] = [];

  /** @param due in milliseconds; delivery itself takes a moment more */
  post(mail: OutboundMessage, due: number): void {
    this.#waiting.push({ mail, due: due + deliveryMs });
  }

  open(): Outbox {
    const now = Date.now();
    const ready = this.#waiting.filter(({ due }) => due <= now).sort((a, b) => a.due - b.due);
    this.#waiting = this.#waiting.filter(({ due }) => due > now);
    for (const { mail, due } of ready) this.#outbox.deliver(mail, new Date(due));
    return this.#outbox;
  }
}
