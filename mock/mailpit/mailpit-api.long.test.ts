import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { Messages } from '../email/messages.ts';
import { createMessage } from '../testing.ts';
import { createMailpitApi } from './mailpit-api.ts';

const deliveredAt = '2025-03-04T05:06:07.890Z';

type Mail = Parameters<typeof createMessage>[0];

/** A mailbox with mails of the ids m1, m2, ... */
function mailbox(...mails: Mail[]) {
  const messages = new Messages(100);
  for (const [index, mail] of mails.entries())
    messages.add(createMessage({ id: `m${index + 1}`, deliveredAt, ...mail }));
  const server = Fastify();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.register(
    createMailpitApi(() => messages),
    { prefix: '/api/v1' },
  );
  const call = async (method: 'GET' | 'PUT', path: string, body?: string) => {
    const answer = await server.inject({ method, url: `/api/v1${path}`, ...(body === undefined ? {} : { body }) });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: () => answer.json() };
  };
  return {
    get: (path: string) => call('GET', path),
    put: (path: string, body?: string) => call('PUT', path, body),
    read: () => messages.listDelivered().flatMap(({ id, read }) => (read ? [id] : [])),
  };
}

const threeMails = () =>
  mailbox(...[1, 2, 3].map((n) => ({ to: [{ email: `to${n}@example.com` }], tags: [`t${n}`, 'all'] })));

test('an empty mailbox lists nothing and has no latest mail', async () => {
  const box = mailbox();
  expect((await box.get('/messages')).json()).toEqual({
    ...{ total: 0, unread: 0, count: 0, messages_count: 0, messages_unread: 0, start: 0, tags: [], messages: [] },
  });
  for (const side of ['', '/headers', '/raw']) expect((await box.get(`/message/latest${side}`)).status).toBe(404);
});

test('a list entry has the members of Mailpit', async () => {
  const box = mailbox({
    cc: [{ email: 'cc@example.com', name: 'C, c' }],
    bcc: [{ email: 'bcc@example.com', name: 'Hidden' }, { email: 'CC@example.com' }],
    replyTo: 'reply@example.com',
    text: `  Good\n\nmorning ${'x'.repeat(300)}`,
    tags: ['b', 'a', 'b'],
  });
  const { text: raw } = await box.get('/message/latest/raw');
  expect((await box.get('/messages')).json().messages).toEqual([
    {
      ID: 'm1',
      MessageID: 'm1@mail.example.com',
      Read: false,
      From: { Name: 'Sender', Address: 'sender@example.com' },
      To: [{ Name: 'Ann', Address: 'ann@example.com' }],
      Cc: [{ Name: 'C, c', Address: 'cc@example.com' }],
      Bcc: [{ Name: '', Address: 'bcc@example.com' }],
      ReplyTo: [{ Name: '', Address: 'reply@example.com' }],
      Subject: 'Hello',
      Created: '2025-03-04T05:06:07.890Z',
      Username: '',
      Tags: ['a', 'b'],
      Size: Buffer.byteLength(raw),
      Attachments: 0,
      Snippet: `Good morning ${'x'.repeat(187)}...`,
    },
  ]);
});

test('a message has the members of Mailpit, and is read from then on', async () => {
  const file = { content: Buffer.from('hello').toString('base64'), contentType: 'image/png' };
  const box = mailbox({
    html: '<img src="cid:logo">',
    headers: { 'List-Unsubscribe': '<https://example.com/u>, <ftp://example.com>' },
    attachments: [
      { ...file, contentId: 'logo', disposition: 'inline', filename: 'logo.png' },
      { ...file, contentId: null, disposition: 'attachment', filename: 'a.png' },
    ],
  });
  expect((await box.get('/message/m1')).json()).toEqual({
    ID: 'm1',
    MessageID: 'm1@mail.example.com',
    From: { Name: 'Sender', Address: 'sender@example.com' },
    To: [{ Name: 'Ann', Address: 'ann@example.com' }],
    ...{ Cc: [], Bcc: [], ReplyTo: [], Tags: [], Username: '' },
    ReturnPath: 'sender@example.com',
    Subject: 'Hello',
    ListUnsubscribe: {
      Header: '<https://example.com/u>, <ftp://example.com>',
      Links: ['https://example.com/u'],
      Errors: expect.stringContaining('ftp://example.com'),
      HeaderPost: '',
    },
    Date: '2025-03-04T05:06:07Z',
    Text: 'Good morning\n',
    HTML: '<img src="cid:logo">\n',
    Size: expect.any(Number),
    Inline: [{ PartID: '2', FileName: 'logo.png', ContentType: 'image/png', ContentID: 'logo', Size: 5 }],
    Attachments: [{ PartID: '3', FileName: 'a.png', ContentType: 'image/png', ContentID: '', Size: 5 }],
  });
  expect((await box.get('/messages')).json()).toMatchObject({ unread: 0, messages: [{ Read: true }] });
});

