import Fastify, { type FastifyInstance } from 'fastify';
import { type Address, type Letter, written } from './letter.ts';
import type { Manner } from './manner.ts';

/** A mail that has come, with its RFC 5322 text. */
export interface Mail extends Letter {
  raw: string;
  /** In milliseconds. */
  deliveredAt: number;
}

/** Stores letters and delivers due ones when mail is read. */
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
      this.#mails.unshift({ ...letter, raw: written(letter, due, this.#manner.showing === 'much'), deliveredAt: due });
    return this.#mails;
  }
}

/** One letter for those whom its headers name, and one for everybody in `bcc`. */
function copiesOf(letter: Letter): Letter[] {
  const blind = letter.bcc.map((address) => ({ ...letter, id: `${letter.id} ${address.email}`, bcc: [address] }));
  return letter.to.length + letter.cc.length > 0 ? [{ ...letter, bcc: [] }, ...blind] : blind;
}

/** The mail of a post office over what readers use of Mailpit's HTTP API: searching, and reading a mail as raw text. */
export function mailReader(postOffice: PostOffice): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.get<{ Querystring: { query: string; limit?: string } }>('/api/v1/search', async ({ query: { query, limit } }) => {
    const found = postOffice.mails().filter((mail) => isFound(mail, query));
    const messages = found.slice(0, Number(limit ?? 50)).map(summaryOf);
    return { total: postOffice.mails().length, messages_count: found.length, messages };
  });
  app.get<{ Params: { id: string } }>('/api/v1/message/:id/raw', async ({ params: { id } }, reply) => {
    const mail = postOffice.mails().find((delivered) => delivered.id === id);
    if (!mail) return reply.code(404).type('text/plain').send('404 page not found');
    return reply.type('text/plain; charset=utf-8').send(mail.raw);
  });
  return app;
}

/** True if a mail matches a query such as `to:"a@b.c" subject:"Hello"`, in any letter case. */
function isFound({ to, cc, bcc, subject }: Mail, query: string): boolean {
  const fields: Record<string, string[]> = {
    to: emails(to),
    cc: emails(cc),
    bcc: emails(bcc),
    addressed: emails([...to, ...cc, ...bcc]),
    subject: [subject],
  };
  return [...query.matchAll(/(\w+):"([^"]*)"/g)].every(([, field = '', wanted = '']) =>
    fields[field]?.some((value) => value.toLowerCase().includes(wanted.toLowerCase())),
  );
}

function summaryOf({ id, messageId, subject, to, cc, bcc, deliveredAt }: Mail) {
  const [To, Cc, Bcc] = [to, cc, bcc].map((list) =>
    list.map(({ email, name = '' }) => ({ Name: name, Address: email })),
  );
  const Created = new Date(deliveredAt).toISOString();
  return { ID: id, MessageID: messageId.slice(1, -1), Subject: subject, Created, To, Cc, Bcc };
}

const emails = (addresses: readonly Address[]) => addresses.map(({ email }) => email);
