import { EventEmitter } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { waitsOver } from '../../../spec/testing/waits.ts';
import { Connections } from './exchange.ts';
import { retryAfterMs, type SafeRequest, Transport, type TransportOptions } from './transport.ts';
import { UncertainAnswers } from './uncertain-answers.ts';

type Send = (
  request?: Partial<SafeRequest>,
) => Promise<{ status: number; headers: readonly (readonly [string, string])[]; body: Buffer }>;

/** Has a POST with an empty object sent to a server; parts of it can be replaced. */
async function against(
  listener: http.RequestListener,
  options: Partial<TransportOptions>,
  use: (send: Send) => Promise<void>,
): Promise<void> {
  const server = http.createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/x?a[b]=1`;
  const transport = new Transport(url, { timeoutMs: 600_000, ...options });
  try {
    await use((request) => transport.send({ method: 'POST', url, headers: [], body: Buffer.from('{}'), ...request }));
  } finally {
    transport.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Answers as said, one after the other, the last one for good, and counts the requests. */
function inTurn(...answers: ((response: http.ServerResponse) => void)[]) {
  let calls = 0;
  const listener: http.RequestListener = (request, response) => {
    const answer = answers[Math.min(calls, answers.length - 1)];
    calls += 1;
    request.resume().once('end', () => answer?.(response));
  };
  return { listener, calls: () => calls };
}

const ok = (response: http.ServerResponse) => response.end('{}');
const reset = (response: http.ServerResponse) => void response.socket?.resetAndDestroy();
const page = (status: number) => (response: http.ServerResponse) =>
  response.writeHead(status, { 'content-type': 'text/html', server: 'gate' }).end('<h1>Not\n now</h1>');
const json = (status: number, body: unknown) => (response: http.ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const errorBody = { errors: [{ code: '10007', title: 'Unexpected error' }] };
const get = { method: 'GET', operation: 'list' };
const post = { operation: 'create' };
const disturbance = { name: 'Disturbance', outcome: 'error' };

test('header lines are sent as they are, twice if given twice, and the path is not encoded', async () => {
  const echo: http.RequestListener = (request, response) =>
    response.end(JSON.stringify([request.url, request.rawHeaders]));
  await against(echo, {}, async (send) => {
    const headers = [['Idempotency-Key', 'a'] as const, ['idempotency-KEY', 'b'] as const];
    const [path, sent] = JSON.parse((await send({ headers })).body.toString()) as [string, string[]];
    expect(path).toBe('/v2/x?a[b]=1');
    expect(sent.join(' ')).toContain('Idempotency-Key a idempotency-KEY b');
  });
});

test('a request says how long its body is, also where it has none, and what the target needs besides', async () => {
  const echo: http.RequestListener = ({ headers, method }, response) =>
    response.end(JSON.stringify([method, headers['content-length'] ?? 'none', headers['x-gate'] ?? 'none']));
  await against(echo, { headers: { 'X-Gate': 'open' } }, async (send) => {
    const said = async (request: Partial<SafeRequest>) => JSON.parse((await send(request)).body.toString());
    expect(await said({ body: Buffer.from('12345') })).toEqual(['POST', '5', 'open']);
    expect(await said({ body: undefined })).toEqual(['POST', '0', 'open']);
    expect(await said({ method: 'DELETE', body: undefined })).toEqual(['DELETE', '0', 'open']);
    expect(await said({ method: 'GET', body: undefined })).toEqual(['GET', 'none', 'open']);
    expect(await said({ body: Buffer.from('1'), headers: [['content-length', '1']] })).toEqual(['POST', '1', 'open']);
    expect(await said({ headers: [['Transfer-Encoding', 'chunked']] })).toEqual(['POST', 'none', 'open']);
  });
});

test('through a proxy a target is asked by its whole address, with the credentials of the proxy', async () => {
  const asked: unknown[] = [];
  const server = http.createServer(({ url, headers }, response) => {
    asked.push([url, headers.host, headers['proxy-authorization']]);
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const url = 'http://api.example:8080/v2/x?a[b]=1';
  for (const login of ['', 'me%40home:pass%3Aword@', 'me:50%+1@', 'me@']) {
    const transport = new Transport(url, { timeoutMs: 600_000, proxy: `http://${login}127.0.0.1:${port}` });
    expect((await transport.send({ method: 'GET', url, headers: [] })).status).toBe(200);
    transport.close();
  }
  const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`;
  expect(asked).toEqual([
    [url, 'api.example:8080', undefined],
    [url, 'api.example:8080', basic('me@home:pass:word')],
    [url, 'api.example:8080', basic('me:50%+1')],
    [url, 'api.example:8080', basic('me:')],
  ]);
  server.closeAllConnections();
  server.close();
});

test('a proxy that names no port is asked at 80, and brings to 443 what is asked in secret without one', async () => {
  const asked: unknown[] = [];
  const request = vi.spyOn(http, 'request').mockImplementation((({ host, port, path }: http.RequestOptions) => {
    asked.push([host, port, path]);
    const outgoing = new EventEmitter();
    const end = () => void setImmediate(() => outgoing.emit('error', new Error('gone')));
    return Object.assign(outgoing, { end });
  }) as never);
  onTestFinished(() => void request.mockRestore());
  const urls = ['http://api.example/v2/x', 'https://api.example/v2/x', 'https://[::1]/v2/x', 'http://[::1]:81/v2/x'];
  for (const [index, url] of urls.entries()) {
    const proxy = index < 2 ? 'http://proxy.example' : 'http://[::2]';
    const transport = new Transport(url, { timeoutMs: 600_000, proxy });
    await expect(transport.send({ method: 'GET', url, headers: [], once: true })).rejects.toThrow('gone');
    transport.close();
  }
  expect(asked).toEqual([
    ['proxy.example', 80, urls[0]],
    ['proxy.example', 80, 'api.example:443'],
    ['::2', 80, '[::1]:443'],
    ['::2', 80, urls[3]],
  ]);
});

const lost = [
  ['takes no CONNECT', 502, 'the proxy answered CONNECT with 502: check http.proxy of the profile'],
  [
    'wants a login',
    407,
    'the proxy answered CONNECT with 407, as it wants a name and a password: check http.proxy of the profile',
  ],
] as const;
for (const [what, status, said] of lost) {
  test(`a proxy that ${what} is told of`, async () => {
    const proxy = http.createServer().on('connect', (_, socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    const { port } = proxy.address() as AddressInfo;
    const url = 'https://api.example/v2/x';
    const transport = new Transport(url, { timeoutMs: 600_000, proxy: `http://127.0.0.1:${port}` });
    const sent = transport.send({ method: 'POST', url, headers: [] });
    await expect(sent).rejects.toMatchObject({ message: `api.example: ${said}`, outcome: 'error' });
    transport.close();
    proxy.closeAllConnections();
    proxy.close();
  });
}

