import { addAbortListener } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, InjectOptions } from 'fastify';

export const CLOSED = 'The mock has been closed.';

/**
 * Answers a request inside the process with the semantics of `fetch`. The promise and the reading of the answer reject if the answer is lost,
 * the request is aborted, or the mock has `ended`. The host of the address is ignored.
 */
export async function answerRequest(server: FastifyInstance, request: Request, ended: AbortSignal): Promise<Response> {
  await refuseFakedTicks();
  const leaving = new AbortController();
  const { signal } = leaving;
  const ends = [request.signal, ended];
  for (const end of ends) end.throwIfAborted();
  // Listeners on `ended` would pile up.
  const listening = ends.map((end) => addAbortListener(end, () => leaving.abort(end.reason)));
  const stopListening = () => {
    for (const listener of listening) listener[Symbol.dispose]();
  };
  try {
    const { pathname, search } = new URL(request.url);
    // A body that is still being sent may never end.
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const payload = Buffer.from(await Promise.race([request.arrayBuffer(), aborted]));
    const answered = await server.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(payload.length > 0 && { payload }),
      payloadAsStream: true,
      signal,
    });
    const headers = Object.entries(answered.headers).flatMap(([name, value]) =>
      [value].flat().map((item): [string, string] => [name, String(item)]),
    );
    const { res } = answered.raw;
    if (res.destroyed) stopListening();
    else res.once('close', stopListening);
    const isEmpty = [204, 205, 304].includes(answered.statusCode) || request.method === 'HEAD';
    const content = isEmpty ? null : ReadableStream.from(readContent(answered.stream(), signal));
    return new Response(content, { status: answered.statusCode, headers });
  } catch (cause) {
    stopListening();
    signal.throwIfAborted();
    throw new TypeError('fetch failed', { cause });
  }
}

async function* readContent(stream: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Requests JSON of a mock inside the process. Throws an Error with `status` and the reasons of a refusal, or one when the mock is closed. */
export async function requestJson(server: FastifyInstance, request: InjectOptions): Promise<unknown> {
  await refuseFakedTicks();
  const answered = await server.inject(request).catch((error: FastifyError) => {
    throw error.code === 'FST_ERR_REOPENED_CLOSE_SERVER' ? new Error(CLOSED) : error;
  });
  const { statusCode: status, headers, payload } = answered;
  if (status < 400) return answered.json();
  // Mailpit's API refuses in plain text.
  const isText = !String(headers['content-type']).includes('json');
  const { errors = [] } = isText ? {} : answered.json<{ errors: { detail: string }[] }>();
  throw Object.assign(new Error(isText ? payload : errors.map(({ detail }) => detail).join(' ')), { status });
}

/** Attempts with growing pauses: some test runners restore ticks after a moment. */
const ATTEMPTS = 10;

/** Rejects while `process.nextTick` is faked: Node's own streams and sockets run on it, and a request would never end. */
export async function refuseFakedTicks(): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    let isClosed = false;
    const stream = new Readable().once('close', () => {
      isClosed = true;
    });
    // A stream closes in a tick, before the event loop turns.
    stream.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    if (isClosed) return;
    await new Promise((resolve) => setTimeout(resolve, attempt));
  }
  throw new Error(
    "process.nextTick is faked, which stops Node's HTTP: exclude nextTick and queueMicrotask from the faked timers (toNotFake, toFake)",
  );
}
