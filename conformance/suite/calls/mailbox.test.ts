import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { readProfile } from '../target/profile.ts';
import { mockProfile, resolveTarget } from '../target/target.ts';
import { Transport } from '../wire/transport.ts';
import { Mailbox } from './mailbox.ts';

/** A mailbox over a service that delivers in order, and only when the next message is sent. */
async function slowly(use: (mailbox: Mailbox, send: (address: string) => void) => Promise<void>): Promise<void> {
  const delivered: string[] = [];
  const waiting: string[] = [];
  const send = (address: string) => {
    delivered.push(...waiting.splice(0));
    waiting.push(address);
  };
  const server = http.createServer(({ url = '' }, response) => {
    const [, wanted = ''] = /to:"([^"]*)"/.exec(decodeURIComponent(url)) ?? [];
    const found = delivered.filter((address) => address === wanted);
    const messages = found.map((Address) => ({ ID: Address, To: [{ Address }] }));
    response.end(url.includes('/raw') ? 'Subject: Hello\r\n\r\nHello' : JSON.stringify({ messages }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mailpit = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = resolveTarget(
    { ...readProfile(mockProfile, {}), baseUrl: `${mailpit}/v2`, outbox: { mailpit } },
    { isMock: true, clockOffsetMs: 0 },
  );
  const transport = new Transport(mailpit, { timeoutMs: 2000 });
  const sendCanary = async () => {
    send('canary@example.com');
    // What comes after it brings the canary itself.
    send('next@example.com');
    return 'canary@example.com';
  };
  try {
    await use(new Mailbox(target, transport, () => 'p', sendCanary), send);
  } finally {
    transport.close();
    server.closeAllConnections();
    server.close();
  }
}

test('a mailbox is empty only when what was sent before a later mail has not come', async () => {
  await slowly(async (mailbox, send) => {
    send('late@example.com');
    expect(await mailbox.current('late@example.com')).toEqual([]);
    expect(await mailbox.isEmpty('late@example.com')).toBe(false);
    expect(await mailbox.isEmpty('nobody@example.com')).toBe(true);
  });
});
