import { expect, test } from 'vitest';
import { resolveTarget } from '../target/target.ts';
import type { SafeRequest, Transport } from '../wire/transport.ts';
import { Mailbox, textOfHeader } from './mailbox.ts';
import { lastSubject, SentTo } from './subject.ts';

type Outbox = NonNullable<Parameters<typeof resolveTarget>[0]['outbox']>;

/** A mailbox over an outbox that answers each path below its address so, what it was asked, and the mails that were told of. */
function over(
  answer: (path: string) => object | string | number,
  { isMock = false, apiKey = 'key', ...more }: Partial<Outbox> & { isMock?: boolean; apiKey?: string } = {},
) {
  const outbox = { mailpit: 'http://outbox.example/mail//', ...more };
  const target = resolveTarget(
    { baseUrl: 'https://staging.example.com/v2', accounts: { primary: { apiKey } }, outbox },
    { isMock, clockOffsetMs: 0 },
  );
  const [asked, told] = [[] as SafeRequest[], [] as object[]];
  const send = async (request: SafeRequest) => {
    asked.push(request);
    const said = answer(decodeURIComponent(request.url.replace('http://outbox.example/mail', '')));
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    return { status: typeof said === 'number' ? said : 200, headers: [], body: Buffer.from(text) };
  };
  const observer = { read: (mail: object) => void told.push(mail) };
  const never = () => Promise.reject(new Error('no plain mail was to be sent'));
  const delivery = { slowestMs: 0, isDead: false };
  const mailbox = new Mailbox(target, { send } as unknown as Transport, () => 'p 1', never, delivery, observer);
  return { mailbox, asked, told };
}

const raw = [
  'From: Ada Byron <ada@example.com>',
  'To: Team: bob@example.com, "C, D" <cd@example.com>;, eve@example.com',
  'Cc: Fay@Example.com',
  'Reply-To: Some: Replies <replies@example.com>;, Fay <fay@example.com>',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
  'X-Twice: one',
  'X-Twice: two',
  'Content-Type: multipart/alternative; boundary=b',
  ...['', '--b', 'Content-Type: text/plain; charset=utf-8', '', 'Grüße'],
  ...['--b', 'Content-Type: text/html; charset=utf-8', '', '<p>Hello</p>', '--b--'],
].join('\r\n');
const summary = {
  ID: 'a/1',
  To: [{ Address: 'Bob@example.com' }],
  Cc: [{ Address: 'Fay@Example.com' }],
  Bcc: [{ Address: 'gus@example.com' }],
};

test('a mail is read with all that it says, and told of with its address in the outbox', async () => {
  const { mailbox, told } = over((path) => (path.endsWith('/raw') ? raw : { messages: [summary] }));
  const [mail] = await mailbox.current('bob@EXAMPLE.com');
  if (!mail) throw new Error('no mail was found');
  const { all, attachments, ...read } = mail;
  expect(lastSubject() === mail).toBe(true);
  expect(read).toEqual({
    id: 'a/1',
    from: { name: 'Ada Byron', address: 'ada@example.com' },
    to: ['bob@example.com', 'cd@example.com', 'eve@example.com'],
    cc: ['Fay@Example.com'],
    recipients: ['bob@example.com', 'fay@example.com', 'gus@example.com'],
    replyTo: [
      { name: 'Replies', address: 'replies@example.com' },
      { name: 'Fay', address: 'fay@example.com' },
    ],
    subject: 'Grüße',
    html: '<p>Hello</p>\n',
    text: 'Grüße\n',
    raw,
  });
  expect([all('x-TWICE'), all('X-None'), attachments]).toEqual([['one', 'two'], [], []]);
  const readAt = expect.stringMatching(/^20.*Z$/);
  expect(told).toEqual([{ mail, url: 'http://outbox.example/mail/api/v1/message/a%2F1/raw', readAt }]);
});

test('a mail without anything in its head is read as one that says nothing', async () => {
  const none = { ID: '1', To: null, Bcc: [{ Address: 'gus@example.com' }] };
  const { mailbox } = over((path) => (path.endsWith('/raw') ? '\r\n<' : { messages: [none] }));
  const [mail] = await mailbox.current('gus@example.com');
  expect(mail).toMatchObject({ to: [], cc: [], replyTo: [], recipients: ['gus@example.com'] });
  for (const absent of ['from', 'subject', 'html']) expect(mail).not.toHaveProperty(absent);
});

