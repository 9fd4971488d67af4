import { expect, test } from 'vitest';
import { resolveTarget } from '../target/target.ts';
import type { SafeRequest, Transport } from '../wire/transport.ts';
import { type Delivery, Mailbox } from './mailbox.ts';
import { lastSubject, SentTo } from './subject.ts';

/** A time that passes only while everybody waits. */
function passing() {
  let at = 0;
  const waiting: { until: number; on: () => void }[] = [];
  const sleep = (ms: number) => new Promise<void>((on) => waiting.push({ until: at + ms, on }));
  const during = async <T>(task: Promise<T>): Promise<T | Error> => {
    let ended: T | Error | undefined;
    task.then(
      (value) => {
        ended = value;
      },
      (error) => {
        ended = error;
      },
    );
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (ended !== undefined) return ended;
      waiting.sort((one, other) => one.until - other.until);
      const next = waiting.shift();
      if (!next) throw new Error('nobody waits, and it has not ended');
      at = next.until;
      next.on();
    }
  };
  return { now: () => at, sleep, during };
}

interface Given {
  isMock?: boolean;
  delivery?: Delivery;
  /** When the mail comes that is waited for, and how long a plain one takes; undefined for never. */
  comesAt?: number;
  canaryMs?: number;
  /** How long it takes to send a plain mail. */
  sendingMs?: number;
}

/** A mailbox of a deployment that is granted 60 s, on a time of its own, and what it was asked when. */
function over({ isMock = false, delivery = { slowestMs: 0, isDead: false }, ...given }: Given = {}) {
  const { comesAt, canaryMs, sendingMs } = given;
  const time = passing();
  const looks: number[] = [];
  const canaries: number[] = [];
  const outbox = { mailpit: 'http://outbox.example', waitMs: 60_000 };
  const target = resolveTarget(
    { baseUrl: 'https://staging.example.com/v2', accounts: { primary: { apiKey: 'key' } }, outbox },
    { isMock, clockOffsetMs: 0 },
  );
  const send = async ({ url }: SafeRequest) => {
    const [, field = '', address = ''] = /query=(\w+):"([^"]*)"/.exec(decodeURIComponent(url)) ?? [];
    if (url.includes('/raw')) return { status: 200, headers: [], body: Buffer.from('Subject: Hello\r\n\r\nHello') };
    const isCanary = address.startsWith('canary');
    if (field === 'to' && !isCanary) looks.push(Math.round(time.now()));
    const due = isCanary ? (canaries.at(-1) ?? 0) + (canaryMs ?? Number.NaN) : (comesAt ?? Number.NaN);
    const messages = time.now() >= due ? [{ ID: '1', To: [{ Address: address }] }] : [];
    return { status: 200, headers: [], body: Buffer.from(JSON.stringify({ messages })) };
  };
  const sendCanary = async () => {
    if (sendingMs !== undefined) await time.sleep(sendingMs);
    canaries.push(Math.round(time.now()));
    return 'canary@example.com';
  };
  const transport = { send } as unknown as Transport;
  // No time of a mailbox begins with it.
  const own = { now: () => time.now() + 1_000_000, sleep: time.sleep };
  const mailbox = new Mailbox(target, transport, () => 'p', sendCanary, delivery, undefined, own);
  return { mailbox, time, looks, canaries, delivery };
}

test('mail is looked for ever more slowly, twice a second in the end, and how long it took is known', async () => {
  const { mailbox, time, looks, canaries, delivery } = over({ comesAt: 1900 });
  await time.during(mailbox.find('ada@example.com'));
  expect(looks).toEqual([0, 100, 250, 475, 813, 1313, 1813, 2313]);
  // Mail that comes sooner afterwards does not change what the slowest one took.
  await time.during(mailbox.find('ada@example.com'));
  expect([canaries, mailbox.slowestMs, delivery.slowestMs]).toEqual([[], 2312.5, 2312.5]);
});

test('our mock is looked at sooner, and no plain mail is sent', async () => {
  const { mailbox, time, looks, canaries } = over({ isMock: true, comesAt: 20 });
  await time.during(mailbox.find('ada@example.com'));
  expect([looks, canaries]).toEqual([[0, 5, 13, 24], []]);
});

