import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { refuseBrokenHttp } from './failure.ts';

/** The bytes sent after an error on a connection, and the requests that were reported as refused. */
function refuseBroken(error: { code?: string; rawPacket?: Buffer }) {
  let sent = '';
  const socket = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      sent += chunk;
      done();
    },
  });
  const reported: unknown[] = [];
  refuseBrokenHttp(Object.assign(new Error('broken'), error), socket, (request, status) =>
    reported.push({ ...request, status }),
  );
  socket.destroy();
  return { reported, sent };
}

for (const [code, line] of [
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  ['HPE_INVALID_METHOD', '400 Bad Request'],
] as const) {
  test(`${code} is answered with ${line} in the standard body`, () => {
    const { sent } = refuseBroken({ code });
    const [head = '', body = ''] = sent.split('\r\n\r\n');
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining([
        `HTTP/1.1 ${line}`,
        'content-type: application/json; charset=utf-8',
        'access-control-allow-origin: *',
        `content-length: ${body.length}`,
        'connection: close',
      ]),
    );
    expect(JSON.parse(body)).toMatchObject({ errors: [{ code: '10015' }] });
  });
}

test('a broken HEAD request is answered without a body', () => {
  expect(refuseBroken({ rawPacket: Buffer.from('HEAD /v2/x HTTP/1.1\r\nBad') }).sent).toMatch(/\r\n\r\n$/);
});

test('a reset connection gets no answer', () => {
  expect(refuseBroken({ code: 'ECONNRESET' })).toEqual({ reported: [], sent: '' });
});

test('the origin of a broken request may read the answer', () => {
  const rawPacket = Buffer.from('POST /v2/x HTTP/1.1\r\nOrigin: https://a.example\r\nBad');
  expect(refuseBroken({ rawPacket }).sent).toContain('\r\naccess-control-allow-origin: https://a.example\r\n');
});

for (const [label, text, beginning] of [
  ['with a query', 'POST /v2/x?a=1 HTTP/1.1\r\n', { method: 'POST', url: '/v2/x?a=1' }],
  ['without a path', 'GET HTTP/1.1\r\n', { method: 'GET', url: '/' }],
  ['with leading blanks', ' GET /x HTTP/1.1\r\n', { method: '', url: '/' }],
  ['with an origin', 'PUT /x HTTP/1.1\r\norigin:null\r\n', { method: 'PUT', url: '/x', origin: 'null' }],
  ['with another header that ends in origin', 'GET /x HTTP/1.1\r\nX-Origin: a\r\n', { method: 'GET', url: '/x' }],
] as const) {
  test(`a broken request ${label} is reported with ${JSON.stringify(beginning)}`, () => {
    expect(refuseBroken({ rawPacket: Buffer.from(text) }).reported).toEqual([
      { origin: undefined, ...beginning, status: 400 },
    ]);
  });
}
