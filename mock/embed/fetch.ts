import { addAbortListener } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import inject from 'light-my-request';
import { refuseFakedTicks } from './real-ticks.ts';

/**
 * Answers a request inside the process, as `fetch` would: it rejects when the answer is lost, when the request is aborted, and when the mock
 * has `ended`, and so does the reading of what it answered. Of the address only path and query count.
 */
export async function answerRequest(server: FastifyInstance, request: Request, ended: AbortSignal): Promise<Response> {
  const left = new AbortController();
  const ends = [request.signal, ended];
  await refuseFakedTicks();
  for (const end of ends) end.throwIfAborted();
  const listening = ends.map((end) => addAbortListener(end, () => left.abort(end.reason)));
  const forget = () => {
    for (const listener of listening) listener[Symbol.dispose]();
  };
  return answerUnlessLeft(server, request, left.signal, forget).catch((error) => {
    forget();
    throw error;
  });
}

/** Answers a request of a client who may have left; `over` is called when all of the answer is there, or nobody waits for it. */
async function answerUnlessLeft(server: FastifyInstance, request: Request, left: AbortSignal, over: () => void) {
  const { pathname, search } = new URL(request.url);
  const body = Buffer.from(await unlessAborted(request.arrayBuffer(), left));
  const asked = {
    method: request.method as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(body.length > 0 && { payload: body }),
    payloadAsStream: true,
  };
  const answered = await inject((incoming, response) => {
    response.once('close', over);
    // As a connection ends with its client: what it asked for is not worked on any more.
    left.addEventListener('abort', () => response.destroy(), { once: true });
    server.routing(incoming, response);
  }, asked).catch((cause: Error) => {
    left.throwIfAborted();
    throw new TypeError('fetch failed', { cause });
  });
  const headers = Object.entries(answered.headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const empty = [204, 205, 304].includes(answered.statusCode) || request.method === 'HEAD';
  const content = answered.stream();
  left.addEventListener('abort', () => content.destroy(left.reason), { once: true });
  return new Response(empty ? null : (Readable.toWeb(content) as ReadableStream), {
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