test('a proxy that is not there is told of by its own address', async () => {
  waitsOver();
  for (const [url, message] of [
    ['http://api.example/v2/x', 'the proxy 127.0.0.1:9 refuses the connection: check http.proxy of the profile'],
    [
      'https://api.example/v2/x',
      "api.example: the proxy 127.0.0.1:9 can't be reached (connect ECONNREFUSED 127.0.0.1:9): check http.proxy of the profile",
    ],
  ] as const) {
    const transport = new Transport(url, { timeoutMs: 600_000, proxy: 'http://127.0.0.1:9' });
    const sent = transport.send({ method: 'POST', url, headers: [], once: true });
    await expect(sent).rejects.toMatchObject({ message, outcome: 'error' });
    transport.close();
  }
});

test('429 is repeated as Retry-After says, whoever wrote it', async () => {
  const limited = (headers: object) => (response: http.ServerResponse) =>
    response.writeHead(429, { ...headers }).end('slower');
  const waits = waitsOver();
  const { listener, calls } = inTurn(limited({ 'retry-after': '0.25' }), limited({}), ok);
  await against(listener, {}, async (send) => expect((await send(post)).status).toBe(200));
  expect([calls(), waits]).toEqual([3, [250, 1000]]);
});

test('a limit that asks for no wait and goes on refusing is waited for longer and longer', async () => {
  const limited = (seconds: number) => (response: http.ServerResponse) =>
    response.writeHead(429, { 'retry-after': `${seconds}` }).end('slower');
  const waits: number[] = [];
  const pace = { turn: async () => {}, limited: async (ms: number) => void waits.push(ms), lost: async () => {} };
  const { listener } = inTurn(...[0, 0, 0, 0, 7].map(limited), ok);
  await against(listener, { pace }, async (send) => expect((await send(post)).status).toBe(200));
  expect(waits).toEqual([0, 0, 400, 800, 7000]);
});

