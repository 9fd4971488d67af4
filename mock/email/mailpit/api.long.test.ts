import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { acceptedMessage } from '../../testing.ts';
import { MailTooLarge } from '../large-mail.ts';
import { Outbox } from '../outbox.ts';
import { mailpitApi } from './api.ts';

const AT = new Date('2025-03-04T05:06:07.890Z');

function mailbox() {
  const outbox = new Outbox();
  const server = Fastify();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.register(
    mailpitApi(() => outbox),
    { prefix: '/api/v1' },
  );
  const call = async (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: string) => {
    const answer = await server.inject({ method, url: `/api/v1${path}`, ...(body === undefined ? {} : { body }) });
    const json = () => answer.json();
    return { status: answer.statusCode, type: answer.headers['content-type'], text: answer.body, json };
  };
  return {
    server,
    outbox,
    get: (path: string) => call('GET', path),
    put: (path: string, body?: string) => call('PUT', path, body),
    delete: (path: string, body?: string) => call('DELETE', path, body),
  };
}

function threeMails() {
  const box = mailbox();
  for (const n of [1, 2, 3]) {
    const to = [{ email: `to${n}@example.com` }];
    box.outbox.deliver(acceptedMessage({ id: `m${n}`, subject: `Mail ${n}`, to, tags: [`t${n}`, 'all'] }), AT);
  }
  return box;
}

test('a hundred links of a List-Unsubscribe are looked at', async () => {
  const box = mailbox();
  const links = Array.from({ length: 200 }, (_, n) => `<mailto:a${n}@b.co>`).join(', ');
  box.outbox.deliver(acceptedMessage({ headers: { 'List-Unsubscribe': links } }), AT);
  expect((await box.get('/message/latest')).json().ListUnsubscribe.Links).toHaveLength(100);
});

for (const [header, links, errors] of [
  [
    '<https://b.co/u>, <ftp://b.co/u>',
    ['https://b.co/u'],
    '"ftp://b.co/u" should start with either http(s):// or mailto:',
  ],
  ['https://b.co/u', [], '"https://b.co/u" no valid unsubscribe links found'],
] as const) {
  test(`what is wrong with a List-Unsubscribe is told: ${header}`, async () => {
    const box = mailbox();
    box.outbox.deliver(acceptedMessage({ headers: { 'List-Unsubscribe': header } }), AT);
    const told = { Header: header, Links: links, Errors: errors, HeaderPost: '' };
    expect((await box.get('/message/latest')).json().ListUnsubscribe).toEqual(told);
  });
}

test('a body of too many values changes nothing', async () => {
  const box = threeMails();
  const body = `{"Read":true,"IDs":["m1"${',0'.repeat(50_000)}]}`;
  const refused = { status: 400, text: 'the body has more than 50000 values' };
  expect(await box.put('/messages', body)).toMatchObject(refused);
  expect(await box.delete('/messages', body)).toMatchObject(refused);
  expect(box.outbox.list().map(({ read }) => read)).toEqual([false, false, false]);
});

test('an empty mailbox lists nothing', async () => {
  const { status, json } = await mailbox().get('/messages');
  expect(status).toBe(200);
  expect(json()).toEqual({
    total: 0,
    unread: 0,
    count: 0,
    messages_count: 0,
    messages_unread: 0,
    start: 0,
    tags: [],
    messages: [],
  });
});

