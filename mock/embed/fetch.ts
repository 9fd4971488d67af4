import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import inject from 'light-my-request';
import { refuseFakedTicks } from './real-ticks.ts';

/**
 * Answers a request inside the process, as `fetch` would: it rejects when the answer is lost, and when the request is aborted. Of the
 * address only path and query count.
 */
export async function answerRequest(server: FastifyInstance, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { signal } = request;
  await refuseFakedTicks();
  signal.throwIfAborted();
  const body = Buffer.from(await unlessAborted(request.arrayBuffer(), signal));
  const asked = {
    method: request.method as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(body.length > 0 && { payload: body }),
    payloadAsStream: true,
  };
  const answered = await inject((incoming, response) => {
    // As a connection ends with its client: what it asked for is not worked on any more.
    signal.addEventListener('abort', () => response.destroy(signal.reason), { once: true });
    server.routing(incoming, response);
  }, asked).catch((cause: Error) => {
    signal.throwIfAborted();
    throw new TypeError('fetch failed', { cause });
  });
  const headers = Object.entries(answered.headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const empty = [204, 205, 304].includes(answered.statusCode) || request.method === 'HEAD';
  return new Response(empty ? null : (Readable.toWeb(answered.stream()) as ReadableStream), {
    status: answered.statusCode,
    headers,
  });
}

/** What is worked on; rejects with the signal's reason as soon as it is aborted: a body may still be coming then, and never end. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
