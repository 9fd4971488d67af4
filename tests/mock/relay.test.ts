import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { Budget, memorySize } from '../../mock/collections/memory.ts';
import { DeliveredMail } from '../../mock/email/outbox.ts';
import { createRelay } from '../../mock/email/relay.ts';
import { acceptedMessage, errorLines } from '../../mock/testing.ts';
import { Api } from './support/api.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

interface Received {
  from: string;
  to: string[];
  text: string;
}

/** A mail server that keeps what it receives. */
async function startMailServer(refusal?: string) {
  const received: Received[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    ...(refusal !== undefined && { onRcptTo: (_address, _session, done) => done(new Error(refusal)) }),
    onData: async (stream, { envelope }, done) => {
      const text = Buffer.concat(await stream.toArray()).toString();
      received.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        text,
      });
      done();
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  const { connections } = smtp;
  return { url: `smtp://127.0.0.1:${port}`, received, connections, close: () => smtp.close(() => {}) };
}

test('delivered mail goes to a mail server as well, to every recipient', async () => {
  const { url, received, close } = await startMailServer();
  const budget = new Budget();
  const mock = await serve({ relay: createRelay(url, budget) });
  const api = new Api(mock.port, 'default');
  try {
    await api.accepted({ to: ['ann@example.com'], bcc: ['bob@example.com'], subject: 'At once' });
    await expect.poll(() => received).toMatchObject([{ to: ['ann@example.com', 'bob@example.com'] }]);
    expect(received[0]?.text).toContain('\r\nSubject: At once\r\n');
    expect(received[0]?.text).not.toContain('bob@example.com');
    await api.accepted({ sandbox_mode: true });
    await api.accepted({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString(), subject: 'Later' });
    await api.advance('PT2H');
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]?.text).toContain('\r\nSubject: Later\r\n');
    // What has been relayed waits for nothing any more.
    await expect.poll(() => budget.used.relay).toBe(0);
  } finally {
    await mock.close();
    close();
  }
});

test('mail goes from its sender to each of its recipients, however often some is sent', async () => {
  const { url, received, connections, close } = await startMailServer();
  const budget = new Budget();
  const relay = createRelay(url, budget);
  const failed: string[] = [];
  const message = acceptedMessage({
    to: [{ email: 'ann@example.com', name: 'Ann' }, { email: 'bob@example.com' }],
    cc: [{ email: 'cy@example.com' }],
    bcc: [{ email: 'di@example.com' }],
  });
  try {
    for (let n = 1; n <= 7; n++) {
      relay.send(new DeliveredMail(message, new Date(0)), (reason) => void failed.push(reason));
      await expect.poll(() => received.length, { interval: 5 }).toBe(n);
      await expect.poll(() => budget.used.relay, { interval: 5 }).toBe(0);
    }
    const to = ['ann', 'bob', 'cy', 'di'].map((name) => `${name}@example.com`);
    expect(received).toEqual(Array(7).fill({ from: 'sender@example.com', to, text: received[0]?.text }));
    expect([failed, connections.size]).toEqual([[], 1]);
  } finally {
    relay.close();
    await expect.poll(() => connections.size).toBe(0);
    close();
  }
});

for (const [what, limit, others, sent] of [
  ['an eighth of the budget is taken', 8, 0, ['too much mail waits for the mail server']],
  ['an eighth of the budget has room', 8.1, 0, []],
  ['others take the rest of it', 16, 15.5, Array(2).fill('too much mail waits for the mail server')],
] as const) {
  test(`mail waits for a mail server until ${what}`, async () => {
    const message = acceptedMessage();
    const bytes = memorySize(message);
    const budget = new Budget(limit * 2 * bytes - 1);
    budget.of('state').add(others * 2 * bytes);
    const relay = createRelay('smtp://127.0.0.1:1', budget);
    const failed: string[] = [];
    const lines = await errorLines(async () => {
      for (let n = 0; n < 2; n++)
        relay.send(new DeliveredMail(message, new Date(0)), (reason) => void failed.push(reason));
    });
    expect(failed).toEqual(sent);
    expect(lines).toEqual(sent.map((reason) => `mock: <message-1@mail.example.com> was not relayed: ${reason}`));
    await errorLines(async () => {
      await expect.poll(() => failed).toHaveLength(2);
      await expect.poll(() => budget.used.relay).toBe(0);
    });
    relay.close();
  });
}

test('scheduled mail leaves when its time has come, without anybody calling', async () => {
  const { url, received, close } = await startMailServer();
  const start = Date.parse('2030-01-01T00:00:00Z');
  let time = start;
  const mock = await serve({ relay: createRelay(url), realTime: () => time });
  try {
    await new Api(mock.port, 'default').accepted({ scheduled_at: '2030-01-01T01:00:00Z', subject: 'Later' });
    time = start + 3_600_000;
    await expect.poll(() => received.length).toBe(1);
    expect(received[0]?.text).toContain('\r\nDate: Tue, 01 Jan 2030 01:00:00 +0000\r\n');
  } finally {
    await mock.close();
    close();
  }
});

