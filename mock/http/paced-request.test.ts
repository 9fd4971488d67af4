import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { PacedRequest } from './paced-request.ts';

test('a body in chunks of a byte comes in few pieces, whole', async () => {
  const pieces: string[] = [];
  const server = createServer({ IncomingMessage: PacedRequest }, (request, response) => {
    request.on('data', (piece: Buffer) => pieces.push(piece.toString()));
    request.on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const text = '0123456789'.repeat(2_000);
  const chunks = [...text].map((sign) => `1\r\n${sign}\r\n`).join('');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
  await once(socket, 'data');
  expect(pieces.join('')).toBe(text);
  expect(pieces.length).toBeLessThan(1_000);
  socket.destroy();
  server.close();
});