test('a part is downloaded as a file under its name', async () => {
  const file = { content: 'QUJD', contentType: 'text/html', contentId: null, disposition: 'attachment' };
  const { headers, text } = await mailbox({ attachments: [{ ...file, filename: 'a b.html' }] }).get(
    '/message/m1/part/2',
  );
  expect([headers['content-disposition'], text]).toEqual(['attachment; filename="a%20b.html"', 'ABC']);
});

test('headers have their canonical names of Go, and unnamed recipients are in Bcc', async () => {
  const bcc = [{ email: 'b1@example.com' }, { email: 'b2@example.com' }];
  const headers = (await mailbox({ bcc, headers: { 'X-MY-id': 'x' } }).get('/message/m1/headers')).json();
  expect(headers).toMatchObject({
    Bcc: ['b1@example.com, b2@example.com'],
    'Message-Id': ['<m1@mail.example.com>'],
    'Mime-Version': ['1.0'],
    'Return-Path': ['<sender@example.com>'],
    'X-My-Id': ['x'],
  });
});

test('the source is plain text and does not count as reading', async () => {
  const box = threeMails();
  const { headers, text } = await box.get('/message/latest/raw');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^Return-Path: <sender@example.com>\r\n/);
  expect(box.read()).toEqual([]);
});

for (const [query, id] of [
  ['', 'm3'],
  ['?query=to:to1', 'm1'],
] as const) {
  test(`/message/latest${query} is the mail ${id}`, async () => {
    expect((await threeMails().get(`/message/latest${query}`)).json().ID).toBe(id);
  });
}

for (const [query, ids, start] of [
  ['', ['m3', 'm2', 'm1'], 0],
  ['?limit=1', ['m3'], 0],
  ['?start=1&limit=1', ['m2'], 1],
  ['?start=2', ['m1'], 2],
  ['?start=9', [], 9],
] as const) {
  test(`the list ${query || 'without a page'} has ${ids.join(', ') || 'no mail'} and true totals`, async () => {
    const list = (await threeMails().get(`/messages${query}`)).json();
    expect(list.messages.map(({ ID }: { ID: string }) => ID)).toEqual(ids);
    expect(list).toMatchObject({ total: 3, messages_count: 3, count: ids.length, start });
  });
}

test('a search has its own totals', async () => {
  const box = threeMails();
  await box.get('/message/latest');
  const list = (await box.get('/search?query=-to:to1&limit=1&start=1')).json();
  expect(list).toMatchObject({ total: 3, unread: 2, count: 1, messages_count: 2, messages_unread: 1, start: 1 });
  expect(list.messages).toMatchObject([{ ID: 'm2' }]);
});

for (const [body, ids] of [
  ['{"Read":true,"IDs":["m3","unknown"]}', ['m3']],
  ['{"Read":true,"Search":"to:to1"}', ['m1']],
  ['{"Read":true}', ['m3', 'm2', 'm1']],
] as const) {
  test(`PUT /messages ${body} marks ${ids.join(', ')} as read`, async () => {
    const box = threeMails();
    expect(await box.put('/messages', body)).toMatchObject({ status: 200, text: 'ok' });
    expect(box.read()).toEqual(ids);
  });
}

for (const path of ['/message/nothing', '/message/m1/part/2', '/message/nothing/raw', '/nothing']) {
  test(`${path} is not found`, async () => {
    expect(await threeMails().get(path)).toMatchObject({ status: 404, text: '404 page not found' });
  });
}

test('the information counts mails, unread ones and tags', async () => {
  const box = threeMails();
  await box.get('/message/m1');
  const tags = { all: 3, t1: 1, t2: 1, t3: 1 };
  expect((await box.get('/info')).json()).toMatchObject({ Messages: 3, Unread: 2, Tags: tags });
});
