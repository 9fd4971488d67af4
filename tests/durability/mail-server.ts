import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that counts how often each subject came. */
export interface MailServer {
  url: string;
  received: ReadonlyMap<string, number>;
  close(): void;
}

/** Starts a mail server on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const received = new Map<string, number>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: async (stream, _session, done) => {
      const chunks = await stream.toArray().catch(() => []);
      const subject = /^Subject: (\S+)/m.exec(Buffer.concat(chunks).toString())?.[1];
      if (subject !== undefined) received.set(subject, (received.get(subject) ?? 0) + 1);
      done();
    },
  });
  // A mock that is killed leaves its connections as they are.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => server.close(() => {}) };
}
