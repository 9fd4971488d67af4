import { EventEmitter, once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Connections, type WireAnswer } from './exchange.ts';

/** Has `{}` posted to a server that answers so, its body later where that is said; looks on while the connection is there. */
async function posted(
  listener: RequestListener,
  bodyAfterMs: number | undefined,
  look: (answer: Promise<WireAnswer>, request: Promise<IncomingMessage>) => Promise<void>,
): Promise<void> {
  const server = http.createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const connections = new Connections(url, { timeoutMs: 10_000 });
  const request = once(server, 'request').then(([one]) => one as IncomingMessage);
  try {
    const sent = { method: 'POST', url, headers: [], body: Buffer.from('{}') };
    await look(connections.exchange(sent, bodyAfterMs === undefined ? {} : { bodyAfterMs }), request);
  } finally {
    connections.close();
    server.closeAllConnections();
    server.close();
  }
}

function withoutTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

const echo: RequestListener = async (request, response) => response.end(Buffer.concat(await request.toArray()));

test('an answer took no longer than it was waited for', async () => {
  const begun = performance.now();
  await posted(echo, undefined, async (answer) => {
    const { tookMs } = await answer;
    expect(tookMs).toBeGreaterThan(0);
    expect(tookMs).toBeLessThan(performance.now() - begun);
  });
});

test('a body that is to go later goes when it is time, where no answer has come', async () => {
  withoutTime();
  await posted(echo, 200, async (answer, request) => {
    const { complete, headers } = await request;
    expect([complete, headers['content-length']]).toEqual([false, '2']);
    vi.advanceTimersByTime(200);
    expect((await answer).body.toString()).toBe('{}');
  });
});

test('a body that is to go later does not go at all once an answer has come', async () => {
  withoutTime();
  const refuse: RequestListener = (_, response) => response.writeHead(413).end();
  await posted(refuse, 200, async (answer, request) => {
    expect((await answer).status).toBe(413);
    const asked = await request;
    const closed = new Promise((resolve) => asked.socket.once('close', resolve));
    vi.advanceTimersByTime(200);
    await closed;
    expect(asked.complete).toBe(false);
  });
});

const lengths: [what: string, chunks: number[], said: number | string][] = [
  ['fifty million bytes', [50_000_000], 50_000_000],
  ['more than these', [25_000_000, 25_000_001], 'the answer is larger than 50000000 bytes'],
];
for (const [what, chunks, said] of lengths) {
  test(`an answer of ${what} is ${typeof said === 'number' ? 'taken' : 'none'}`, async () => {
    const body = Readable.from(chunks.map((length) => Buffer.alloc(length)));
    const answer = Object.assign(body, { statusCode: 200, rawHeaders: [], headers: {} });
    const outgoing = Object.assign(new EventEmitter(), { end: () => outgoing.emit('response', answer) });
    const request = vi.spyOn(http, 'request').mockReturnValue(outgoing as unknown as http.ClientRequest);
    onTestFinished(() => void request.mockRestore());
    const url = 'http://a.example/';
    const came = new Connections(url, { timeoutMs: 10_000 }).exchange({ method: 'GET', url, headers: [] });
    expect(
      await came.then(
        (answered) => answered.body.length,
        ({ message }) => message,
      ),
    ).toBe(said);
  });
}
