import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';

/** What many clients do at once to a mock, none of whom reads an answer. */
export type Crowd = (port: number) => Promise<void>;

/** How long a crowd stays, in milliseconds. */
const STAY = 1_500;
const MEGABYTE = 1_000_000;

const partition = 'Authorization: Bearer key_primary.crowd\r\n';
const control = '?partition=crowd';

function request(method: string, path: string, { headers = '', length = 0 } = {}): string {
  const body = length > 0 ? `Content-Type: application/json\r\nContent-Length: ${length}\r\n` : '';
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${partition}${headers}${body}\r\n`;
}

const mail = (text: string) =>
  JSON.stringify({ from: 'a@example.com', to: ['b@example.com'], subject: 's', text_body: text });

function sending(text: string, headers = ''): string {
  const body = mail(text);
  return request('POST', '/v2/email_messages', { headers, length: body.length }) + body;
}

/** Clients who send something each and read nothing, until the crowd leaves. */
function silent(clients: number, bytesOf: (client: number) => string): Crowd {
  return async (port) => {
    const sockets = await Promise.all(Array.from({ length: clients }, (_, client) => open(port, bytesOf(client))));
    await rest(STAY);
    for (const socket of sockets) socket.destroy();
  };
}

async function open(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

function inOrder(...crowds: readonly Crowd[]): Crowd {
  return async (port) => {
    for (const crowd of crowds) await crowd(port);
  };
}

const large = 'x'.repeat(7.9 * MEGABYTE);

/** The crowds that come in a fuzz run, by what they do. */
export const crowds: Readonly<Record<string, Crowd>> = {
  'large sends that are held': inOrder(
    silent(1, () => request('POST', `/__admin/hold${control}`)),
    silent(60, (client) => sending(large, `Idempotency-Key: held-${client}\r\n`)),
    silent(1, () => request('POST', `/__admin/release${control}`)),
  ),
  'snapshots that nobody reads': inOrder(
    silent(3, () => sending(large)),
    silent(60, () => request('GET', `/__admin/state${control}`)),
  ),
  'large mails that nobody reads': silent(40, () => request('GET', `/api/v1/message/latest/raw${control}`)),
  'states that do not come to their end': silent(
    20,
    () => request('PUT', `/__admin/state${control}`, { length: 60 * MEGABYTE }) + ' '.repeat(20 * MEGABYTE),
  ),
  'events that nobody reads': async (port) => {
    const readers = silent(100, () => request('GET', `/__admin/requests/stream${control}`))(port);
    await silent(20, () => sending('x'.repeat(60_000)).repeat(20))(port);
    await readers;
  },
  'questions without end on few connections': silent(20, () => request('GET', '/v2/dir/document_types').repeat(10_000)),
  'bodies in pieces of one byte': silent(
    20,
    () =>
      request('POST', '/v2/email_messages', {
        headers: 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n',
      }) + '1\r\n{\r\n'.repeat(200_000),
  ),
  'many large reservations': silent(20, (client) => {
    const numbers = Array.from({ length: 24_000 }, (_, index) => ({
      phone_number: `+1${3_000_000_000 + client * 24_000 + index}`,
    }));
    const body = JSON.stringify({ phone_numbers: numbers });
    return request('POST', '/v2/number_reservations', { length: body.length }) + body;
  }),
};
