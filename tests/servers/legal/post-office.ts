import { type Letter, written } from './letter.ts';
import type { Manner } from './manner.ts';

/** A mail that has come, with its RFC 5322 text. */
export interface Mail extends Letter {
  raw: string;
  /** In milliseconds. */
  deliveredAt: number;
}

/** Keeps letters until their time and delivers them then: looked at only when somebody asks for mail. */
export class PostOffice {
  readonly #mails: Mail[] = [];
  readonly #manner: Manner;
  readonly #now: () => number;
  #waiting: { letter: Letter; due: number }[] = [];
  #posted = 0;

  constructor(manner: Manner, now: () => number) {
    this.#manner = manner;
    this.#now = now;
  }

  /** @param due in milliseconds; delivery itself takes a moment more, and letters may overtake each other */
  post(letter: Letter, due: number): void {
    const copies = this.#manner.showing === 'much' ? copiesOf(letter) : [letter];
    for (const copy of copies) {
      this.#posted += 1;
      const deliveryMs = this.#manner.road === 'rough' ? (this.#posted * 53) % 400 : 40;
      this.#waiting.push({ letter: copy, due: due + deliveryMs });
    }
  }

  /** The mail that has come by now, newest first. */
  mails(): readonly Mail[] {
    const now = this.#now();
    const ready = this.#waiting.filter(({ due }) => due <= now).sort((a, b) => a.due - b.due);
    this.#waiting = this.#waiting.filter(({ due }) => due > now);
    for (const { letter, due } of ready)
      this.#mails.unshift({ ...letter, raw: written(letter, due), deliveredAt: due });
    return this.#mails;
  }
}

/** One letter for those whom its headers name, and one for everybody in `bcc`. */
function copiesOf(letter: Letter): Letter[] {
  const blind = letter.bcc.map((address) => ({ ...letter, id: `${letter.id} ${address.email}`, bcc: [address] }));
  return letter.to.length + letter.cc.length > 0 ? [{ ...letter, bcc: [] }, ...blind] : blind;
}
