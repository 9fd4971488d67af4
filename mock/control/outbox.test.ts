import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { Budget } from '../collections/memory.ts';
import { beginExchange } from '../http/exchange.ts';
import { countInFlight } from '../http/in-flight.ts';
import { indexFixtures } from '../state/fixtures.ts';
import { Partitions } from '../state/partitions.ts';
import { errorLines } from '../testing.ts';
import type { Call } from './calls.ts';
import { outboxCalls } from './outbox.ts';

const fixtures = indexFixtures(seed);

/** An outbox whose journal has one exchange of a rule; gives the status, and how often the exchange was written out. */
async function ask(rule: 'EMAIL-SUPP-13' | 'HTTP-1', room: number) {
  const partitions = new Partitions(fixtures, { limit: 2, budget: new Budget(1_000_000_000) });
  const world = partitions.get('a');
  let written = 0;
  const entry = () => {
    written += 1;
    const cut = '… (cut, 9 bytes in all)';
    return {
      id: '',
      at: '',
      durationMs: 0,
      operation: null,
      violations: [],
      scenarios: [],
      notes: [],
      cut: false,
      rules: [rule],
      request: { method: '', url: '', headers: {}, body: cut },
      response: { status: 400, headers: {}, body: cut },
    };
  };
  world.journal.add({ bytes: 100_000, rules: [rule], entry });
  const app = Fastify();
  app.decorateRequest('exchange');
  app.addHook('onRequest', beginExchange);
  countInFlight(app, new Budget(room));
  app.get('/', (_request, reply) => outboxCalls.getOutbox({ world: () => world, reply } as Call<'getOutbox'>));
  const { statusCode } = await app.inject('/');
  await partitions.close();
  return { status: statusCode, written };
}

test('exchanges of other rules are not written out for the outbox', async () => {
  expect(await ask('HTTP-1', 1_000_000)).toEqual({ status: 200, written: 0 });
  expect(await ask('EMAIL-SUPP-13', 1_000_000)).toEqual({ status: 200, written: 1 });
});

test('an outbox that has no room is refused before it is made', async () => {
  await errorLines(async () => expect(await ask('EMAIL-SUPP-13', 1_000)).toEqual({ status: 503, written: 0 }));
});

/** A mail, or a message, from one address to three. */
function message(id: string, changes: object = {}) {
  const headers = { messageId: `<${id}@x>`, inReplyTo: null, references: [] };
  const people = {
    to: [{ email: 'a@b.co', name: 'A' }],
    cc: [{ email: 'c@b.co' }],
    bcc: [{ email: 'd@b.co', name: '' }],
  };
  return { id, ...headers, subject: `Subject ${id}`, from: { email: 'f@b.co', name: 'F' }, ...people, ...changes };
}

test('an outbox shows its mails in their threads, what has not left, and who was taken out', async () => {
  const at = new Date(5_000);
  const reply = { inReplyTo: '<1@x>', references: ['<1@x>'] };
  const gone = { inReplyTo: '<gone@x>', references: ['<1@x>', '<gone@x>'] };
  const mails = [
    { id: '3', message: message('3', gone), at, read: false, unrelayed: 'No.' },
    { id: '2', message: message('2', reply), at, read: true, unrelayed: null },
    { id: '1', message: message('1'), at: new Date(4_000), read: false, unrelayed: null },
  ];
  const out = { to: 'out@b.co', reason: 'hard_bounce', scope: 'account' };
  const accepted = [
    message('1', { status: 'sent', createdAt: 4_000, schedule: null, suppressed: [out] }),
    message('4', { status: 'scheduled', createdAt: 6_000, schedule: { text: 'soon', due: 9_000 }, suppressed: [] }),
    message('5', { status: 'sandbox', createdAt: 7_000, schedule: null, suppressed: [] }),
    message('6', { status: 'queued', createdAt: 7_000, schedule: null, suppressed: [] }),
  ];
  const refused = (request: unknown, response: unknown) => {
    const bodies = { request: { body: JSON.stringify(request) }, response: { body: JSON.stringify(response) } };
    return { rules: ['EMAIL-SUPP-13', 'ERR-1'], entry: () => ({ at: 'then', ...bodies }) };
  };
  const exchanges = [
    refused({ subject: 'Refused' }, { suppressed: [out, out] }),
    refused({}, { suppressed: [out] }),
    refused({ subject: 'Told otherwise' }, { suppressed: 'text' }),
    refused({ subject: 'Told otherwise' }, null),
    refused(null, { suppressed: [out] }),
  ];
  const world = {
    outbox: { list: () => mails },
    messages: { list: () => accepted },
    journal: { list: () => exchanges },
    clock: { now: () => 8_000 },
    usage: { bytes: 1 },
  };
  const app = Fastify();
  app.decorateRequest('exchange');
  app.addHook('onRequest', beginExchange);
  countInFlight(app, new Budget(1_000_000));
  app.get('/', (_request, reply) =>
    outboxCalls.getOutbox({ world: () => world, reply } as unknown as Call<'getOutbox'>),
  );
  const people = { from: 'F <f@b.co>', to: ['A <a@b.co>', 'c@b.co', 'd@b.co'] };
  const shown = (id: string, time: string) => ({
    id,
    messageId: `<${id}@x>`,
    inReplyTo: null,
    references: [],
    at: `1970-01-01T00:00:0${time}.000Z`,
    read: false,
    unrelayed: null,
    subject: `Subject ${id}`,
    ...people,
    parent: null,
    orphan: false,
  });
  const waits = { subject: 'Subject 4', ...people, createdAt: '1970-01-01T00:00:06.000Z', due: 'soon' };
  const boxed = { subject: 'Subject 5', ...people, createdAt: '1970-01-01T00:00:07.000Z', due: null };
  expect((await app.inject('/')).json()).toEqual({
    now: '1970-01-01T00:00:08.000Z',
    mails: [
      { ...shown('3', '5'), ...gone, unrelayed: 'No.', parent: '1', orphan: true },
      { ...shown('2', '5'), ...reply, read: true, parent: '1' },
      shown('1', '4'),
    ],
    unsent: [
      { message: '4', status: 'scheduled', ...waits },
      { message: '5', status: 'sandbox', ...boxed },
    ],
    suppressed: [
      { message: null, subject: 'Refused', at: 'then', ...out },
      { message: null, subject: 'Refused', at: 'then', ...out },
      { message: null, subject: '', at: 'then', ...out },
      { message: '1', subject: 'Subject 1', at: '1970-01-01T00:00:04.000Z', ...out },
    ],
  });
});

