import Fastify, { type FastifyInstance } from 'fastify';
import type { Address } from './letter.ts';
import type { Manner } from './manner.ts';
import type { Mail, PostOffice } from './post-office.ts';
import { travelled } from './travelled-mail.ts';

/** The mail of a post office over what readers use of Mailpit's HTTP API: searching, and reading a mail as raw text. */
export function mailReader(postOffice: PostOffice, { showing }: Manner): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.get<{ Querystring: { query: string; limit?: string } }>('/api/v1/search', async ({ query: { query, limit } }) => {
    const found = postOffice.mails().filter((mail) => isFound(mail, query));
    const messages = found.slice(0, Number(limit ?? 50)).map(summaryOf);
    return { total: postOffice.mails().length, messages_count: found.length, messages };
  });
  app.get<{ Params: { id: string } }>('/api/v1/message/:id/raw', async ({ params: { id } }, reply) => {
    const mail = postOffice.mails().find((one) => one.id === id);
    if (!mail) return reply.code(404).type('text/plain').send('404 page not found');
    const raw = Buffer.from(mail.raw);
    return reply.type('text/plain; charset=utf-8').send(showing === 'much' ? await travelled(raw) : raw);
  });
  return app;
}

/** Whether a mail has all that a query such as `to:"a@b.c" subject:"Hello"` asks for, somewhere and in any letter case. */
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
