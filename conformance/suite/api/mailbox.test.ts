import { expect, test } from 'vitest';
import { resolveTarget } from '../target/target.ts';
import type { SafeRequest, Transport } from '../wire/transport.ts';
import { type Delivery, decodeHeader, Mailbox } from './mailbox.ts';

/** A clock on which time passes only while something sleeps. */
function ownClock() {
  let at = 1_000_000;
  const waiting: { until: number; go: () => void }[] = [];
  const sleep = (ms: number) => new Promise<void>((go) => waiting.push({ until: at + ms, go }));
  /** Lets time pass until a task has ended; gives its value or its error. */
  const during = async <T>(task: Promise<T>): Promise<T | Error> => {
    let ended: { with: T | Error } | undefined;
    task.then(
      (value) => {
        ended = { with: value };
      },
      (error) => {
        ended = { with: error };
      },
    );
    for (;;) {
      await new Promise((done) => setImmediate(done));
      if (ended) return ended.with;
      const next = waiting.sort((a, b) => a.until - b.until).shift();
      if (!next) throw new Error('the task does not end');
      at = next.until;
      next.go();
    }
  };
  return { now: () => at, sleep, during };
}

interface Service {
  isMock?: boolean;
  username?: string;
  delivery?: Delivery;
  /** Milliseconds after the start at which the mail to ada@example.com comes, and the time that a canary takes; undefined for never. */
  comesAfter?: number;
  canaryTakes?: number;
  /** The answer to a path below the outbox, in place of that mail. */
  answer?: (path: string) => object | string | number | undefined;
}

/** A mailbox of a target whose profile grants a minute. */
function mailboxOf({ isMock = false, delivery = { slowestMs: 0, isDead: false }, ...service }: Service = {}) {
  const clock = ownClock();
  const begun = clock.now();
  const [requests, canaries] = [[] as SafeRequest[], [] as number[]];
  const outbox = {
    mailpit: 'http://outbox.example/mail//',
    waitMs: 60_000,
    ...(service.username && { username: service.username }),
  };
  const target = resolveTarget(
    { baseUrl: 'https://staging.example.com/v2', accounts: { primary: { apiKey: 'key' } }, outbox },
    { isMock, clockOffsetMs: 0 },
  );
  const found = (path: string) => {
    if (path.endsWith('/raw')) return 'Subject: Hello\r\n\r\nHello';
    const [, address = ''] = /query=to:"([^"]*)"/.exec(path) ?? [];
    const due = { 'ada@example.com': begun + (service.comesAfter ?? Number.NaN) }[address];
    const canaryDue = (canaries.at(-1) ?? 0) + (service.canaryTakes ?? Number.NaN);
    const hasCome = clock.now() >= (address === 'canary@example.com' ? canaryDue : (due ?? Number.NaN));
    return { messages: hasCome ? [{ ID: '1', To: [{ Address: address }] }] : [] };
  };
  const send = async (request: SafeRequest) => {
    requests.push(request);
    const path = decodeURIComponent(request.url.replace('http://outbox.example/mail', ''));
    const answer = service.answer?.(path) ?? found(path);
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    return { status: typeof answer === 'number' ? answer : 200, headers: [], body: Buffer.from(text) };
  };
  const sendCanary = async () => {
    canaries.push(clock.now());
    return 'canary@example.com';
  };
  const transport = { send } as unknown as Transport;
  const mailbox = new Mailbox(target, transport, () => 'p 1', sendCanary, delivery, undefined, clock);
  return { mailbox, clock, requests, canaries, delivery, elapsed: () => clock.now() - begun };
}

const raw = [
  'From: Ada Byron <ada@example.com>',
  'To: Team: bob@example.com, "C, D" <cd@example.com>;, eve@example.com',
  'Cc: Fay@Example.com',
  'Reply-To: Some: Replies <replies@example.com>;, fay@example.com',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
  'X-Twice: one',
  'X-Twice: two',
  'Content-Type: multipart/alternative; boundary=b',
  ...['', '--b', 'Content-Type: text/plain; charset=utf-8', '', 'Grüße'],
  ...['--b', 'Content-Type: text/html; charset=utf-8', '', '<p>Hello</p>', '--b--'],
].join('\r\n');
const summary = { ID: 'a/1', To: [{ Address: 'Bob@example.com' }], Cc: null, Bcc: [{ Address: 'gus@example.com' }] };