test('a mail server that is not there is said in a line, and the outbox has the mail', async () => {
  const said: string[] = [];
  const { error } = console;
  console.error = (line: string) => void said.push(line);
  const budget = new Budget();
  const mock = await serve({ relay: createRelay('smtp://127.0.0.1:1', budget) });
  try {
    const api = new Api(mock.port, 'default');
    await api.accepted();
    await expect.poll(() => said).toEqual([expect.stringMatching(/^mock: <\S+> was not relayed: .*ECONNREFUSED/)]);
    expect(await api.mails()).toHaveLength(1);
    expect((await api.control('GET', '/outbox')).body).toMatchObject({
      mails: [{ unrelayed: expect.stringContaining('ECONNREFUSED') }],
    });
    // What was refused waits for nothing any more.
    await expect.poll(() => budget.used.relay).toBe(0);
  } finally {
    console.error = error;
    await mock.close();
  }
});

test('of an address that a mail server says, user and password are not repeated', async () => {
  const { url, close } = await startMailServer('ask https://team:secret-51c7@mail.example.com/why');
  const said: string[] = [];
  const { error } = console;
  console.error = (line: string) => void said.push(line);
  const mock = await serve({ relay: createRelay(url) });
  try {
    const api = new Api(mock.port, 'default');
    await api.accepted();
    await expect.poll(() => said).toEqual([expect.stringContaining('ask https://...@mail.example.com/why')]);
    expect((await api.control('GET', '/outbox')).text).not.toContain('secret-51c7');
  } finally {
    console.error = error;
    await mock.close();
    close();
  }
});

test('what a mail server says is kept by its beginning, of 500 characters', async () => {
  const told = async (refusal: string) => {
    const { url, close } = await startMailServer(refusal);
    const relay = createRelay(url);
    const failed: string[] = [];
    const lines = await errorLines(async () => {
      relay.send(new DeliveredMail(acceptedMessage(), new Date(0)), (reason) => void failed.push(reason));
      await expect.poll(() => failed, { interval: 5 }).toHaveLength(1);
    });
    expect(lines).toEqual([expect.stringContaining(failed[0] ?? 'nothing')]);
    relay.close();
    close();
    return failed[0] ?? '';
  };
  const before = (await told('x')).slice(0, -1);
  const most = before + 'x'.repeat(500 - before.length);
  expect(await told(most.slice(before.length))).toBe(most);
  expect(await told(`${most.slice(before.length)}x`)).toBe(`${most}…`);
});

test('of mail that waits for a mail server when the mock ends that is said', async () => {
  const budget = new Budget();
  const relay = createRelay('smtp://127.0.0.1:1', budget);
  const failed: string[] = [];
  await errorLines(async () => {
    for (let n = 0; n < 7; n++)
      relay.send(new DeliveredMail(acceptedMessage(), new Date(0)), (reason) => void failed.push(reason));
    relay.close();
    expect([failed, budget.used.relay]).toEqual([['the mock ends', 'the mock ends'], 0]);
    // Those under way end as well.
    await expect.poll(() => failed).toHaveLength(7);
    expect(budget.used.relay).toBe(0);
  });
});

test('a mail server that says blank lines without end is left', async () => {
  const said = Buffer.from('\r\n'.repeat(30_000));
  const smtp = createServer((socket) => {
    const say = () => void (socket.writable && socket.write(said, say));
    socket.on('error', () => {});
    say();
  }).listen(0, '127.0.0.1');
  await once(smtp, 'listening');
  const { port } = smtp.address() as AddressInfo;
  const mock = await serve({ relay: createRelay(`smtp://127.0.0.1:${port}`) });
  const complaints: string[] = [];
  const { error } = console;
  console.error = (line: string) => void complaints.push(line);
  try {
    await new Api(mock.port, 'default').accepted();
    await expect.poll(() => complaints).toEqual([expect.stringContaining('says blank lines without end')]);
  } finally {
    console.error = error;
    await mock.close();
    smtp.close();
  }
});

test('mail that waits for a mail server leaves in the order in which it came', async () => {
  const { url, received, close } = await startMailServer();
  const mock = await serve({ relay: createRelay(url) });
  const api = new Api(mock.port, 'default');
  try {
    const times = Array.from({ length: 40 }, (_, second) => new Date(Date.UTC(2040, 0, 1, 0, 0, second)).toISOString());
    for (const scheduled_at of times) await api.accepted({ scheduled_at, subject: scheduled_at });
    await api.control('POST', '/clock', { now: '2040-01-02T00:00:00Z' });
    await expect.poll(() => received.length).toBe(times.length);
    const places = received.map(({ text }) => times.indexOf(/^Subject: (.*)\r$/m.exec(text)?.[1] ?? ''));
    // Five are under way at once, and may overtake each other.
    expect(places.every((place, at) => Math.abs(place - at) < 10)).toBe(true);
  } finally {
    await mock.close();
    close();
  }
});

test('a relayed mail shows text that looks like an encoded word as it was sent', async () => {
  const { url, received, close } = await startMailServer();
  const mock = await serve({ relay: createRelay(url) });
  try {
    await new Api(mock.port, 'default').accepted({ subject: '=?utf-8?Q?=48=49?=' });
    await expect.poll(() => received.length).toBe(1);
    expect((await PostalMime.parse(received[0]?.text ?? '')).subject).toBe('=?utf-8?Q?=48=49?=');
  } finally {
    await mock.close();
    close();
  }
});