test('a mail that is from a name alone is from nobody, and one that is HTML alone has no text', async () => {
  const head = ['From: Ada', 'Reply-To: Ada', 'Content-Type: text/html', '', '<p>'].join('\r\n');
  const { mailbox } = over((path) => (path.endsWith('/raw') ? head : { messages: [summary] }));
  const [mail] = await mailbox.current('bob@example.com');
  expect(mail).toMatchObject({ replyTo: [{ name: 'Ada', address: '' }], html: '<p>\n' });
  for (const absent of ['from', 'text']) expect(mail).not.toHaveProperty(absent);
});

test('an address is looked for in each place, until it is found, and what is only like it is none', async () => {
  const like = { ...summary, ID: '2', To: [{ Address: 'notgus@example.com' }], Bcc: null };
  const { mailbox, asked } = over((path) => {
    if (path.endsWith('/raw')) return raw;
    if (path.includes('=cc:')) return {};
    return { messages: path.includes('=bcc:') ? [like, summary] : [like] };
  });
  const found = await mailbox.current('gus@example.com', 'Hello you');
  expect(lastSubject()).toEqual(new SentTo('gus@example.com', 'Hello you'));
  expect(found.map(({ id }) => id)).toEqual(['a/1']);
  expect(asked.map(({ url }) => decodeURIComponent(url.replace(/^.*\/v1\//, '')))).toEqual([
    ...['to', 'cc', 'bcc'].map((field) => `search?query=${field}:"gus@example.com" subject:"Hello you"&limit=100`),
    'message/a/1/raw',
  ]);
  asked.length = 0;
  await mailbox.find('notgus@example.com', 'Hello');
  expect(asked[0]?.url).toMatch(/%20subject%3A%22Hello%22&limit=100$/);
  asked.length = 0;
  await mailbox.current('notgus@example.com');
  expect(asked.map(({ url }) => decodeURIComponent(url.replace(/^.*\/v1\//, '')))).toEqual([
    'search?query=to:"notgus@example.com"&limit=100',
    'message/2/raw',
  ]);
});

test('an outbox is asked with its credentials where it has some, and that of our mock for a partition', async () => {
  const headersOf = async (more: Parameters<typeof over>[1]) => {
    const { mailbox, asked } = over(() => ({}), more);
    await mailbox.current('ada@example.com');
    return [asked[0]?.headers, asked[0]?.url.replace(/^.*limit=100/, '')];
  };
  const login = Buffer.from('me:word').toString('base64');
  expect(await headersOf({})).toEqual([[], '']);
  expect(await headersOf({ username: 'me', password: 'word' })).toEqual([[['Authorization', `Basic ${login}`]], '']);
  expect(await headersOf({ username: 'me' })).toEqual([[['Authorization', 'Basic bWU6']], '']);
  expect(await headersOf({ isMock: true })).toEqual([[], '&partition=p%201']);
  expect(await headersOf({ isMock: true, apiKey: 'key.team' })).toEqual([[], '&partition=p%201']);
});

test('an outbox that does not answer as it should ends the case without a word on the service', async () => {
  const { mailbox } = over(() => 401);
  const ended = await mailbox.current('ada@example.com').catch((error) => error);
  expect([ended.outcome, ended.message]).toEqual([
    'error',
    expect.stringMatching(/^the outbox answered GET \/api\/v1\/search\?query=.* with 401$/),
  ]);
});

test('on the mock so many mails are missing as have not come in time, and no plain mail is sent to compare', async () => {
  const { mailbox } = over((path) => (path.endsWith('/raw') ? raw : { messages: [summary] }), {
    isMock: true,
    waitMs: 1,
  });
  const ended = await mailbox.findAll('bob@example.com', 2, 'Hello').catch((error) => error);
  expect(ended).toMatchObject({
    wanted: expect.stringMatching(/^2 mails to bob@example\.com within 0\.\d s$/),
    found: '1 came',
    sentTo: new SentTo('bob@example.com', 'Hello'),
  });
  const none = over(() => ({ messages: [] }), { isMock: true, waitMs: 1 });
  await expect(none.mailbox.find('bob@example.com')).rejects.toThrow(
    /^expected a mail to bob@example\.com within 0\.\d s, and none came$/,
  );
});

test('the text of a header has its words decoded, and one blank for each run of white space', () => {
  expect(textOfHeader(' =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\t an   alle ')).toBe('Grüße an alle');
});
