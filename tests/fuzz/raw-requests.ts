import fc from 'fast-check';
import type { RawRequest } from './request.ts';

const line = 'GET /v2/dir/document_types HTTP/1.1\r\n';
const key = 'Authorization: Bearer key_primary.raw\r\n';
const send = `POST /v2/email_messages HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\n`;
const mail = '{"from":"a@example.com","to":["b@example.com"],"subject":"s","text_body":"t"}';

/** Requests that are broken in ways that a serialiser of HTTP never breaks them. */
const broken = [
  '\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET /v2/dir/document_types\r\n\r\n',
  'GET /\u00e9\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
  `${line}\r\n`,
  `${line}Host: a\r\nHost: b\r\n${key}\r\n`,
  `${line}Host: x\r\n${key}X-A: a\u0000b\r\n\r\n`,
  `${line}Host: x\r\n: none\r\n\r\n`,
  `${line}Host: x\r\n${`X-Long: ${'y'.repeat(20_000)}\r\n`}\r\n`,
  `${line}Host: x\r\n${'X-Many: y\r\n'.repeat(3_000)}\r\n`,
  `GET /${'x'.repeat(30_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  `${send}Content-Length: -1\r\n\r\n${mail}`,
  `${send}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${mail}`,
  `${send}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${send}Content-Length: 100000\r\n\r\n${mail}`,
  `${send}Content-Length: 99999999999999999999\r\n\r\n${mail}`,
  `${send}Transfer-Encoding: chunked\r\n\r\nzz\r\n${mail}\r\n0\r\n\r\n`,
  `${send}Transfer-Encoding: chunked\r\n\r\n${mail.length.toString(16)}\r\n${mail}\r\n0\r\n\r\n`,
  `${send}Transfer-Encoding: gzip\r\n\r\n${mail}`,
  `${send}Content-Encoding: gzip\r\nContent-Length: ${mail.length}\r\n\r\n${mail}`,
  `${send}Expect: 100-continue\r\nContent-Length: ${mail.length}\r\n\r\n${mail}`,
  `${send}Content-Length: ${mail.length}\r\n\r\n${mail}${send}Content-Length: ${mail.length}\r\n\r\n${mail}`,
  `${send}Upgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: ${mail.length}\r\n\r\n${mail}`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
];

/** Bytes on a new connection, in up to four pieces: broken HTTP, whole or with a byte changed, or bytes at random. */
export const rawRequests: fc.Arbitrary<RawRequest> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...broken).map((text) => Buffer.from(text, 'latin1')),
      fc.tuple(fc.constantFrom(...broken), fc.nat(), fc.nat(255)).map(([text, place, byte]) => {
        const bytes = Buffer.from(text, 'latin1');
        bytes[place % bytes.length] = byte;
        return bytes;
      }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    ),
    fc.array(fc.nat(), { maxLength: 3 }),
    fc.oneof({ weight: 19, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(50) }),
    fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  )
  .map(([bytes, cuts, pause, aborts]) => ({ pieces: pieces(bytes, cuts), pause, aborts }));

function pieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}
