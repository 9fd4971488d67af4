import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { countInFlight } from '../http/in-flight.ts';
import type { Call } from './calls.ts';
import { outboxCalls } from './outbox.ts';

/** The answer of an outbox call in a world of these parts. */
async function called(call: 'getOutbox' | 'getMailHtml', world: object) {
  const app = Fastify();
  countInFlight(app);
  const of = (reply: unknown) => ({ world: () => world, path: { id: '' }, reply }) as unknown as Call<typeof call>;
  app.get('/', (_request, reply) => outboxCalls[call](of(reply) as never));
  return app.inject('/');
}

/** A mail, or a message, from one address to three. */
function message(id: string, changes: object = {}) {
  const headers = { messageId: `<${id}@x>`, inReplyTo: null, references: [] };
  const to = [{ email: 'a@b.co', name: 'A' }];
  const people = { from: { email: 'f@b.co', name: 'F' }, to, cc: [{ email: 'c@b.co' }], bcc: [{ email: 'd@b.co' }] };
  return { id, ...headers, subject: `Subject ${id}`, ...people, ...changes };
}

const suppressed = { to: 'out@b.co', reason: 'hard_bounce', scope: 'account' };

function worldWith({ mails = [] as object[], messages = [] as object[], exchanges = [] as object[] }) {
  return {
    outbox: { list: () => mails },
    messages: { list: () => messages },
    journal: { list: () => exchanges },
    clock: { now: () => 8_000 },
    usage: { bytes: 1 },
  };
}

const mail = (id: string, changes: object = {}) => ({
  ...{ id, message: message(id, changes), at: new Date(5_000), read: false, unrelayed: null },
});

test('a mail in the outbox has its people, its parent and whether an ancestor is missing', async () => {
  const mails = [
    mail('3', { inReplyTo: '<gone@x>', references: ['<1@x>', '<gone@x>'] }),
    mail('2', { inReplyTo: '<1@x>', references: ['<1@x>'] }),
    mail('1'),
  ];
  const { mails: shown } = (await called('getOutbox', worldWith({ mails }))).json();
  expect(shown).toMatchObject([
    { id: '3', parent: '1', orphan: true },
    { id: '2', parent: '1', orphan: false },
    { id: '1', parent: null, orphan: false, from: 'F <f@b.co>', to: ['A <a@b.co>', 'c@b.co', 'd@b.co'] },
  ]);
});

test('scheduled and sandboxed messages are listed as unsent, and sent ones are not', async () => {
  const messages = [
    message('1', { status: 'sent', createdAt: 4_000, schedule: null, suppressed: [] }),
    message('2', { status: 'scheduled', createdAt: 6_000, schedule: { text: 'soon', due: 9_000 }, suppressed: [] }),
    message('3', { status: 'sandbox', createdAt: 7_000, schedule: null, suppressed: [] }),
  ];
  const { unsent } = (await called('getOutbox', worldWith({ messages }))).json();
  expect(unsent).toMatchObject([
    { message: '2', status: 'scheduled', due: 'soon', createdAt: '1970-01-01T00:00:06.000Z' },
    { message: '3', status: 'sandbox', due: null },
  ]);
});

test('suppressed recipients are listed for accepted and for refused messages', async () => {
  const messages = [message('1', { status: 'sent', createdAt: 4_000, schedule: null, suppressed: [suppressed] })];
  const bodies = {
    request: { body: '{"subject":"Refused"}' },
    response: { body: JSON.stringify({ suppressed: [suppressed] }) },
  };
  const exchanges = [{ rules: ['EMAIL-SUPP-13'], at: 'then', ...bodies }];
  const shown = (await called('getOutbox', worldWith({ messages, exchanges }))).json();
  expect(shown.suppressed).toEqual([
    { message: null, subject: 'Refused', at: 'then', ...suppressed },
    { message: '1', subject: 'Subject 1', at: '1970-01-01T00:00:04.000Z', ...suppressed },
  ]);
});

for (const [contentType, shown] of [
  ['image/svg+xml; charset=utf-8', 'image/svg+xml'],
  ['image', 'application/octet-stream'],
] as const) {
  test(`an inline picture of the type ${contentType} is shown as ${shown}`, async () => {
    const html = `url(cid:p) "cid:p" <cid:p>`;
    const attachments = [{ contentId: 'p', content: 'QQ==', contentType }];
    const { body } = await called('getMailHtml', { outbox: { get: () => ({ message: { html, attachments } }) } });
    expect(body).toBe(html.replaceAll('cid:p', `data:${shown};base64,QQ==`));
  });
}
