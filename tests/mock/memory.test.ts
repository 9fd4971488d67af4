import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Budget } from '../../mock/collections/memory.ts';
import { DeliveredMail } from '../../mock/email/outbox.ts';
import { createRelay } from '../../mock/email/relay.ts';
import { acceptedMessage, closeOf, errorLines } from '../../mock/testing.ts';
import { Api, email, refusal } from './support/api.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

const LIMIT = 20_000_000;

/** A mock that may take little memory, and a partition of it. */
async function frugal() {
  const budget = new Budget(LIMIT);
  const mock = await serve({ budget });
  const api = new Api(mock.port, 'default');
  const sockets: Socket[] = [];
  const open = async (bytes: string) => {
    const socket = connect(mock.port, '127.0.0.1').pause();
    sockets.push(socket);
    await once(socket, 'connect');
    socket.on('error', () => undefined).write(bytes);
    return socket;
  };
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await mock.close();
  };
  const used = async () => {
    const { memory } = (await api.control('GET', '/health')).body as { memory: { used: Record<string, number> } };
    return memory.used;
  };
  return { budget, api, open, used, close };
}

const head = (method: string, path: string, length: number) =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key_primary\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

const LARGE_TEXT = 'x'.repeat(1_000_000);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The bytes that are in memory and are needed. */
function heldBytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** An answer of which the client does not wait for the first piece. */
async function dribbled(api: Api): Promise<void> {
  await api.control('POST', '/scenarios', { dribble: 'PT1H', times: 1 });
  const body = JSON.stringify(email({ template_variables: { large: LARGE_TEXT } }));
  const request = head('POST', '/v2/email_messages', body.length) + body;
  const socket = connect(api.port, '127.0.0.1').on('error', () => undefined);
  socket.write(request);
  await expect.poll(async () => (await api.control('GET', '/scenarios')).body).toEqual({ scenarios: [] });
  socket.destroy();
  await expect
    .poll(async () => {
      const { memory } = (await api.control('GET', '/health')).body as { memory: { used: Record<string, number> } };
      return memory.used.bodies;
    })
    .toBe(0);
}

/** Large deployments, each of which is left for the next one. */
async function redeployed(api: Api): Promise<void> {
  const settled = 'x'.repeat(LARGE_TEXT.length / 3);
  for (let n = 0; n < 3; n++) {
    expect((await api.control('PUT', '/deployment', { contract: '2.0.0', settled })).status).toBe(200);
    await api.get('/dir/document_types');
  }
}

test('bodies that do not come to their end are refused when memory has no room for them, and small requests go on', async () => {
  const { api, open, used, close } = await frugal();
  try {
    const lines = await errorLines(async () => {
      for (const bytes of [8_000_000, 16_000_000]) {
        await open(head('POST', '/v2/email_messages', 7_900_000) + ' '.repeat(4_000_000));
        await expect.poll(async () => (await used()).bodies).toBe(bytes);
      }
      const refused = await api.send({ text_body: 'x'.repeat(2_000_000) });
      expect(refused).toMatchObject(refusal(503, '10007'));
      expect(refused.headers['retry-after']).toBe('5');
    });
    expect(lines.at(-1)).toBe('mock: no memory for POST /v2/email_messages: it was refused');
    await api.accepted();
  } finally {
    await close();
  }
});

for (const [what, ask] of [
  ['large requests', (api: Api) => api.call('POST', '/number_reservations', { body: { large: LARGE_TEXT } })],
  ['large requests with a note', (api: Api) => api.send({ headers: { [`a b${LARGE_TEXT}`]: 'x' } })],
  ['answers that dribble to clients that left', dribbled],
  ['deployments that a partition answered as before', redeployed],
] as const) {
  test(`the journal keeps no memory of ${what}`, async () => {
    const { api, close } = await frugal();
    try {
      await ask(api);
      const before = heldBytes();
      for (let n = 0; n < 20; n++) await ask(api);
      await expect.poll(() => heldBytes() - before).toBeLessThan(10 * LARGE_TEXT.length);
    } finally {
      await close();
    }
  });
}

test('what was in flight is free when its connection ends', async () => {
  const { api, open, used, close } = await frugal();
  try {
    const socket = await open(head('POST', '/v2/email_messages', 7_900_000) + ' '.repeat(4_000_000));
    await expect.poll(async () => (await used()).bodies).toBeGreaterThan(7_000_000);
    socket.destroy();
    await expect.poll(async () => (await used()).bodies).toBe(0);
    await api.accepted({ text_body: 'x'.repeat(2_000_000) });
    expect(await used()).toMatchObject({ bodies: 0, answers: 0 });
  } finally {
    await close();
  }
});

