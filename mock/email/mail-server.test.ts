import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { getSocket } from './mail-server.ts';

const connect = (address: Parameters<typeof getSocket>[0]) =>
  new Promise<Socket>((resolve, reject) =>
    getSocket(address, (error, found) => (found ? resolve(found.connection) : reject(error))),
  );

/** The text received from a mail server that sends it and ends, or the reason why its connection was given up. */
async function received(text: string): Promise<string> {
  const server = createServer((socket) => void socket.on('error', () => {}).end(text)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = await connect({ host: '127.0.0.1', port: String((server.address() as AddressInfo).port) });
  try {
    let heard = '';
    for await (const piece of connection) heard += piece;
    return heard;
  } catch (error) {
    return (error as Error).message;
  } finally {
    server.close();
  }
}

for (const [what, text, isGivenUp] of [
  ['a hundred blank lines', '\r\n'.repeat(100), false],
  ['a hundred and one blank lines', '\r\n'.repeat(101), true],
  ['a hundred and one lines of blanks', '\t \r\n'.repeat(101), true],
  ['many lines with text', '250 yes\r\n'.repeat(500), false],
] as const) {
  test(`a mail server that sends ${what} is ${isGivenUp ? 'given up' : 'heard'}`, async () => {
    expect((await received(text)) !== text).toBe(isGivenUp);
  });
}

test('a mail server that is not there is reported', async () => {
  await expect(connect({ host: '127.0.0.1', port: 1 })).rejects.toThrow('ECONNREFUSED');
});
