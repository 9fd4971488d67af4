import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { garnished } from './garnish.ts';
import type { Manner } from './manner.ts';
import { badRequestCode, Refusal, refusal } from './problem.ts';

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

/** Whatever is only read is answered as if through a proxy: 203, not 200. */
export const readStatus = 203;

const largestBody = 32_000_000;

/** An answer may carry a request id in its body: it is one of the members that nobody asked for. */
export function answer({ showing }: Manner, status: number, body?: object): Answer {
  if (!body || showing === 'little') return { status, text: body && JSON.stringify(body) };
  const full = { request_id: randomUUID(), ...body };
  return { status, text: showing === 'much' ? garnished(full) : JSON.stringify(full) };
}

/** A lax reader decodes a path before it looks for a route, so that an encoded slash is one. */
export async function readCall(request: IncomingMessage, prefix: string, { reading }: Manner): Promise<Call> {
  const [given = '', ...query] = (request.url ?? '').split('?');
  const path = reading === 'lax' ? decodedPath(given) : given;
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
  // What is answered again is answered to another request.
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
