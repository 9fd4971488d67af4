import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { answerInNodesPlace, refuseBrokenHttp } from './broken-http.ts';

/** A connection, with what is sent on it. */
function connection() {
  let sent = '';
  const socket = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      sent += chunk;
      done();
    },
  });
  return { socket, sent: () => sent };
}

/** What a connection is sent on which an error came, and what is told of it. */
function refused(error: { code?: string; rawPacket?: Buffer }) {
  const { socket, sent: sentOn } = connection();
  const told: unknown[] = [];
  refuseBrokenHttp(Object.assign(new Error('broken'), error), socket, (...[request, status]) =>
    told.push([request, status]),
  );
  const sent = sentOn();
  socket.destroy();
  return { told, sent, head: sent.split('\r\n\r\n')[0]?.split('\r\n') ?? [] };
}

for (const [code, line] of [
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  ['HPE_INVALID_METHOD', '400 Bad Request'],
  [undefined, '400 Bad Request'],
] as const) {
  test(`${code ?? 'an error without a code'} is answered with ${line}`, () => {
    const { head, told, sent } = refused(code === undefined ? {} : { code });
    expect(head[0]).toBe(`HTTP/1.1 ${line}`);
    expect(head).toContain('connection: close');
    expect(told).toEqual([[{ method: '', url: '/', origin: undefined }, Number(line.slice(0, 3))]]);
    expect(sent).toContain('"code":"10015"');
  });
}

test('how the request began is told, and its origin may read the answer', () => {
  const rawPacket = Buffer.from('POST /v2/x?a=1 HTTP/1.1\r\nOrigin: https://a.example\r\nBad');
  const { told, head } = refused({ rawPacket });
  expect(told).toEqual([[{ method: 'POST', url: '/v2/x?a=1', origin: 'https://a.example' }, 400]]);
  expect(head).toContain('access-control-allow-origin: https://a.example');
});

test('a HEAD has no body, though its length is told', () => {
  const { head, sent } = refused({ rawPacket: Buffer.from('HEAD /v2/x HTTP/1.1\r\nBad') });
  expect(head.find((line) => line.startsWith('content-length'))).not.toBe('content-length: 0');
  expect(sent).toMatch(/\r\n\r\n$/);
});

test('a connection that was reset is answered nothing', () => {
  expect(refused({ code: 'ECONNRESET' })).toMatchObject({ told: [], sent: '' });
});

test('the whole answer says what is wrong, to any page, and how long that is', () => {
  const body =
    '{"errors":[{"code":"10015","title":"Invalid request","detail":"The head of the request is too long."}]}';
  expect(refused({ code: 'HPE_HEADER_OVERFLOW' }).sent).toBe(
    [
      'HTTP/1.1 431 Request Header Fields Too Large',
      'content-type: application/json; charset=utf-8',
      'access-control-allow-origin: *',
      'access-control-allow-credentials: true',
      'vary: Origin',
      `content-length: ${body.length}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
});

for (const [what, text, told] of [
  ['has no path', 'GET HTTP/1.1\r\n', { method: 'GET', url: '/' }],
  ['has an address for a path', 'GET http://a/x HTTP/1.1\r\n', { method: 'GET', url: '/' }],
  ['begins with blanks', ' GET /x HTTP/1.1\r\n', { method: '', url: '/' }],
  ['has a method of small letters', 'get /x HTTP/1.1\r\n', { method: '', url: '/' }],
  ['names an origin closely', 'PUT /x HTTP/1.1\r\norigin:null\r\n', { method: 'PUT', url: '/x', origin: 'null' }],
  [
    'ends its lines without a return',
    'M-SEARCH /x HTTP/1.1\nORIGIN:   a\n',
    { method: 'M-SEARCH', url: '/x', origin: 'a' },
  ],
  ['has another header that ends so', 'GET /x HTTP/1.1\r\nX-Origin: a\r\n', { method: 'GET', url: '/x' }],
  ['has an origin of two words', 'GET /x HTTP/1.1\r\nOrigin: a b\r\n', { method: 'GET', url: '/x' }],
  ['has a long path', `GET /${'x'.repeat(5_000)}`, { method: 'GET', url: `/${'x'.repeat(1_995)}` }],
] as const) {
  test(`how a request began is told that ${what}`, () => {
    expect(refused({ rawPacket: Buffer.from(text) }).told).toEqual([[{ origin: undefined, ...told }, 400]]);
  });
}

test('an error on a connection that was answered, or can not be, is told nobody', () => {
  const told: unknown[] = [];
  const [answered, ended] = [connection(), connection()];
  for (const _ of [1, 2]) refuseBrokenHttp(new Error('broken'), answered.socket, () => told.push('answered'));
  ended.socket.destroy();
  refuseBrokenHttp(new Error('broken'), ended.socket, () => told.push('ended'));
  expect([told, ended.sent()]).toEqual([['answered'], '']);
  expect(answered.sent().match(/HTTP\/1.1/g)).toHaveLength(1);
  // What was sent has yet to arrive.
  expect(answered.socket.destroyed).toBe(false);
  answered.socket.destroy();
});

test('a tunnel is refused, and what a request expects does not matter', () => {
  const server = new EventEmitter();
  const told: unknown[] = [];
  answerInNodesPlace(server as Server, (...all) => told.push(all));
  const { socket, sent } = connection();
  server.emit('connect', { headers: { origin: 'https://a.example' } }, socket);
  const body = '{"errors":[{"code":"10015","title":"Invalid request","detail":"This server opens no tunnels."}]}';
  expect(told).toEqual([[{ method: 'CONNECT', url: '/', origin: 'https://a.example' }, 400, body]]);
  expect(sent()).toContain(`HTTP/1.1 400 Bad Request\r\n`);
  server.on('request', (...all) => told.push(all));
  server.emit('checkExpectation', 'request', 'response');
  expect(told.slice(1)).toEqual([['request', 'response']]);
  socket.destroy();
});
