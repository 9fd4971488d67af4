import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readProfile } from '../target/profile.ts';
import { mockProfile, resolveTarget } from '../target/target.ts';
import { Transport } from '../wire/transport.ts';
import { type Delivery, Mailbox } from './mailbox.ts';

interface Service {
  /** What the outbox shows by now, by the addresses. */
  delivered: () => readonly string[];
  send: (address: string) => void;
  /** What a deployment is granted; our own mock delivers at once. */
  waitMs?: number;
  /** What other cases have seen. */
  delivery?: Delivery;
}

/** A mailbox over an outbox. */
async function over(
  { delivered, send, waitMs, delivery }: Service,
  use: (mailbox: Mailbox) => Promise<void>,
): Promise<void> {
  const server = http.createServer(({ url = '' }, response) => {
    const [, wanted = ''] = /to:"([^"]*)"/.exec(decodeURIComponent(url)) ?? [];
    const found = delivered().filter((address) => address === wanted);
    // The newest first, as Mailpit lists them.
    const messages = found.map((Address, index) => ({ ID: `${index + 1}`, To: [{ Address }] })).reverse();
    response.end(url.includes('/raw') ? 'Subject: Hello\r\n\r\nHello' : JSON.stringify({ messages }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mailpit = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = resolveTarget(
    { ...readProfile(mockProfile, {}), baseUrl: `${mailpit}/v2`, outbox: { mailpit, ...(waitMs && { waitMs }) } },
    { isMock: waitMs === undefined, clockOffsetMs: 0 },
  );
  const transport = new Transport(mailpit, { timeoutMs: 600_000 });
  const sendCanary = async () => {
    send('canary@example.com');
    // What comes after it brings the canary itself.
    send('next@example.com');
    return 'canary@example.com';
  };
  try {
    await use(new Mailbox(target, transport, () => 'p', sendCanary, delivery));
  } finally {
    transport.close();
    server.closeAllConnections();
    server.close();
  }
}

/** A mailbox over a service that delivers in order, and only when the next message is sent. */
async function slowly(use: (mailbox: Mailbox, send: (address: string) => void) => Promise<void>): Promise<void> {
  const delivered: string[] = [];
  const waiting: string[] = [];
  const send = (address: string) => {
    delivered.push(...waiting.splice(0));
    waiting.push(address);
  };
  await over({ delivered: () => delivered, send }, (mailbox) => use(mailbox, send));
}

test('a mailbox is empty only when what was sent before a later mail has not come', async () => {
  await slowly(async (mailbox, send) => {
    send('late@example.com');
    expect(await mailbox.current('late@example.com')).toEqual([]);
    expect(await mailbox.isEmpty('late@example.com')).toBe(false);
    expect(await mailbox.isEmpty('nobody@example.com')).toBe(true);
  });
});

test('what was sent after a plain mail is waited for by another one', async () => {
  await slowly(async (mailbox, send) => {
    expect(await mailbox.isEmpty('nobody@example.com')).toBe(true);
    send('late@example.com');
    expect(await mailbox.isEmpty('late@example.com')).toBe(false);
  });
});

test('mails to one address are given oldest first', async () => {
  const delivered = () => ['ann@example.com', 'ann@example.com'];
  await over({ delivered, send: () => {} }, async (mailbox) => {
    expect((await mailbox.findAll('ann@example.com', 2)).map(({ id }) => id)).toEqual(['1', '2']);
  });
});

test('mail that comes before a plain mail would is found, and how long it took is known', async () => {
  const [delivered, sent] = [[] as string[], [] as string[]];
  const send = (address: string) => void (address.startsWith('canary') ? delivered.push(...sent) : sent.push(address));
  send('late@example.com');
  await over({ delivered: () => delivered, send, waitMs: 6000 }, async (mailbox) => {
    expect((await mailbox.find('late@example.com')).recipients).toEqual(['late@example.com']);
    expect(mailbox.slowestMs).toBeGreaterThan(0);
  });
});

test('mail is missing when a plain mail that was sent later has come', async () => {
  const delivered: string[] = [];
  await over(
    { delivered: () => delivered, send: (address) => delivered.push(address), waitMs: 600 },
    async (mailbox) => {
      await expect(mailbox.find('none@example.com')).rejects.toThrow(
        /a mail to none@example.com .* plain mail that was sent later/,
      );
    },
  );
});

test('a mail for later may come long after a plain one that was sent then', async () => {
  let looks = 0;
  const delivered = () => ['canary@example.com', ...(++looks > 20 ? ['late@example.com'] : [])];
  await over({ delivered, send: () => {}, waitMs: 6000 }, async (mailbox) => {
    expect((await mailbox.findScheduled('late@example.com')).recipients).toEqual(['late@example.com']);
  });
});

test('where not even a plain mail comes, nothing is said about one that is missing', async () => {
  await over({ delivered: () => [], send: () => {}, waitMs: 300 }, async (mailbox) => {
    const asked = [mailbox.find('none@example.com'), mailbox.isEmpty('none@example.com')];
    // Either may be the first to end.
    await Promise.all(asked.map((one) => expect(one).rejects.toThrow(/no mail comes at all/)));
  });
});

test('mail that comes again is known to all cases of the process', async () => {
  const delivery = { slowestMs: 0, isDead: true };
  await over({ delivered: () => ['ann@example.com'], send: () => {}, waitMs: 6000, delivery }, async (mailbox) => {
    await mailbox.find('ann@example.com');
  });
  expect(delivery.isDead).toBe(false);
});
