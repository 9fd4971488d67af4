import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { readTarget } from '../http/paths.ts';

/** A step upwards. Some servers read backslashes and `..;` as one. */
const STEP_UP = /(^|[/\\])\.\.(;|[/\\]|$)/;

/** Returns path and query at the deployment. Undefined outside its base path: a key must not reach other services of the host. */
export function resolvePath(upstream: string, prefix: string, target: string): string | undefined {
  const path = readTarget(target);
  const below = path.slice(prefix.length);
  const [steps = ''] = below.split('?', 1);
  const isBelow = path.startsWith(`${prefix}/`) && !STEP_UP.test(steps.replace(/%(2e|2f|5c)/gi, decodeURIComponent));
  return isBelow ? new URL(upstream).pathname.replace(/\/$/, '') + below : undefined;
}

/** Headers of one connection (RFC 9110, 7.6.1), and headers that declare the length of a body. */
const ofConnection = [
  ...['connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authorization', 'content-length'],
];

const isHost = (name: string) => name === 'host';

/** Drops the header lines of one connection, including the names in `Connection`. Names and values alternate. */
export function filterHeaders(raw: readonly string[], without: (name: string) => boolean = () => false): string[] {
  const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
  const named = lines.flatMap(([name, value]) => (name.toLowerCase() === 'connection' ? value.split(',') : []));
  const dropped = new Set([...ofConnection, ...named.map((name) => name.trim().toLowerCase())]);
  return lines.flatMap((line) => (dropped.has(line[0].toLowerCase()) || without(line[0].toLowerCase()) ? [] : line));
}

/** Milliseconds without a byte after which a request fails. */
const SILENCE_MS = 60_000;

/** Forwards a request and resolves to the head of the answer. Rejects with Node's error, or an ETIMEDOUT after `idleMs` of silence. */
export function forward(
  request: Readable & Pick<IncomingMessage, 'method' | 'headers' | 'rawHeaders'>,
  {
    upstream,
    path,
    signal,
    idleMs = SILENCE_MS,
  }: { upstream: string; path: string; signal: AbortSignal; idleMs?: number },
): Promise<IncomingMessage> {
  const url = new URL(upstream);
  const { method = 'GET', headers, rawHeaders } = request;
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      path,
      headers: ['Host', url.host, ...filterHeaders(rawHeaders, isHost), ...frameBody(method, headers)],
      // A reused connection may be closed just then, and a body can't be sent twice.
      agent: false,
      signal,
    });
    const fail = (error: Error) => {
      reject(error);
      // The rest of the body is read, so that the client reads the answer.
      request.unpipe(outgoing).resume();
    };
    outgoing.setTimeout(idleMs, () => outgoing.destroy(Object.assign(new Error('silent'), { code: 'ETIMEDOUT' })));
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

/** The length of the body, even if `Connection` names it, except for methods that need none (RFC 9110, 8.6). */
function frameBody(method: string, headers: http.IncomingHttpHeaders): string[] {
  const { 'transfer-encoding': coding, 'content-length': length } = headers;
  if (coding !== undefined) return ['Transfer-Encoding', coding];
  if (length !== undefined) return ['Content-Length', length];
  return /^(GET|HEAD|DELETE|OPTIONS|TRACE|CONNECT)$/.test(method) ? [] : ['Content-Length', '0'];
}