test('a limit is waited for eight times and no more, and never for longer than two minutes', async () => {
  const limited = (seconds: number) => (response: http.ServerResponse) =>
    response.writeHead(429, { 'retry-after': `${seconds}` }).end();
  const pace = { turn: async () => {}, limited: async () => {}, lost: async () => {} };
  const eight = inTurn(...Array<ReturnType<typeof limited>>(8).fill(limited(0)), ok);
  await against(eight.listener, { pace }, async (send) => expect((await send(post)).status).toBe(200));
  const nine = inTurn(limited(0));
  await against(nine.listener, { pace }, async (send) => {
    await expect(send(post)).rejects.toMatchObject({
      outcome: 'error',
      message: 'the target answered 429 9 times in a row',
    });
  });
  expect(nine.calls()).toBe(9);
  await against(inTurn(limited(120), ok).listener, { pace }, async (send) => expect((await send()).status).toBe(200));
  await against(inTurn(limited(121), ok).listener, { pace }, async (send) => {
    await expect(send()).rejects.toMatchObject({ message: 'the target answered 429 and asks to wait for 121 s' });
  });
});

test("a date in Retry-After is one of the target's own clock", async () => {
  const limited = (response: http.ServerResponse) => {
    const now = new Date(Date.now() + 90_000).toUTCString();
    response.writeHead(429, { date: now, 'retry-after': now }).end();
  };
  const { listener } = inTurn(limited, ok);
  const waits: number[] = [];
  const pace = {
    turn: async () => {},
    lost: async () => {},
    limited: async (ms: number) => void waits.push(ms),
  };
  await against(listener, { pace }, async (send) => expect((await send()).status).toBe(200));
  expect(waits).toEqual([0]);
});

test('where a target does not tell its clock, a date in Retry-After is one of this machine', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const waits = waitsOver();
  const limited = (response: http.ServerResponse) => {
    response.sendDate = false;
    response.writeHead(429, { 'retry-after': 'Sun, 22 Nov 2026 12:01:30 GMT' }).end();
  };
  await against(inTurn(limited, ok).listener, {}, async (send) => expect((await send()).status).toBe(200));
  expect(waits).toEqual([90_000]);
});

test('on the way to our own mock a connection that was closed while it was kept is replaced by a new one', async () => {
  const closing: http.RequestListener = (request, response) => {
    const { socket } = request;
    const { served } = socket as typeof socket & { served?: true };
    if (served) return void socket.resetAndDestroy();
    Object.assign(socket, { served: true });
    response.end('{}');
  };
  await against(closing, { direct: true }, async (send) => {
    await Promise.all(Array.from({ length: 4 }, () => send()));
    for (let call = 0; call < 4; call++) expect((await send()).status).toBe(200);
  });
});

test('our own mock is not asked again over a new connection that it breaks, unless the body is large', async () => {
  const { listener, calls } = inTurn(reset, ok);
  await against(listener, { direct: true }, async (send) => {
    await expect(send(post)).rejects.toMatchObject(disturbance);
  });
  expect(calls()).toBe(1);
});

