import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { refuseBrokenHttp } from './broken-http.ts';

/** What a connection is sent on which an error came, and what is told of it. */
function refused(error: { code?: string; rawPacket?: Buffer }) {
  let sent = '';
  const socket = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      sent += chunk;
      done();
    },
  });
  const told: unknown[] = [];
  refuseBrokenHttp(Object.assign(new Error('broken'), error), socket, (...[request, status]) =>
    told.push([request, status]),
  );
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