test('many small values weigh more than their bytes', async () => {
  const { api, close } = await frugal();
  try {
    const metadata = { a: Array.from({ length: 250_000 }, () => ({})) };
    await errorLines(async () => expect(await api.send({ metadata })).toMatchObject(refusal(503, '10007')));
    await api.accepted({ metadata: { a: 'x'.repeat(750_000) } });
  } finally {
    await close();
  }
});

test('an answer of many entries has its room before a number is held', async () => {
  const { api, close } = await frugal();
  const numbers = (length: number) =>
    Array.from({ length }, (_, index) => ({ phone_number: `+1312555${String(100 + index).padStart(4, '0')}` }));
  try {
    const ask = (length: number) =>
      api.call('POST', '/number_reservations', { body: { phone_numbers: numbers(length) } });
    await errorLines(async () => expect(await ask(19_000)).toMatchObject(refusal(503, '10007')));
    expect(await ask(1)).toMatchObject({ status: 200, body: { data: { phone_numbers: [{ status: 'pending' }] } } });
  } finally {
    await close();
  }
});

test('deployments that partitions answer as leave no room for partitions without end', async () => {
  const { budget, api, used, close } = await frugal();
  try {
    const deployment = { contract: '2.0.0', settled: 'x', choices: { holdMinutes: 5 } };
    for (let n = 0; n < 8; n++)
      expect((await new Api(api.port, `p${n}`).control('PUT', '/deployment', deployment)).status).toBe(200);
    const { state } = await used();
    expect(state).toBeGreaterThan(2_000_000);
    expect(state).toBeLessThanOrEqual(budget.limit / 2);
  } finally {
    await close();
  }
});

test('large answers that nobody reads leave no room for further ones', async () => {
  const { api, open, close } = await frugal();
  try {
    const { id } = await api.accepted({ text_body: 'x'.repeat(6_000_000) });
    const path = `/email_messages/${id}`;
    for (let n = 0; n < 2; n++)
      await open(`GET /v2${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key_primary\r\n\r\n`);
    await errorLines(async () => expect.poll(async () => (await api.get(path)).status).toBe(503));
    expect((await api.get('/dir/document_types')).status).toBe(200);
  } finally {
    await close();
  }
});

test('late mail is kept within the bounds of what waits', async () => {
  const { budget, api, used, close } = await frugal();
  try {
    await api.control('POST', '/scenarios', { lateMail: 'PT1H' });
    for (let n = 0; n < 10; n++) await api.accepted({ text_body: 'x'.repeat(400_000) });
    const { state } = await used();
    expect(state).toBeGreaterThan(400_000);
    expect(state).toBeLessThan(budget.limit / 10);
    await api.advance('PT1H');
    expect((await api.mails()).length).toBeGreaterThan(0);
  } finally {
    await close();
  }
});

test('answers that dribble leave no room for further ones, until their clients have left', async () => {
  const { api, open, used, close } = await frugal();
  try {
    const { id } = await api.accepted({ text_body: 'x'.repeat(3_000_000) });
    await api.control('POST', '/scenarios', { dribble: 'PT1H' });
    const ask = () =>
      open(`GET /v2/email_messages/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key_primary\r\n\r\n`);
    const slow = await Promise.all([ask(), ask(), ask()]);
    await expect.poll(async () => (await used()).answers).toBeGreaterThan(9_000_000);
    await api.control('DELETE', '/scenarios');
    await errorLines(async () => expect((await api.get(`/email_messages/${id}`)).status).toBe(503));
    for (const socket of slow) socket.destroy();
    await expect.poll(async () => (await used()).answers).toBe(0);
  } finally {
    await close();
  }
});

test('readers of the stream that do not read are cut off when too much waits for all of them', async () => {
  const { api, open, used, close } = await frugal();
  try {
    const readers = await Promise.all(
      Array.from({ length: 20 }, () => open('GET /__admin/requests/stream HTTP/1.1\r\nHost: localhost\r\n\r\n')),
    );
    const closed = readers.map((reader) => closeOf(reader));
    for (let n = 0; n < 200; n++) await api.call('POST', '/email_messages', { body: ' '.repeat(60_000) });
    expect((await used()).streams).toBeLessThan(LIMIT / 8);
    for (const reader of readers) reader.resume();
    await Promise.race(closed);
  } finally {
    await close();
  }
});

