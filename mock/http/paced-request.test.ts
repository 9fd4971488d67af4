import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { ownTurn } from '../time/turns.ts';
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

/** A request whose body comes as the test says. */
function coming(headers: Record<string, string> = { 'transfer-encoding': 'chunked' }) {
  const socket = Object.assign(new EventEmitter(), { pause: vi.fn(), resume: vi.fn() });
  const request = Object.assign(new PacedRequest(socket as unknown as Socket), { headers });
  const pieces: string[] = [];
  const read = () => {
    request.on('data', (piece: Buffer) => pieces.push(String(piece)));
    return new Promise(setImmediate);
  };
  return { socket, request, pieces, read, push: (text: string) => request.push(Buffer.from(text)) };
}

test('small chunks are joined with those behind them, and come before a large one', async () => {
  const { pieces, read, push } = coming();
  await read();
  const large = 'x'.repeat(512);
  for (const text of ['a', 'b'.repeat(511), large, 'c']) push(text);
  await new Promise(setImmediate);
  expect(pieces).toEqual([`a${'b'.repeat(511)}`, large, 'c']);
});

test('a body that tells its length comes in the pieces that it has', async () => {
  const { pieces, read, push } = coming({ 'content-length': '2' });
  await read();
  for (const text of ['a', 'b']) push(text);
  await new Promise(setImmediate);
  expect(pieces).toEqual(['a', 'b']);
});

test('after a thousand small chunks others have their turn, once and again', async () => {
  const { socket, read, push } = coming();
  await read();
  for (const times of [1, 2]) {
    for (let at = 0; at < 999; at++) push('x');
    expect(socket.pause).toHaveBeenCalledTimes(times - 1);
    for (let at = 0; at < 5; at++) push('x');
    expect([socket.pause.mock.calls.length, socket.resume.mock.calls.length]).toEqual([times, times - 1]);
    await ownTurn();
    await new Promise(setImmediate);
    expect(socket.resume).toHaveBeenCalledTimes(times);
  }
});

test('a request that was ended, or whose body nobody takes, is not read on', async () => {
  const [ended, full] = [coming(), coming()];
  ended.request.on('error', () => {}).rest();
  ended.request.destroy(new Error('gone'));
  full.push('x'.repeat(100_000));
  full.request.rest();
  await ownTurn();
  await new Promise(setImmediate);
  expect([ended.socket.resume.mock.calls, full.socket.resume.mock.calls]).toEqual([[], []]);
});

test('of small chunks that nobody takes no more is read than there is room for', async () => {
  const { request, socket, push } = coming();
  for (let length = 0; length < request.readableHighWaterMark; length += 500) push('x'.repeat(500));
  expect(socket.pause).not.toHaveBeenCalled();
  await new Promise(setImmediate);
  expect(socket.pause).toHaveBeenCalledOnce();
});
