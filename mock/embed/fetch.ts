import { addAbortListener } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import inject from 'light-my-request';
import { refuseFakedTicks } from './real-ticks.ts';

/**
 * Answers a request inside the process, as `fetch` would: it rejects when the answer is lost, when the request is aborted, and when the mock
 * has `ended`, and so does the reading of the answer. Of the address only path and query count.
 */
export async function answerRequest(server: FastifyInstance, request: Request, ended: AbortSignal): Promise<Response> {
  await refuseFakedTicks();
  const left = new AbortController();
  const ends = [request.signal, ended];
  for (const end of ends) end.throwIfAborted();
  // Listeners on `ended` would pile up: they go with the answer.
  const listening = ends.map((end) => addAbortListener(end, () => left.abort(end.reason)));
  const forget = () => {
    for (const listener of listening) listener[Symbol.dispose]();
  };
  return answerUnlessLeft(server, request, left.signal, forget).catch((error) => {
    forget();
    throw error;
  });
}

/** `over` is called when all of the answer is there, or the client has left. */
async function answerUnlessLeft(server: FastifyInstance, request: Request, left: AbortSignal, over: () => void) {
  const { pathname, search } = new URL(request.url);
  const whenLeft = (act: () => void) => left.addEventListener('abort', act, { once: true });
  // A body that is still coming may never end.
  const aborted = new Promise<never>((_, reject) => whenLeft(() => reject(left.reason)));
  const body = Buffer.from(await Promise.race([request.arrayBuffer(), aborted]));
  const incoming = {
    method: request.method as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(body.length > 0 && { payload: body }),
    payloadAsStream: true,
  };
  const answered = await inject((raw, response) => {
    response.once('close', over);
    // The work on a request ends when its client leaves.
    whenLeft(() => response.destroy());
    server.routing(raw, response);
  }, incoming).catch((cause: Error) => {
    left.throwIfAborted();
    throw new TypeError('fetch failed', { cause });
  });
  const headers = Object.entries(answered.headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const isEmpty = [204, 205, 304].includes(answered.statusCode) || request.method === 'HEAD';
  const content = answered.stream();
  whenLeft(() => content.destroy(left.reason));
  return new Response(isEmpty ? null : (Readable.toWeb(content) as ReadableStream), {
    status: answered.statusCode,
    headers,
  });
}
