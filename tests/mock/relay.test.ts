import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { createRelay } from '../../mock/email/relay.ts';
import { Api } from './support/api.ts';
import { runMock } from './support/process.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

test('delivered mail goes to a mail server as well, to every recipient', async () => {
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
  const mock = await serve({ relay: createRelay(`smtp://127.0.0.1:${port}`) });
  const api = new Api(mock.port, 'default');
  try {
    await api.accepted({ to: ['ann@example.com'], bcc: ['bob@example.com'], subject: 'At once' });
    await expect.poll(() => received).toMatchObject([{ to: ['ann@example.com', 'bob@example.com'] }]);
    expect(received[0]?.text).toContain('\r\nSubject: At once\r\n');
    expect(received[0]?.text).not.toContain('bob@example.com');
    await api.accepted({ sandbox_mode: true });
    await api.accepted({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString(), subject: 'Later' });
    await api.advance('PT2H');
    await api.get('/dir/document_types');
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]?.text).toContain('\r\nSubject: Later\r\n');
  } finally {
    await mock.close();
    smtp.close(() => {});
  }
});

test('a mail server that is not there is said in a line, and the outbox has the mail', async () => {
  const said: string[] = [];
  const { error } = console;
  console.error = (line: string) => void said.push(line);
  const mock = await serve({ relay: createRelay('smtp://127.0.0.1:1') });
  try {
    const api = new Api(mock.port, 'default');
    await api.accepted();
    await expect.poll(() => said).toEqual([expect.stringMatching(/^mock: <\S+> was not relayed: .*ECONNREFUSED/)]);
    expect(await api.mails()).toHaveLength(1);
  } finally {
    console.error = error;
    await mock.close();
  }
});

test('what is no address of a mail server is refused in a line', async () => {
  const { code, stderr } = await runMock(['--smtp', 'http://127.0.0.1']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('must be smtp://host:port or smtps://host:port')]);
});
