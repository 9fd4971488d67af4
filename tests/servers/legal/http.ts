import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** Every answer carries a request id in its body: it is one of the members that nobody asked for. */
export function answer(status: number, body?: object): Answer {
  return { status, text: body && JSON.stringify({ request_id: randomUUID(), ...body }) };
}

export async function readCall(request: IncomingMessage, prefix: string): Promise<Call> {
  const [path = '', ...query] = (request.url ?? '').split('?');
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

/** The body as JSON; undefined when there is none. */
export function jsonOf(call: Call, code = badRequestCode): unknown {
  if (call.text === '') return undefined;
  const [type = ''] = (call.headers('content-type')[0] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') throw refusal(400, code, 'Only JSON is read here.');
  try {
    return JSON.parse(call.text);
  } catch {
    throw refusal(422, code, 'The body does not parse.');
  }
}

/** Lower-case header names, a content type in an unusual but equal spelling, and a body in chunks. */
export function send(response: ServerResponse, { status, text }: Answer): void {
  response.setHeader('x-trace', randomUUID());
  response.setHeader('cache-control', 'no-store');
  if (text === undefined) {
    response.writeHead(status, { 'content-length': '0' }).end();
    return;
  }
  response.writeHead(status, { 'content-type': 'Application/JSON; Charset=UTF-8' });
  const middle = Math.ceil(text.length / 2);
  response.write(text.slice(0, middle));
  response.end(`${text.slice(middle)}\n`);
}
