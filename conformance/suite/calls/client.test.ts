import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { resolveTarget, transportTo } from '../target/target.ts';
import { Client } from './client.ts';
import { ReadBack } from './read-back.ts';

/** Has a client call a server that does this with each request. */
async function against(
  listener: http.RequestListener,
  use: (api: Client, disturbed: Promise<void>) => Promise<void>,
  { timeoutMs = 60_000, waitMs = 0 } = {},
) {
  const server = http.createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const target = resolveTarget(
    {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
      accounts: { primary: { apiKey: 'key' }, restricted: { apiKey: 'restricted-key' } },
      allow: ['read', 'write', 'send'],
      limits: { timeoutMs },
    },
    { isMock: false, clockOffsetMs: 0 },
  );
  const transport = transportTo(target);
  let told = () => {};
  const disturbed = new Promise<void>((resolve) => {
    told = resolve;
  });
  const observer = { answered: () => {}, disturbed: () => told() };
  const readBack = new ReadBack(waitMs, { longestMs: 0 });
  await use(new Client({ target, transport, observer, partition: () => '', silent: new Map(), readBack }), disturbed);
  transport.close();
  server.closeAllConnections();
  server.close();
}

test('an exchange that is broken before anybody waits for its answer is told to who waits later', async () => {
  const breaking: http.RequestListener = (request) => void request.socket.resetAndDestroy();
  await against(breaking, async (api, disturbed) => {
    const sent = api.sendEmail({});
    await disturbed;
    // By the next turn of the event loop Node calls a failure unhandled that nobody has asked for, which would end the run.
    await new Promise((resolve) => setImmediate(resolve));
    await expect(sent).rejects.toMatchObject({ name: 'Disturbance' });
  });
});

test('an operation that does not answer three times in a row is not asked for a while, and many at once are one time', async () => {
  const silent: http.RequestListener = () => {};
  await against(
    silent,
    async (api) => {
      for (let time = 0; time < 3; time++) {
        const sends = [api.sendEmail({}), api.sendEmail({}), api.sendEmail({})];
        for (const sent of sends) await expect(sent).rejects.toThrow('did not answer within 50 ms');
      }
      await expect(api.sendEmail({})).rejects.toThrow('createEmailMessage did not answer 3 times in a row');
    },
    { timeoutMs: 50 },
  );
});

test('a send without a key is not sent again by who does the same once more, as nobody knows whether it had its effect', async () => {
  let received = 0;
  const breaking: http.RequestListener = (request) => {
    received += 1;
    request.socket.resetAndDestroy();
  };
  await against(breaking, async (api) => {
    for (const subject of ['first', 'first', 'second']) {
      await expect(api.sendEmail({ to: ['ada@example.com'], subject })).rejects.toMatchObject({ name: 'Disturbance' });
    }
  });
  expect(received).toBe(2);
});

test('a notification whose update with {} is refused is read by an update to what is known of it', async () => {
  const asked: object[] = [];
  const careful: http.RequestListener = async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    asked.push(body);
    response.statusCode = Object.keys(body).length === 0 ? 422 : 200;
    response.setHeader('Content-Type', 'application/json').end('{"data":{"sim_card_id":"c1"}}');
  };
  await against(careful, async (api) => {
    expect((await api.readNotification('n1')).status).toBe(422);
    await api.updateNotification('n1', { threshold: { amount: '7', unit: 'MB' } });
    expect((await api.readNotification('n1')).status).toBe(200);
  });
  expect(asked).toEqual([{}, { threshold: { amount: '7', unit: 'MB' } }, {}, { sim_card_id: 'c1' }]);
});

test('what one key of an account made is waited for by its other key', async () => {
  let reads = 0;
  const late: http.RequestListener = ({ method }, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (method === 'POST') return void response.writeHead(202).end('{"data":{"id":"m1","status":"queued"}}');
    reads += 1;
    if (reads < 3) return void response.writeHead(404).end('{"errors":[]}');
    response.end('{"data":{"id":"m1","status":"queued"}}');
  };
  for (const [made, read] of [['primary', 'restricted'] as const, ['restricted', 'primary'] as const]) {
    reads = 0;
    await against(
      late,
      async (api) => {
        await api.as(made).sendEmail({});
        expect((await api.as(read).getEmail('m1')).status).toBe(200);
      },
      { waitMs: 5_000 },
    );
  }
});