/** The page of a mail with a picture, and others behind it. */
async function page(
  html: string,
  room: number,
  content = 'A'.repeat(1_000_000),
  contentType = 'image/png',
  others: { contentId: string; content: string }[] = [],
) {
  const attachments = [{ contentId: 'p', content }, ...others].map((one) => ({ ...one, contentType }));
  const world = { outbox: { get: () => ({ message: { html, attachments } }) } };
  const app = Fastify();
  app.decorateRequest('exchange');
  app.addHook('onRequest', beginExchange);
  countInFlight(app, new Budget(room));
  app.get('/', (_request, reply) =>
    outboxCalls.getMailHtml({ world: () => world, path: { id: '' }, reply } as unknown as Call<'getMailHtml'>),
  );
  return app.inject('/');
}

test('a page is made of pieces, in which characters and pictures are whole', async () => {
  const html = `${'<img src="cid:p">'.repeat(10)}${'😀'.repeat(200_000)}`;
  const { body } = await page(html, 100_000_000);
  expect(body === html.replaceAll('cid:p', `data:image/png;base64,${'A'.repeat(1_000_000)}`)).toBe(true);
});

for (const [contentType, told] of [
  ['image/svg+xml; charset=utf-8', 'image/svg+xml'],
  ['application/x-p.1', 'application/x-p.1'],
  ['image', 'application/octet-stream'],
] as const) {
  test(`a picture of the type ${contentType} stands in a page as ${told}, in whatever its name ends`, async () => {
    const { body } = await page(`url(cid:p) "cid:p" 'cid:p' <cid:p> cid:p<br>cid:p`, 1_000_000, 'QQ==', contentType);
    const data = `data:${told};base64,QQ==`;
    expect(body).toBe(`url(${data}) "${data}" '${data}' <${data}> ${data}<br>${data}`);
  });
}

test('a page has pictures of twenty million characters together, and smaller ones that still fit', async () => {
  const small = { contentId: 'small', content: 'QQ==' };
  const lengths = async (length: number) => {
    const html = 'cid:p cid:p cid:p cid:small';
    const { body } = await page(html, 100_000_000, 'A'.repeat(length), 'image/png', [small]);
    return body.split(' ').map((part) => part.length);
  };
  expect(await lengths(10_000_000)).toEqual([10_000_022, 10_000_022, 5, 9]);
  expect(await lengths(10_000_001)).toEqual([10_000_023, 5, 5, 26]);
});

test('a page that has no room is refused before it is made', async () => {
  await errorLines(async () => {
    expect(await page('<img src="cid:p">', 1_000_000)).toMatchObject({ statusCode: 503 });
    expect(await page('x'.repeat(1_000_000), 1_000_000, '')).toMatchObject({ statusCode: 503 });
    const others = [{ contentId: 'q', content: 'A'.repeat(500_000) }];
    expect(await page('x', 1_000_000, 'A'.repeat(500_000), 'image/png', others)).toMatchObject({ statusCode: 503 });
  });
});

for (const before of ['', 'x']) {
  test(`no piece of a page ends within a character: ${before}…`, async () => {
    const html = before + '😀'.repeat(100_000);
    expect((await page(html, 1_000_000, '')).body === html).toBe(true);
  });
}

test('a page that names a picture ten thousand times more than it may has it as often as it may', async () => {
  const { body } = await page('cid:p '.repeat(20_000), 1_000_000, 'QQ==');
  expect(body.match(/data:image\/png;base64,QQ==/g)).toHaveLength(10_001);
  expect(body.match(/cid:p/g)).toHaveLength(9_999);
});