test('elsewhere what may not come twice, or is to be sent once, has a connection of its own', async () => {
  const sockets = new Set<unknown>();
  const listener: http.RequestListener = (request, response) => {
    sockets.add(request.socket);
    response.end('{}');
  };
  await against(listener, {}, async (send) => {
    for (let call = 0; call < 3; call++) await send(post);
    expect(sockets.size).toBe(3);
    for (let call = 0; call < 3; call++) await send(get);
    expect(sockets.size).toBe(4);
    for (let call = 0; call < 2; call++) await send({ ...get, once: true });
    expect(sockets.size).toBe(6);
    await send({ ...get, isRepeatable: false });
    expect(sockets.size).toBe(7);
  });
});

test('what was disturbed goes again over a connection of its own', async () => {
  const waits = waitsOver();
  const { listener } = inTurn(ok, page(502), ok);
  const sockets: unknown[] = [];
  const noted: http.RequestListener = (request, response) => {
    sockets.push(request.socket);
    listener(request, response);
  };
  await against(noted, {}, async (send) => {
    for (let call = 0; call < 3; call++) await send(get);
  });
  const [first, ...others] = sockets.map((one) => sockets.indexOf(one));
  expect([first, others, waits]).toEqual([0, [0, 2, 0], [400]]);
});

test('a large body of a request goes a second after its head, one of a million bytes at once', async () => {
  const manners: unknown[] = [];
  const exchange = vi.spyOn(Connections.prototype, 'exchange').mockImplementation(async (_, manner) => {
    manners.push(manner);
    return { status: 200, headers: [], body: Buffer.from('{}'), sentAt: '', tookMs: 1 };
  });
  onTestFinished(() => void exchange.mockRestore());
  const url = 'http://a.example/v2/x';
  for (const direct of [false, true]) {
    const transport = new Transport(url, { timeoutMs: 600_000, direct });
    for (const length of [1_000_000, 1_000_001])
      await transport.send({ method: 'POST', url, headers: [], body: Buffer.alloc(length) });
    transport.close();
  }
  expect(manners).toEqual([{ fresh: true }, { fresh: true, bodyAfterMs: 1000 }, { fresh: false }, { fresh: false }]);
});

for (const direct of [true, false]) {
  test(`an answer to the head of a large request comes through, though the connection is cut${direct ? ' by our mock' : ''}`, async () => {
    const early: http.RequestListener = (request, response) => {
      response.writeHead(413, { connection: 'close' }).end('{}', () => request.socket.resetAndDestroy());
    };
    await against(early, { timeoutMs: 600_000, direct }, async (send) => {
      expect((await send({ body: Buffer.alloc(20_000_000) })).status).toBe(413);
    });
  });
}

