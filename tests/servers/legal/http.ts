import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Manner } from './manner.ts';
import { badRequestCode, Refusal, refusal } from './members.ts';

/** A request, read to its end. `path` is below the version prefix and has no slash at its end. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  text: string;
  /** All lines of a header, letter case aside. */
  headers(name: string): string[];
}

/** An answer as text, so that it can be given again byte for byte. */
export interface Answer {
  status: number;
  text: string | undefined;
}

/** The status of reads, as a proxy sends it instead of 200. */
export const readStatus = 203;

const largestBody = 32_000_000;

/** An answer may carry a request id in its body: it is an unknown member. */
export function answer({ showing }: Manner, status: number, body?: object): Answer {
  if (!body || showing === 'little') return { status, text: body && JSON.stringify(body) };
  const full = { request_id: randomUUID(), ...body };
  return { status, text: showing === 'much' ? garnish(full) : JSON.stringify(full) };
}

/** A lax reader decodes a path before it looks for a route, so that an encoded slash is one. */
export async function readCall(request: IncomingMessage, prefix: string, { reading }: Manner): Promise<Call> {
  const [target = '', ...query] = (request.url ?? '').split('?');
  const path = reading === 'lax' ? decodedPath(target) : target;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestBody) chunks.push(chunk);
  }
  if (size > largestBody) throw refusal(400, '10007', 'The body is too large.');
  if (!path.startsWith(`${prefix}/`)) throw new Refusal(404);
  const { rawHeaders } = request;
  return {
    method: request.method ?? '',
    path: path.slice(prefix.length).replace(/(?<=.)\/$/, ''),
    query: new URLSearchParams(query.join('?')),
    text: Buffer.concat(chunks).toString('utf8'),
    headers: (name) =>
      rawHeaders.filter((_, place) => place % 2 === 1 && rawHeaders[place - 1]?.toLowerCase() === name.toLowerCase()),
  };
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The body as JSON; undefined when there is none. A lax reader goes by the body, not by its label, and knows NaN. */
export function jsonOf(call: Call, { reading }: Manner, code = badRequestCode): unknown {
  if (call.text === '') return undefined;
  const [type = ''] = (call.headers('content-type')[0] ?? '').split(';');
  const isLax = reading === 'lax';
  if (!isLax && type.trim().toLowerCase() !== 'application/json') throw refusal(400, code, 'Only JSON is read here.');
  try {
    return JSON.parse(isLax ? call.text.replace(/:NaN\b/g, ':null') : call.text);
  } catch {
    throw refusal(422, code, 'The body does not parse.');
  }
}

/** Lower-case header names, a content type in an unusual but equal spelling, and a body in chunks, or compressed unasked. */
export function send(response: ServerResponse, { status, text }: Answer, { showing, road }: Manner): void {
  response.setHeader('x-trace', randomUUID());
  response.setHeader('cache-control', 'no-store');
  if (text === undefined) {
    response.writeHead(status, { 'content-length': '0' }).end();
    return;
  }
  // A replay answers another request.
  const body = showing === 'much' ? text.replace(/("request_id": ")[^"]*/, `$1${randomUUID()}`) : text;
  if (road === 'rough') {
    response.writeHead(status, { 'CONTENT-TYPE': 'application/json', 'Content-Encoding': 'gzip', Vary: '*' });
    response.end(gzipSync(body));
    return;
  }
  response.writeHead(status, { 'content-type': 'Application/JSON; Charset=UTF-8' });
  const middle = Math.ceil(body.length / 2);
  response.write(body.slice(0, middle));
  response.end(`${body.slice(middle)}\n`);
}

type Fields = Record<string, unknown>;

const uuid = /"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g;

/**
 * A verbose body: unknown members in every object, known ones in another order, UUIDs in capitals, blanks and line
 * breaks. Every list of errors has one error more.
 */
export function garnish(body: object): string {
  const { errors } = body as { errors?: unknown[] };
  const full = Array.isArray(errors) && errors.length > 0 ? { ...body, errors: [...errors, ...another(errors)] } : body;
  return `\n${JSON.stringify(withMore(full), undefined, 2)}\n`.replace(uuid, (id) => id.toUpperCase());
}

/** The same code again, as the source binds some answers to one code. */
function another([first]: unknown[]): object[] {
  const { code, title } = first as { code: string; title: string };
  const nothing = { detail: null, meta: null, source: { pointer: null, parameter: null, header: 'none' } };
  return [{ code, title, id: 'e-2', status: 'see above', ...nothing }];
}

function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as Fields).map(([name, member]) => [name, withMore(member)] as const);
  const more: Fields = { x_links: { self: null, related: [] }, x_number: 1.5, x_note: 'more' };
  return Object.fromEntries([...Object.entries(more), ...members.reverse()]);
}

/** The number of requests that one connection carries; the next one finds it closed. */
const requestsPerConnection = 7;
const limitedEvery = 61;
const slowEvery = 97;

/**
 * A way to a server on which everything happens that HTTP allows. Answers take their time, connections end between
 * requests, now and then the rate is limited. An answer is announced before it comes. Nothing of it changes what is
 * answered.
 *
 * @param now the server's clock, in milliseconds
 */
export function roughRoad(serve: RequestListener, now: () => number): RequestListener {
  const carried = new WeakMap<Socket, number>();
  let count = 0;
  return (request, response) => {
    const before = carried.get(request.socket) ?? 0;
    carried.set(request.socket, before + 1);
    if (before === requestsPerConnection) return void request.socket.resetAndDestroy();
    count += 1;
    response.setHeader('Date', new Date(now()).toUTCString());
    if (count % limitedEvery === 0) return limit(response, count, now());
    if (count % 5 === 0) response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    setTimeout(() => serve(request, response), count % slowEvery === 0 ? 200 : (count * 7) % 20);
  };
}

/** The wait in seconds, or as a time of the server's own clock. */
function limit(response: ServerResponse, count: number, now: number): void {
  const wait = count === limitedEvery ? '1' : count % 2 === 0 ? '0' : new Date(now).toUTCString();
  response.writeHead(429, { 'Retry-After': wait, 'Content-Type': 'text/plain', Connection: 'close' }).end('slower');
}
