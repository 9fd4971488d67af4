import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { createRelay } from '../../mock/email/relay.ts';
import { captureErrorLines } from '../../mock/testing.ts';
import { Api } from './support/api.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

/** A mail server that records the recipients and the source of the mail it receives. */
async function startMailServer() {
  const received: { to: string[]; text: string }[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      const text = Buffer.concat(await stream.toArray()).toString();
      received.push({ to: envelope.rcptTo.map(({ address }) => address), text });
      done();
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => smtp.close(() => {}) };
}

test('delivered mail is relayed to a mail server, to every recipient', async () => {
  const { url, received, close } = await startMailServer();
  const mock = await serve({ relay: createRelay(url) });
  const api = new Api(mock.port, 'default');
  try {
    await api.accepted({ to: ['ann@example.com'], bcc: ['bob@example.com'], subject: 'At once' });
    await expect.poll(() => received).toMatchObject([{ to: ['ann@example.com', 'bob@example.com'] }]);
    expect(received[0]?.text).toContain('Subject: At once\r\n');
    expect(received[0]?.text).not.toContain('bob@example.com');
    await api.accepted({ sandbox_mode: true });
    await api.accepted({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString(), subject: 'Later' });
    await api.advance('PT2H');
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]?.text).toContain('Subject: Later\r\n');
  } finally {
    await mock.close();
    close();
  }
});

test('scheduled mail is relayed at its time, without a request', async () => {
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

test('an unreachable mail server is logged and shown in the outbox', async () => {
  const mock = await serve({ relay: createRelay('smtp://127.0.0.1:1') });
  const api = new Api(mock.port, 'default');
  const lines = await captureErrorLines(async () => {
    await api.accepted();
    const unrelayed = expect.stringContaining('ECONNREFUSED');
    const outbox = async () => (await api.control('GET', '/outbox')).body;
    await expect.poll(outbox).toMatchObject({ mails: [{ unrelayed }] });
  });
  expect(lines).toEqual([expect.stringMatching(/^mock: <\S+> was not relayed: .*ECONNREFUSED/)]);
  expect(await api.mails()).toHaveLength(1);
  await mock.close();
});