test('a compressed body is unpacked', async () => {
  const codings = { gzip: gzipSync, 'x-gzip': gzipSync, GZIP: gzipSync, deflate: deflateSync, br: brotliCompressSync };
  for (const [coding, compress] of Object.entries(codings)) {
    const compressed: http.RequestListener = (_, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(compress('{"a":1}'));
    await against(compressed, {}, async (send) => expect((await send()).body.toString()).toBe('{"a":1}'));
  }
});

test('a body that is not compressed as it says is left as it came', async () => {
  const plain: http.RequestListener = (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"a":1}');
  await against(plain, {}, async (send) => expect((await send()).body.toString()).toBe('{"a":1}'));
});

const broken = {
  'a reset': reset,
  'a page with 502': page(502),
  'a page with 503': page(503),
  'a page with 504': page(504),
  'a page with 521': page(521),
};
for (const [what, answer] of Object.entries(broken)) {
  test(`after ${what} a request that may come twice is sent again`, async () => {
    const waits = waitsOver();
    for (const request of [get, { ...get, method: 'PATCH' }, { ...post, isRepeatable: true }]) {
      const { listener, calls } = inTurn(answer, ok);
      await against(listener, {}, async (send) => expect((await send(request)).status).toBe(200));
      expect(calls()).toBe(2);
    }
    expect(waits).toEqual([400, 400, 400]);
  });

  test(`after ${what} a POST without a key is not sent again, and the pace keeper knows of it`, async () => {
    const { listener, calls } = inTurn(ok, answer, ok);
    let lost = 0;
    const pace = { turn: async () => {}, limited: async () => {}, lost: async () => void lost++ };
    await against(listener, { pace }, async (send) => {
      await send(post);
      await expect(send(post)).rejects.toMatchObject(disturbance);
    });
    expect([calls(), lost]).toEqual([2, 1]);
  });
}

test('a target that is unavailable for good is a disturbance after three tries, with what the gateway says', async () => {
  const waits = waitsOver();
  const { listener, calls } = inTurn(page(503));
  await against(listener, {}, async (send) => {
    const message = 'not the service\'s answer: 503 "Not now" (server: gate, content-type: text/html)';
    const failed = { ...disturbance, message, answer: { status: 503 } };
    await expect(send(get)).rejects.toMatchObject(failed);
  });
  expect([calls(), waits]).toEqual([3, [400, 800]]);
});

test('what only a remedy lets through is not sent again', async () => {
  for (const status of [403, 413]) {
    const { listener, calls } = inTurn(page(status), ok);
    await against(listener, {}, async (send) => {
      await expect(send(get)).rejects.toMatchObject({ outcome: 'blocked', answer: { status } });
    });
    expect(calls(), String(status)).toBe(1);
  }
});

test('a request that is to be sent once is, whatever becomes of it', async () => {
  const { listener, calls } = inTurn(reset, ok);
  await against(listener, {}, async (send) => {
    await expect(send({ ...get, once: true })).rejects.toMatchObject(disturbance);
  });
  expect(calls()).toBe(1);
});

test('a request that is to be sent once has had its turn, with others or alone, and waits for another one where a limit refuses it', async () => {
  const limited = (response: http.ServerResponse) => response.writeHead(429, { 'retry-after': '0' }).end('slower');
  const done: string[] = [];
  const pace = {
    turn: async () => void done.push('turn'),
    limited: async () => void done.push('limited'),
    lost: async () => {},
  };
  await against(inTurn(limited, ok).listener, { pace }, async (send) => {
    expect((await send({ ...get, once: true })).status).toBe(200);
    expect(done).toEqual(['limited', 'turn']);
  });
  const turn = vi.fn(async () => {});
  const transport = new Transport('http://a.example', { timeoutMs: 600_000, pace: { ...pace, turn } });
  await transport.turn(3);
  transport.close();
  expect(turn.mock.calls).toEqual([[3]]);
});

test('our own mock answers whatever it answers itself', async () => {
  const { listener } = inTurn(page(503));
  await against(listener, { direct: true }, async (send) => expect((await send(get)).status).toBe(503));
});

for (const [what, answer] of Object.entries({ 'an error body': json(500, errorBody), 'a page': page(500) })) {
  test(`500 is the service's with ${what}`, async () => {
    const { listener, calls } = inTurn(answer);
    await against(listener, { uncertain: new UncertainAnswers() }, async (send) =>
      expect((await send(get)).status).toBe(500),
    );
    expect(calls()).toBe(1);
  });
}

test("a page is the service's own when it comes a third time in the place of JSON", async () => {
  const { listener } = inTurn(page(404));
  await against(listener, { uncertain: new UncertainAnswers() }, async (send) => {
    for (let time = 0; time < 2; time++) await expect(send(post)).rejects.toMatchObject(disturbance);
    expect((await send(post)).status).toBe(404);
  });
});

test("a page that is the service's own is so for other requests of its path", async () => {
  const { listener } = inTurn(page(404));
  await against(listener, { uncertain: new UncertainAnswers() }, async (send) => {
    for (let time = 0; time < 2; time++) await expect(send(post)).rejects.toMatchObject(disturbance);
    await send(post);
    expect((await send({ ...post, body: Buffer.from('1') })).status).toBe(404);
  });
});

test('a page is never the answer to a request that was answered in JSON before, nor to another one', async () => {
  const { listener } = inTurn(ok, page(404));
  await against(listener, { uncertain: new UncertainAnswers() }, async (send) => {
    await send(post);
    for (let time = 0; time < 3; time++) await expect(send(post)).rejects.toMatchObject(disturbance);
    for (const body of ['1', '2', '3'])
      await expect(send({ ...post, body: Buffer.from(body) })).rejects.toMatchObject(disturbance);
  });
});

test('a service that says itself that it is not available is not judged, however often', async () => {
  const { listener } = inTurn(json(503, errorBody));
  await against(listener, { uncertain: new UncertainAnswers() }, async (send) => {
    for (let time = 0; time < 4; time++) await expect(send(post)).rejects.toMatchObject(disturbance);
  });
});

test('a page where the contract promises nothing is an answer', async () => {
  const { listener } = inTurn(page(404));
  await against(listener, { uncertain: new UncertainAnswers() }, async (send) =>
    expect((await send()).status).toBe(404),
  );
});

test('a conflict of a send that nothing has disturbed is an answer', async () => {
  const { listener, calls } = inTurn(json(409, errorBody), ok);
  await against(listener, {}, async (send) => expect((await send({ ...post, isRepeatable: true })).status).toBe(409));
  expect(calls()).toBe(1);
});

test('a conflict of an update is an answer, after it was disturbed too', async () => {
  waitsOver();
  const { listener, calls } = inTurn(page(504), json(409, errorBody), ok);
  const update = { method: 'PATCH', operation: 'update' };
  await against(listener, {}, async (send) => expect((await send(update)).status).toBe(409));
  expect(calls()).toBe(2);
});

test("where nobody tells uncertain answers apart they are the service's", async () => {
  await against(inTurn(page(404)).listener, {}, async (send) => expect((await send(get)).status).toBe(404));
});

test('a keyed send that is in progress after it was disturbed is waited for', async () => {
  waitsOver();
  const { listener, calls } = inTurn(page(504), json(409, errorBody), ok);
  await against(listener, {}, async (send) => expect((await send({ ...post, isRepeatable: true })).status).toBe(200));
  expect(calls()).toBe(3);
});

const silences: [what: string, answer: (response: http.ServerResponse) => void][] = [
  ['does not answer', () => {}],
  ['does not come to the end of its answer', (response) => void response.write('{')],
];
for (const [what, answer] of silences) {
  test(`a target that ${what} is a disturbance when the time is over, and not asked again`, async () => {
    const { listener, calls } = inTurn(answer);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await against(listener, { timeoutMs: 50 }, async (send) => {
        const failed = expect(send(get)).rejects.toMatchObject({
          ...disturbance,
          message: expect.stringContaining('50 ms'),
        });
        await expect.poll(calls).toBe(1);
        vi.advanceTimersByTime(50);
        await failed;
      });
    } finally {
      vi.useRealTimers();
    }
    expect(calls()).toBe(1);
  });
}