test('a list entry has the members that Mailpit gives it', async () => {
  const box = mailbox();
  box.outbox.deliver(
    acceptedMessage({
      cc: [{ email: 'cc@example.com', name: 'C, c' }],
      bcc: [{ email: 'bcc@example.com', name: 'Hidden' }],
      replyTo: 'reply@example.com',
      text: `  Good\n\nmorning ${'x'.repeat(300)}`,
      tags: ['b', 'a', 'b'],
    }),
    AT,
  );
  const raw = (await box.get('/message/latest/raw')).text;
  const list = (await box.get('/messages')).json();
  expect(list).toMatchObject({
    total: 1,
    unread: 1,
    count: 1,
    messages_count: 1,
    messages_unread: 1,
    tags: ['a', 'b'],
  });
  expect(list.messages).toEqual([
    {
      ID: box.outbox.list()[0]?.id,
      MessageID: 'message-1@mail.example.com',
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

test('a message has the members that Mailpit gives it, and is read from then on', async () => {
  const box = mailbox();
  const content = Buffer.from('hello').toString('base64');
  box.outbox.deliver(
    acceptedMessage({
      html: '<img src="cid:logo">',
      headers: { 'List-Unsubscribe': '<https://example.com/u>, <ftp://example.com>' },
      attachments: [
        { content, contentType: 'image/png', contentId: 'logo', disposition: 'inline', filename: 'logo.png' },
        { content, contentType: 'application/pdf', contentId: null, disposition: 'attachment', filename: 'a.pdf' },
      ],
    }),
    AT,
  );
  const id = box.outbox.list()[0]?.id ?? '';
  const { status, json } = await box.get(`/message/${id}`);
  expect(status).toBe(200);
  const message = json();
  expect(message).toEqual({
    ID: id,
    MessageID: 'message-1@mail.example.com',
    From: { Name: 'Sender', Address: 'sender@example.com' },
    To: [{ Name: 'Ann', Address: 'ann@example.com' }],
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    ReturnPath: 'sender@example.com',
    Subject: 'Hello',
    ListUnsubscribe: {
      Header: '<https://example.com/u>, <ftp://example.com>',
      Links: ['https://example.com/u'],
      Errors: '"ftp://example.com" should start with either http(s):// or mailto:',
      HeaderPost: '',
    },
    Date: '2025-03-04T05:06:07Z',
    Tags: [],
    Username: '',
    Text: 'Good morning\n',
    HTML: '<img src="cid:logo">\n',
    Size: expect.any(Number),
    Inline: [{ PartID: '2', FileName: 'logo.png', ContentType: 'image/png', ContentID: 'logo', Size: 5 }],
    Attachments: [{ PartID: '3', FileName: 'a.pdf', ContentType: 'application/pdf', ContentID: '', Size: 5 }],
  });
  expect((await box.get(`/message/${id}/part/3`)).text).toBe('hello');
  expect((await box.get('/messages')).json()).toMatchObject({ unread: 0, messages: [{ Read: true, Attachments: 1 }] });
});

test('headers come under the names of Go, with the unnamed recipients as Bcc', async () => {
  const box = mailbox();
  const references = Array.from({ length: 20 }, (_, n) => `<${n}@mail.example.com>`);
  const bcc = [{ email: 'b1@example.com' }, { email: 'b2@example.com' }];
  box.outbox.deliver(
    acceptedMessage({ bcc, references, inReplyTo: '<19@mail.example.com>', headers: { 'X-MY-id': 'é' } }),
    AT,
  );
  const { json, type } = await box.get('/message/latest/headers');
  expect(type).toContain('application/json');
  const headers = json();
  expect(headers).toMatchObject({
    Bcc: ['b1@example.com, b2@example.com'],
    'Message-Id': ['<message-1@mail.example.com>'],
    'Mime-Version': ['1.0'],
    'In-Reply-To': ['<19@mail.example.com>'],
    References: [references.join(' ')],
    'Return-Path': ['<sender@example.com>'],
    To: ['Ann <ann@example.com>'],
    'X-My-Id': [expect.stringMatching(/^=\?UTF-8\?/)],
  });
  expect(Object.keys(headers)).toEqual(Object.keys(headers).sort());
});

test('headers of megabytes are read like others', async () => {
  const box = mailbox();
  const headers = { 'X-Long': `${'word '.repeat(420_000)}end`, 'X-Next': 'next' };
  box.outbox.deliver(acceptedMessage({ headers }), AT);
  const told = (await box.get('/message/latest/headers')).json();
  expect([told['X-Long'][0].length, told['X-Next']]).toEqual([2_100_003, ['next']]);
});

test('no Bcc line is made up when every recipient is named', async () => {
  const box = mailbox();
  box.outbox.deliver(acceptedMessage(), AT);
  expect((await box.get('/message/latest/headers')).json()).not.toHaveProperty('Bcc');
});

test('the source is plain text and does not count as reading', async () => {
  const box = threeMails();
  const { status, type, text } = await box.get('/message/latest/raw');
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toMatch(/^Return-Path: <sender@example.com>\r\n/);
  expect(text).toContain('\r\nSubject: Mail 3\r\n');
  expect((await box.get('/messages')).json().unread).toBe(3);
});

test('latest is the newest mail, or the newest that a query finds', async () => {
  const box = threeMails();
  expect((await box.get('/message/latest')).json().Subject).toBe('Mail 3');
  expect((await box.get('/message/latest?query=to:to1')).json().Subject).toBe('Mail 1');
});

for (const [query, subjects, start] of [
  ['', ['Mail 3', 'Mail 2', 'Mail 1'], 0],
  ['?limit=1', ['Mail 3'], 0],
  ['?start=1&limit=1', ['Mail 2'], 1],
  ['?start=2', ['Mail 1'], 2],
  ['?start=9', [], 9],
  ['?limit=0', ['Mail 3', 'Mail 2', 'Mail 1'], 0],
  ['?start=1&limit=0', ['Mail 3', 'Mail 2', 'Mail 1'], 1],
  ['?limit=02', ['Mail 3', 'Mail 2'], 0],
  ['?start=999999999999999', [], 999_999_999_999_999],
] as const) {
  test(`a page of the list: ${query || 'as it is'}`, async () => {
    const list = (await threeMails().get(`/messages${query}`)).json();
    expect(list.messages.map((message: { Subject: string }) => message.Subject)).toEqual(subjects);
    expect(list).toMatchObject({ total: 3, messages_count: 3, count: subjects.length, start });
  });
}

test('of a list, and of a search, fifty mails are shown where nobody says how many', async () => {
  const box = mailbox();
  for (let n = 1; n <= 51; n++) box.outbox.deliver(acceptedMessage({ id: `m${n}` }), AT);
  const counts = async (path: string) => {
    const { count, messages_count, messages } = (await box.get(path)).json();
    return [count, messages_count, messages[0]?.ID, messages.at(-1)?.ID];
  };
  expect(await counts('/messages')).toEqual([50, 51, 'm51', 'm2']);
  expect(await counts('/search?query=hello')).toEqual([50, 51, 'm51', 'm2']);
  expect(await counts('/search?query=hello&limit=0')).toEqual([0, 51, undefined, undefined]);
  expect(await counts('/search?query=hello&limit=7&start=2')).toEqual([7, 51, 'm49', 'm43']);
});

test('each search reads dates in the zone that it names', async () => {
  const query = 'query=after:"2025-03-04 17:00"&tz=Pacific/Auckland';
  const box = threeMails();
  expect((await box.get(`/search?${query}`)).json().messages_count).toBe(3);
  expect((await box.get(`/search?${query.split('&')[0]}`)).json().messages_count).toBe(0);
  expect((await box.get(`/message/latest?${query}`)).json().Subject).toBe('Mail 3');
  expect((await box.get(`/message/latest?${query.split('&')[0]}`)).status).toBe(404);
  const change = JSON.stringify({ Read: true, Search: 'after:"2025-03-04 17:00"' });
  const read = () => box.outbox.list().map((mail) => mail.read);
  await box.put('/messages', change);
  expect(read()).toEqual([true, false, false]);
  await box.put('/messages?tz=Pacific/Auckland', change);
  expect(read()).toEqual([true, true, true]);
  await box.delete(`/search?${query.split('&')[0]}`);
  expect(read()).toHaveLength(3);
  await box.delete(`/search?${query}`);
  expect(read()).toHaveLength(0);
});

test('a search has its own totals', async () => {
  const box = threeMails();
  await box.get('/message/latest');
  const list = (await box.get('/search?query=-to:to1&limit=1&start=1')).json();
  expect(list).toMatchObject({ total: 3, unread: 2, count: 1, messages_count: 2, messages_unread: 1, start: 1 });
  expect(list.messages[0].Subject).toBe('Mail 2');
});

for (const method of ['get', 'delete'] as const) {
  test(`a search without a query is refused: ${method}`, async () => {
    const box = threeMails();
    for (const path of ['/search', '/search?query=%20']) {
      const answer = await box[method](path);
      expect([answer.status, answer.text]).toEqual([400, 'Error: no search query']);
      expect(answer.type).toContain('text/plain');
    }
    expect(box.outbox.list().length).toBe(3);
  });
}

test('mail is deleted by id, by search or altogether', async () => {
  const box = threeMails();
  const id = box.outbox.list()[0]?.id;
  expect(await box.delete('/messages', JSON.stringify({ IDs: [id] }))).toMatchObject({ status: 200, text: 'ok' });
  expect(box.outbox.list().length).toBe(2);
  expect(await box.delete('/search?query=to:to1')).toMatchObject({ status: 200, text: 'ok' });
  expect(box.outbox.list().map(({ message }) => message.subject)).toEqual(['Mail 2']);
  expect(await box.delete('/messages')).toMatchObject({ status: 200, text: 'ok' });
  expect(box.outbox.list().length).toBe(0);
});

for (const body of ['', '{}', '{"IDs":null}']) {
  test(`without ids everything is deleted: ${JSON.stringify(body)}`, async () => {
    const box = threeMails();
    expect(await box.delete('/messages', body)).toMatchObject({ status: 200, text: 'ok' });
    expect(box.outbox.list().length).toBe(0);
  });
}

test('mail is marked by id, by search or altogether', async () => {
  const box = threeMails();
  const id = box.outbox.list()[0]?.id;
  const readSubjects = () =>
    box.outbox
      .list()
      .filter(({ read }) => read)
      .map(({ message }) => message.subject);
  expect(await box.put('/messages', JSON.stringify({ Read: true, IDs: [id, 'unknown'] }))).toMatchObject({
    text: 'ok',
  });
  expect(readSubjects()).toEqual(['Mail 3']);
  await box.put('/messages', '{"Read":true,"Search":"to:to1"}');
  expect(readSubjects()).toEqual(['Mail 3', 'Mail 1']);
  await box.put('/messages', '{"Read":false}');
  expect(readSubjects()).toEqual([]);
});

for (const [body, text] of [
  ['', 'the body is not JSON'],
  ['[]', 'the body is not a JSON object'],
  ['{"Read":1}', 'Read is not a boolean'],
  ['{"IDs":[1]}', 'IDs is not a list of strings'],
  ['{"Search":["b"]}', 'Search is not a string'],
] as const) {
  test(`a change that cannot be read is refused with the reason: ${JSON.stringify(body)}`, async () => {
    expect(await threeMails().put('/messages', body)).toMatchObject({ status: 400, type: 'text/plain', text });
  });
}

test('a change is of mails by their ids or of those that a search finds', async () => {
  const box = threeMails();
  const refused = { status: 400, text: 'You may specify either IDs or a search query, not both' };
  expect(await box.put('/messages', '{"Read":true,"IDs":["m1"],"Search":"to:to2"}')).toMatchObject(refused);
  expect(box.outbox.list().map(({ read }) => read)).toEqual([false, false, false]);
});

for (const path of [
  '/message/nothing',
  '/message/m1/part/2',
  '/message/nothing/raw',
  '/message/nothing/headers',
  '/nothing',
  '/message/latest/part/9',
]) {
  test(`what is not there is answered with 404: ${path}`, async () => {
    expect(await threeMails().get(path)).toMatchObject({ status: 404, text: '404 page not found' });
  });
}

test('a part is a file to be saved under its name, whatever its type', async () => {
  const box = mailbox();
  const file = { content: 'QUJD', contentType: 'text/html', contentId: null, disposition: 'attachment' };
  const attachments = ['a "b".html', ''].map((filename) => ({ ...file, filename }));
  box.outbox.deliver(acceptedMessage({ attachments }), AT);
  const told = async (part: number) => {
    const { headers, body } = await box.server.inject(`/api/v1/message/latest/part/${part}`);
    return [headers['content-type'], headers['content-disposition'], body];
  };
  expect(await told(2)).toEqual(['application/octet-stream', 'attachment; filename="a%20%22b%22.html"', 'ABC']);
  expect(await told(3)).toEqual(['application/octet-stream', 'attachment; filename="attachment-2.html"', 'ABC']);
});

test('what goes wrong inside is for the surrounding server, and what a client did wrong is told in plain text', async () => {
  const server = Fastify();
  server.setErrorHandler<Error>((error, _request, reply) => reply.code(500).send({ logged: error.message }));
  const failures = {
    400: Object.assign(new Error('no'), { statusCode: 400 }),
    500: Object.assign(new Error('no'), { statusCode: 500 }),
    503: new MailTooLarge('too large'),
    unknown: new Error('no'),
  };
  for (const [name, error] of Object.entries(failures)) {
    const fail = () => {
      throw error;
    };
    server.register(mailpitApi(fail), { prefix: `/${name}` });
  }
  const told = async (path: string) => {
    const { statusCode, headers, body } = await server.inject(path);
    return [statusCode, headers['content-type']?.toString().split(';')[0], body];
  };
  expect(await told('/400/info')).toEqual([400, 'text/plain', 'no']);
  expect(await told('/503/info')).toEqual([503, 'text/plain', 'too large']);
  for (const name of ['500', 'unknown'])
    expect(await told(`/${name}/info`)).toEqual([500, 'application/json', '{"logged":"no"}']);
});

test('a search whose client has left is given up, and what it would change stays as it is', async () => {
  const box = threeMails();
  box.server.addHook('preHandler', async (_request, reply) => void reply.raw.destroy());
  const told: string[] = [];
  box.server.addHook('onError', async (_request, _reply, { message }) => void told.push(message));
  const leave = (change: Promise<unknown>) => change.catch(() => undefined);
  await leave(box.put('/messages', '{"Read":true,"Search":"mail"}'));
  await leave(box.delete('/search?query=mail'));
  for (const path of ['/search', '/message/latest']) await leave(box.get(`${path}?query=mail`));
  expect(box.outbox.list().map(({ read }) => read)).toEqual([false, false, false]);
  expect(told).toEqual(Array(4).fill('Error: nobody waits for this search'));
});

test('an empty mailbox has no latest mail', async () => {
  const none = { status: 404, type: 'text/plain', text: 'Message not found' };
  for (const side of ['', '/headers', '/raw'])
    expect(await mailbox().get(`/message/latest${side}`)).toMatchObject(none);
  expect(await threeMails().get('/message/latest?query=to:nobody')).toMatchObject(none);
});

test('the information counts mail and tags', async () => {
  const box = threeMails();
  expect((await box.get('/info')).json()).toMatchObject({
    Messages: 3,
    Unread: 3,
    Tags: { all: 3, t1: 1, t2: 1, t3: 1 },
  });
});

test('of very many tags a thousand are told', async () => {
  const box = mailbox();
  box.outbox.deliver(acceptedMessage({ tags: Array.from({ length: 3_000 }, (_, n) => `t${n}`) }), AT);
  expect((await box.get('/messages')).json().tags).toHaveLength(1_000);
});

test('a mail that is written aside is a mail like any other', async () => {
  const box = mailbox();
  const content = Buffer.alloc(600_000, 7);
  const file = { contentType: 'image/png', contentId: null, disposition: 'attachment', filename: 'a.png' };
  const attachments = [{ ...file, content: content.toString('base64') }];
  box.outbox.deliver(acceptedMessage({ text: 'x'.repeat(60_000), attachments }), AT);
  const { Text, Attachments } = (await box.get('/message/latest')).json();
  expect(Text.trim()).toBe('x'.repeat(60_000));
  expect(Attachments).toMatchObject([{ FileName: 'a.png', ContentType: 'image/png', Size: content.length }]);
  const raw = await box.outbox.list()[0]?.raw();
  expect((await box.get('/message/latest/raw')).text).toContain(raw?.toString());
});

test('the views of a large mail are made one in a round, however many waited for its reading', async () => {
  const box = mailbox();
  box.outbox.deliver(acceptedMessage({ text: 'x'.repeat(100_000) }), AT);
  let round = 0;
  let counting = setImmediate(function count() {
    round += 1;
    counting = setImmediate(count);
  });
  const rounds: number[] = [];
  box.server.addHook('onSend', async () => void rounds.push(round));
  await Promise.all(Array.from({ length: 10 }, () => box.get('/message/latest')));
  clearImmediate(counting);
  expect(rounds).toHaveLength(10);
  expect(new Set(rounds).size).toBe(10);
});
