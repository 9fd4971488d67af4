import { addAbortListener } from 'node:events';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { refuseFakedTicks } from './real-ticks.ts';

/**
 * Answers a request inside the process with the semantics of `fetch`. The promise and the reading of the answer reject if the answer is lost,
 * the request is aborted, or the mock has `ended`. The host of the address is ignored.
 */
export async function answerRequest(server: FastifyInstance, request: Request, ended: AbortSignal): Promise<Response> {
  await refuseFakedTicks();
  const left = new AbortController();
  const ends = [request.signal, ended];
  for (const end of ends) end.throwIfAborted();
  // Listeners on `ended` would pile up.
  const listening = ends.map((end) => addAbortListener(end, () => left.abort(end.reason)));
  const forget = () => {
    for (const listener of listening) listener[Symbol.dispose]();
  };
  try {
    return await answerUnlessLeft(server, request, left.signal, forget);
  } catch (error) {
    forget();
    throw error;
  }
}

/** `forget` is called at the end of the answer. */
async function answerUnlessLeft(
  server: FastifyInstance,
  request: Request,
  left: AbortSignal,
  forget: () => void,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  // A body that is still being sent may never end.
  const aborted = new Promise<never>((_, reject) => {
    left.addEventListener('abort', () => reject(left.reason), { once: true });
  });
  const body = Buffer.from(await Promise.race([request.arrayBuffer(), aborted]));
  const incoming = {
    method: request.method as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(body.length > 0 && { payload: body }),
    payloadAsStream: true as const,
    signal: left,
  };
  const answered = await server.inject(incoming).catch((cause: Error) => {
    left.throwIfAborted();
    throw new TypeError('fetch failed', { cause });
  });
  const headers = Object.entries(answered.headers).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, String(item)]),
  );
  const { res } = answered.raw;
  if (res.destroyed) forget();
  else res.once('close', forget);
  const isEmpty = [204, 205, 304].includes(answered.statusCode) || request.method === 'HEAD';
  const content = isEmpty ? null : ReadableStream.from(contentOf(answered.stream(), left));
  return new Response(content, { status: answered.statusCode, headers });
}

async function* contentOf(stream: Readable, left: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    left.throwIfAborted();
    throw error;
  }
}