test('when an answer has come nothing waits for it any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await against(inTurn(ok).listener, {}, async (send) => {
      expect([(await send()).status, vi.getTimerCount()]).toEqual([200, 0]);
    });
  } finally {
    vi.useRealTimers();
  }
});

test('what never left is sent again, a POST without a key as well', async () => {
  waitsOver();
  const server = http.createServer((_, response) => response.end('{}'));
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  const pace = { turn: async () => {}, limited: async () => {}, lost: () => listen(port) };
  const url = `http://127.0.0.1:${port}/`;
  const transport = new Transport(url, { timeoutMs: 600_000, pace });
  expect((await transport.send({ method: 'POST', url, headers: [] })).status).toBe(200);
  transport.close();
  server.closeAllConnections();
  server.close();
});

test('Retry-After is read as seconds and as a date', () => {
  expect([retryAfterMs('2'), retryAfterMs(' 0.5 '), retryAfterMs(undefined)]).toEqual([2000, 500, undefined]);
  expect(retryAfterMs('Sat, 21 Nov 2026 00:00:00 GMT', Date.parse('2026-11-21T00:00:05Z'))).toBe(0);
  expect(retryAfterMs('Sat, 21 Nov 2026 00:00:05 GMT', Date.parse('2026-11-21T00:00:00Z'))).toBe(5000);
  expect(retryAfterMs('soon')).toBeUndefined();
});
