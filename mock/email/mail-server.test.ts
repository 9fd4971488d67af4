import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { getSocket } from './mail-server.ts';

const connect = (address: Parameters<typeof getSocket>[0]) =>
  new Promise<Socket>((resolve, reject) =>
    getSocket(address, (error, found) => (found ? resolve(found.connection) : reject(error))),
  );

/** What becomes of a connection with a server that says some pieces, one after the other, and ends. */
async function heard(...pieces: string[]): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const connection = await connect({ host: '127.0.0.1', port: String((server.address() as AddressInfo).port) });
  const [socket] = (await accepted) as [Socket];
  let text = '';
  try {
    expect(connection.isPaused()).toBe(true);
    connection.on('data', (piece) => {
      text += piece;
    });
    const failed = new Promise<string>((resolve) => connection.on('error', ({ message }) => resolve(message)));
    connection.resume();
    for (const piece of pieces) {
      socket.write(piece);
      const outcome = await Promise.race([once(connection, 'data'), failed]);
      if (typeof outcome === 'string') return outcome;
    }
    return await Promise.race([failed, new Promise<string>((resolve) => setImmediate(() => resolve(text)))]);
  } finally {
    connection.destroy();
    socket.destroy();
    server.close();
  }
}

const endless = 'the mail server says blank lines without end';
const blank = '\r\n'.repeat(100);
for (const [what, pieces, outcome] of [
  ['a hundred of them are heard', [blank], undefined],
  ['one more is not', [`${blank}\n`], endless],
  ['blanks count as none', ['\t \r\n'.repeat(101)], endless],
  ['they are counted over all that is said', [blank, '220 hello\r\n', '\r', '\n'], endless],
  ['a line in two pieces is one', [blank, '220 ', '\r\n'], undefined],
  ['a line that ends in the next piece is none', [`${blank}220 hello`, '\r\n', '221 bye\r\n'], undefined],
  ['one in two pieces is one', [blank, ' ', '\n'], endless],
  ['lines that say something are no blank ones', ['250 yes\r\n'.repeat(500)], undefined],
] as const) {
  test(`a mail server may say blank lines, but not without end: ${what}`, async () => {
    expect(await heard(...pieces)).toBe(outcome ?? pieces.join(''));
  });
}

for (const [what, address, port] of [
  ['its own', { port: '1', secure: true }, 1],
  ['that of submission', {}, 587],
  ['that of submission by TLS', { secure: true, port: 0 }, 465],
] as const) {
  test(`the port of a mail server is the one that is named, else ${what}`, async () => {
    const portOf = connect({ host: '127.0.0.1', ...address }).then(
      (connection) => {
        connection.destroy();
        return connection.remotePort;
      },
      (error: { port?: number }) => error.port,
    );
    expect(await portOf).toBe(port);
  });
}

test('a mail server that is not there, or does not take the connection in time, is told', async () => {
  await expect(connect({ host: '127.0.0.1', port: 1 })).rejects.toThrow('ECONNREFUSED');
  await expect(connect({ host: '127.0.0.1', port: 1, connectionTimeout: 0 })).rejects.toThrow();
});