test('a mail is read with its headers, parts and recipients, blind copies included', async () => {
  const { mailbox } = mailboxOf({ answer: (path) => (path.endsWith('/raw') ? raw : { messages: [summary] }) });
  const [mail] = (await mailbox.current('bob@EXAMPLE.com')).mails;
  expect(mail).toMatchObject({
    id: 'a/1',
    from: { name: 'Ada Byron', address: 'ada@example.com' },
    to: ['bob@example.com', 'cd@example.com', 'eve@example.com'],
    cc: ['Fay@Example.com'],
    recipients: ['bob@example.com', 'gus@example.com'],
    replyTo: [{ address: 'replies@example.com' }, { address: 'fay@example.com' }],
    subject: 'Grüße',
    html: '<p>Hello</p>\n',
    text: 'Grüße\n',
    attachments: [],
  });
  expect(mail?.all('x-TWICE')).toEqual(['one', 'two']);
});

test('an address is found in blind copies, and a longer address is not found', async () => {
  const longer = { ...summary, ID: '2', To: [{ Address: 'notgus@example.com' }], Bcc: null };
  const { mailbox } = mailboxOf({
    answer: (path) =>
      path.endsWith('/raw') ? raw : { messages: path.includes('=bcc:') ? [longer, summary] : [longer] },
  });
  expect((await mailbox.current('gus@example.com')).mails.map(({ id }) => id)).toEqual(['a/1']);
});

test('the outbox gets its own credentials, and that of the mock its partition', async () => {
  const named = mailboxOf({ username: 'me' });
  await named.mailbox.current('ada@example.com');
  expect(named.requests[0]?.headers).toEqual([['Authorization', `Basic ${Buffer.from('me:').toString('base64')}`]]);
  const mock = mailboxOf({ isMock: true });
  await mock.mailbox.current('ada@example.com');
  expect(mock.requests[0]).toMatchObject({ headers: [], url: expect.stringContaining('partition=p%201') });
});

test('an outbox that does not answer with 200 is an error', async () => {
  const { mailbox } = mailboxOf({ answer: () => 401 });
  await expect(mailbox.current('ada@example.com')).rejects.toMatchObject({ outcome: 'error' });
});

test('a late mail is found without a canary, and its delay is known', async () => {
  const { mailbox, clock, canaries, delivery } = mailboxOf({ comesAfter: 1900 });
  await clock.during(mailbox.find('ada@example.com'));
  expect(canaries).toEqual([]);
  expect(delivery.slowestMs).toBeGreaterThanOrEqual(1900);
});

test('a mail is missing once a later canary has come', async () => {
  const { mailbox, clock, canaries, elapsed } = mailboxOf({ canaryTakes: 1000 });
  expect(await clock.during(mailbox.find('ada@example.com'))).toMatchObject({ name: 'MailMissing' });
  expect(canaries).toHaveLength(1);
  expect(elapsed()).toBeLessThan(60_000);
});

test('a scheduled mail is missing only after the whole wait of the profile', async () => {
  const { mailbox, clock, elapsed } = mailboxOf({ canaryTakes: 1000 });
  expect(await clock.during(mailbox.findScheduled('ada@example.com'))).toMatchObject({ name: 'MailMissing' });
  expect(elapsed()).toBeGreaterThanOrEqual(60_000);
});

test('a mailbox is empty when a later canary has come and no mail', async () => {
  const { mailbox, clock, canaries } = mailboxOf({ canaryTakes: 1000 });
  const empty = Promise.all([mailbox.settled('ada@example.com'), mailbox.settled('bob@example.com')]);
  expect(await clock.during(empty)).toMatchObject([{ mails: [] }, { mails: [] }]);
  expect(canaries).toHaveLength(1);
});

test('a case is blocked where no canary comes, and later cases wait less for one', async () => {
  const delivery = { slowestMs: 0, isDead: false };
  const times: number[] = [];
  for (let time = 0; time < 2; time++) {
    const { mailbox, clock, elapsed } = mailboxOf({ delivery });
    expect(await clock.during(mailbox.settled('ada@example.com'))).toMatchObject({ outcome: 'blocked' });
    times.push(elapsed());
  }
  const [first = 0, second = 0] = times;
  expect(first).toBeGreaterThanOrEqual(60_000);
  expect(second).toBeLessThan(first / 2);
  const alive = mailboxOf({ delivery, comesAfter: 0 });
  await alive.clock.during(alive.mailbox.find('ada@example.com'));
  expect(delivery.isDead).toBe(false);
});

test('the text of a header is decoded and unfolded', () => {
  expect(decodeHeader(' =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\t an   alle ')).toBe('Grüße an alle');
});