test('of more than a hundred readers of the stream the one that has read longest is cut off', async () => {
  const { open, close } = await frugal();
  try {
    const listen = async () => {
      const reader = await open('GET /__admin/requests/stream HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(reader.resume(), 'data');
      return reader;
    };
    const longest = await listen();
    const others = [];
    for (let n = 1; n < 100; n++) others.push(await listen());
    expect(longest.closed).toBe(false);
    const closed = closeOf(longest);
    others.push(await listen());
    await closed;
    expect(others.filter((reader) => reader.closed)).toEqual([]);
  } finally {
    await close();
  }
});

test('mail for a mail server that says nothing waits within bounds, and what is too much is told', async () => {
  const budget = new Budget(1_000_000);
  const relay = createRelay('smtp://127.0.0.1:1', budget);
  const failed: string[] = [];
  const [first] = await errorLines(async () => {
    for (const id of ['1', '2', '3']) {
      const message = acceptedMessage({ id, text: 'x'.repeat(60_000) });
      relay.send(new DeliveredMail(message, new Date(0)), () => void failed.push(id));
    }
    expect(failed).toEqual(['3']);
    relay.close();
    // Those under way end as well.
    await expect.poll(() => failed, { interval: 5 }).toHaveLength(3);
  });
  expect(first).toBe('mock: <3@mail.example.com> was not relayed: too much mail waits for the mail server');
  expect(budget.used.relay).toBe(0);
});

test('a deployment of its own weighs on a partition as long as it answers as that, and once', async () => {
  const { api, used, close } = await frugal();
  const answersAs = async (bytes: number) => {
    const settled = { contract: '2.0.0', settled: 'x'.repeat(bytes), choices: {} };
    expect((await api.control('PUT', '/deployment', settled)).status).toBe(200);
    return (await used()).state ?? 0;
  };
  try {
    const before = (await used()).state;
    const small = await answersAs(100);
    expect(small).toBeGreaterThan(2_000_000);
    expect(await answersAs(10_100)).toBeGreaterThan(small + 9_000);
    expect(await answersAs(100)).toBe(small);
    await api.control('DELETE', '/deployment');
    expect((await used()).state).toBe(before);
  } finally {
    await close();
  }
});

test('lists of its own weigh on a partition as long as it has them', async () => {
  const { api, used, close } = await frugal();
  const filled = async (state: object) => {
    expect((await api.control('PUT', '/state', state)).status).toBe(200);
    return (await used()).state ?? 0;
  };
  try {
    const plain = await filled({});
    const documentTypes = [{ short_name: 'letter', description: 'x'.repeat(10_000) }];
    expect(await filled({ documentTypes })).toBeGreaterThan(plain + 10_000);
    expect(await filled({})).toBe(plain);
  } finally {
    await close();
  }
});

test('a list is answered when all memory is taken', async () => {
  const { budget, api, close } = await frugal();
  budget.of('relay').add(2 * LIMIT);
  try {
    expect((await api.get('/dir/document_types')).status).toBe(200);
  } finally {
    budget.of('relay').add(-2 * LIMIT);
    await close();
  }
});

test('a snapshot that memory has no room for is refused, and nothing fails', async () => {
  const { budget, api, close } = await frugal();
  try {
    await api.accepted({ text_body: 'x'.repeat(100_000) });
    budget.of('relay').add(LIMIT);
    const lines = await errorLines(async () => {
      expect((await api.control('GET', '/state')).status).toBe(503);
    });
    expect(lines).toEqual(['mock: no memory for GET /__admin/state: it was refused']);
  } finally {
    budget.of('relay').add(-LIMIT);
    await close();
  }
});

test('a snapshot has the room of the fixtures that it shows', async () => {
  const { budget, api, close } = await frugal();
  const taken = LIMIT * 0.85;
  budget.of('relay').add(taken);
  try {
    await errorLines(async () => expect((await api.control('GET', '/state')).status).toBe(503));
    for (const part of ['now', 'templates']) expect((await api.control('GET', `/state?only=${part}`)).status).toBe(200);
  } finally {
    budget.of('relay').add(-taken);
    await close();
  }
});