/** Mail of other cases has taken so long. */
const slow = () => ({ slowestMs: 3000, isDead: false });
const plain = ', while a plain mail that was sent later came in 1.3 s';
const none = 'no mail comes at all, within 60 s at least: outbox: { waitMs: LONGER }';
const waits: [
  what: string,
  given: () => Given,
  wait: (mailbox: Mailbox) => Promise<unknown>,
  ended: string,
  canaries: number[],
  at: number,
][] = [
  [
    'mail that is missing, by three times what a plain one takes that is sent after two seconds, and three seconds more',
    () => ({ canaryMs: 1000 }),
    (mailbox) => mailbox.find('ada@example.com'),
    `expected a mail to ada@example.com within 11 s, and none came${plain}`,
    [2313],
    10_625,
  ],
  [
    'mail that is missing where other mail took long: it is compared after twice as long',
    () => ({ canaryMs: 1000, delivery: slow() }),
    (mailbox) => mailbox.find('ada@example.com'),
    `expected a mail to ada@example.com within 17 s, and none came${plain}`,
    [8313],
    16_625,
  ],
  [
    'mail for later that is missing: not before the whole wait is over',
    () => ({ canaryMs: 1000 }),
    (mailbox) => mailbox.findScheduled('ada@example.com'),
    `expected a mail to ada@example.com within 60 s, and none came${plain}`,
    [2313],
    60_125,
  ],
  [
    'what must not come, until a plain mail has come, and half a second more',
    () => ({ canaryMs: 1000 }),
    (mailbox) => mailbox.isEmpty('ada@example.com'),
    'true',
    [0],
    1812.5,
  ],
  [
    'what must not come where other mail took longer, until that is over',
    () => ({ canaryMs: 1000, delivery: slow() }),
    (mailbox) => mailbox.isEmpty('ada@example.com'),
    'true',
    [0],
    3000,
  ],
  [
    'what must not come, of several at once by one plain mail',
    () => ({ canaryMs: 1000 }),
    (mailbox) => Promise.all(['ada@example.com', 'bob@example.com'].map((address) => mailbox.isEmpty(address))),
    'true,true',
    [0],
    1812.5,
  ],
  [
    'a plain mail that does not come: the whole wait of the profile',
    () => ({}),
    (mailbox) => mailbox.isEmpty('ada@example.com'),
    none,
    [0],
    60_312.5,
  ],
  [
    'a plain mail where none has come before: a tenth of it',
    () => ({ delivery: { slowestMs: 0, isDead: true } }),
    (mailbox) => mailbox.isEmpty('ada@example.com'),
    none,
    [0],
    6312.5,
  ],
];
for (const [what, given, wait, ended, canaries, at] of waits) {
  test(`so long is waited for ${what}`, async () => {
    const { mailbox, time, canaries: sent } = over(given());
    const came = await time.during(wait(mailbox));
    expect([came instanceof Error ? came.message : String(came), sent, time.now()]).toEqual([ended, canaries, at]);
  });
}

test('whether an address has no mail is told of what was sent to it', async () => {
  const { mailbox, time } = over({ isMock: true, canaryMs: 0, comesAt: 0 });
  expect(await time.during(mailbox.isEmpty('ada@example.com'))).toBe(false);
  expect(lastSubject()).toEqual(new SentTo('ada@example.com'));
  // Our mock has delivered all when it has delivered a later mail.
  expect(time.now()).toBe(0);
});

test('how long a plain mail took counts from when it was accepted', async () => {
  const { mailbox, time, delivery } = over({ sendingMs: 4000, canaryMs: 1000 });
  await time.during(mailbox.isEmpty('ada@example.com'));
  expect(delivery.slowestMs).toBe(1312.5);
});

test('mail has stopped to come where no plain one comes, though other mail came before', async () => {
  const { mailbox, time, delivery } = over({ comesAt: 300 });
  await time.during(mailbox.find('ada@example.com'));
  await time.during(mailbox.isEmpty('bob@example.com'));
  expect([delivery.isDead, mailbox.slowestMs]).toEqual([true, 475]);
});

test('that not even a plain mail came is known to the other cases until one comes, and a mail for later tells no time', async () => {
  const delivery = { slowestMs: 0, isDead: false };
  const dead = over({ delivery });
  await dead.time.during(dead.mailbox.isEmpty('ada@example.com'));
  expect(delivery).toEqual({ slowestMs: 0, isDead: true });
  const scheduled = over({ delivery, comesAt: 300 });
  await scheduled.time.during(scheduled.mailbox.findScheduled('ada@example.com'));
  expect([delivery, scheduled.mailbox.slowestMs]).toEqual([{ slowestMs: 0, isDead: true }, undefined]);
  const alive = over({ delivery, comesAt: 300 });
  await alive.time.during(alive.mailbox.find('ada@example.com'));
  expect(delivery).toEqual({ slowestMs: 475, isDead: false });
});
