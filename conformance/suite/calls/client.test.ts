import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { resolveTarget, transportTo } from '../target/target.ts';
import { Client } from './client.ts';

test('an exchange that is broken before anybody waits for its answer is told to who waits later', async () => {
  const server = http.createServer((request) => void request.socket.resetAndDestroy()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const target = resolveTarget(
    {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
      accounts: { primary: { apiKey: 'key' } },
      allow: ['read', 'send'],
    },
    { isMock: false, clockOffsetMs: 0 },
  );
  const transport = transportTo(target);
  let told = () => {};
  const isDisturbed = new Promise<void>((resolve) => {
    told = resolve;
  });
  const observer = { answered: () => {}, disturbed: () => told() };
  const api = new Client({ target, transport, observer, partition: () => '', silent: new Map() });
  const sent = api.sendEmail({});
  await isDisturbed;
  // By the next turn of the event loop Node calls a failure unhandled that nobody has asked for, which would end the run.
  await new Promise((resolve) => setImmediate(resolve));
  await expect(sent).rejects.toMatchObject({ name: 'Disturbance' });
  transport.close();
  server.close();
});
