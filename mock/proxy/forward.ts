import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';

/** Milliseconds without a byte after which a deployment is given up. */
const SILENCE = 60_000;

/** A deployment that sends nothing for too long. */
export class Silence extends Error {}

/** Methods whose requests need not declare an empty body (RFC 9110, 8.6). */
const bodyless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** Headers of one connection (RFC 9110, 7.6.1), and those that declare the length of a body on it. */
const ofConnection = [
  ...['connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authorization', 'content-length'],
];

/** The header lines for the other end: without those of the connection, and those that `Connection` names. Names and values alternate. */
export function endToEnd(raw: readonly string[], without: (name: string) => boolean = () => false): string[] {
  const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
  const named = lines.flatMap(([name, value]) => (name.toLowerCase() === 'connection' ? value.split(',') : []));
  const dropped = new Set([...ofConnection, ...named.map((name) => name.trim().toLowerCase())]);
  return lines.flatMap((line) => (dropped.has(line[0].toLowerCase()) || without(line[0].toLowerCase()) ? [] : line));
}

/**
 * Forwards a request, its body as it arrives, and returns the head of the answer, whose body is still to be read. Rejects with a Silence
 * when the deployment sends nothing for `silence` milliseconds, and with Node's error when there is no answer.
 *
 * @param left ends the call when the client has left
 */
export function forward(
  request: Readable & Pick<IncomingMessage, 'method' | 'headers' | 'rawHeaders'>,
  call: { upstream: string; path: string; left: AbortSignal; silence?: number },
): Promise<IncomingMessage> {
  const { upstream, path, left, silence = SILENCE } = call;
  const url = new URL(upstream);
  const { method = 'GET', headers, rawHeaders } = request;
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      path,
      headers: ['Host', url.host, ...endToEnd(rawHeaders, (name) => name === 'host'), ...bodyHeaders(method, headers)],
      // A reused connection may be closed just then, and a body can't be sent twice.
      agent: false,
      signal: left,
    });
    const fail = (error: Error) => {
      reject(error);
      // The rest of the body is read, so that the client reads the answer.
      request.unpipe(outgoing).resume();
    };
    outgoing.setTimeout(silence, () => outgoing.destroy(new Silence()));
    outgoing.once('response', (answer) => {
      answer.once('error', fail);
      setImmediate(resolve, answer);
    });
    outgoing.once('upgrade', (_answer, socket) => {
      socket.destroy();
      fail(new Error('it switches to another protocol'));
    });
    outgoing.on('error', fail);
    request.pipe(outgoing);
  });
}

/** The length of the body, whatever the client's `Connection` names: two servers must agree on it. */
function bodyHeaders(method: string, headers: http.IncomingHttpHeaders): string[] {
  const { 'transfer-encoding': coding, 'content-length': length } = headers;
  if (coding !== undefined) return ['Transfer-Encoding', coding];
  if (length !== undefined) return ['Content-Length', length];
  return bodyless.has(method) ? [] : ['Content-Length', '0'];
}
