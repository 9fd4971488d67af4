import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { listen, type Received } from './support/deployment.ts';
import { outputOf, run, written } from './support/suite.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'parallel', timeout: 240_000 });

const accounts = { primary: { apiKey: 'key_primary' } };
const rules = ['--rule', 'DIR-{1,2,3,4,5,6,7}', '--rule', 'RUN-1', '--rule', 'PAGE-4'];
const certificate = fileURLToPath(new URL('./support/loopback.pem', import.meta.url));

function judge(profile: object, name = 'staging') {
  const limits = { requestsPerSecond: 1000, timeoutMs: 60_000 };
  const file = written(`${name}.yaml`, { accounts, limits, ...profile });
  return run(['--target', file, '--output', outputOf(name), ...rules]);
}

test('all workers together keep the request rate, and 429 is repeated when Retry-After says so', async ({ deploy }) => {
  const limited: Received[] = [];
  const { origin, received } = await deploy((request) => {
    if (limited.length > 0 || !request.url.startsWith('/v2/ai/')) return undefined;
    limited.push(request);
    return { status: 429, headers: { 'Retry-After': '1' } };
  });
  const requestsPerSecond = 20;
  const { code, stdout } = await judge({ baseUrl: `${origin}/v2`, limits: { requestsPerSecond, timeoutMs: 60_000 } });
  expect(code, stdout).toBe(0);
  const times = received.filter(({ url }) => url.startsWith('/v2/')).map(({ at }) => at);
  const perSecond = times.map((from) => times.filter((at) => at >= from && at < from + 1000).length);
  // A worker that begins and the look before the first case overlap by a request or two.
  expect(Math.max(...perSecond)).toBeLessThan(requestsPerSecond * 1.25);
  const [first] = limited as [Received];
  const again = received.find(({ url, at }) => url === first.url && at > first.at) as Received;
  expect(again.at - first.at).toBeGreaterThan(990);
});

test('requests carry the headers of the profile and go through its proxy', async ({ deploy }) => {
  const { origin, received } = await deploy();
  let passed = 0;
  const proxy = createServer((incoming, outgoing) => {
    const { hostname, port, pathname, search } = new URL(incoming.url ?? '');
    passed += 1;
    const { method, headers } = incoming;
    const onward = request({ hostname, port, path: pathname + search, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  const http = { proxy: await listen(proxy), headers: { 'X-Gate': 'open-sesame' } };
  const { code, stdout } = await judge({ baseUrl: `${origin}/v2`, http });
  proxy.closeAllConnections();
  proxy.close();
  expect(code, stdout).toBe(0);
  expect(passed).toBe(received.length);
  const gates = received.map(({ headers }) => headers.find(([name]) => /^x-gate$/i.test(name))?.[1]);
  expect(new Set(gates)).toEqual(new Set(['open-sesame']));
});

test('a certificate counts when the profile names it, through a tunnel as well', async ({ deploy }) => {
  const { origin } = await deploy();
  const pem = readFileSync(certificate);
  const secure = createSecureServer({ key: pem, cert: pem }, (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const onward = request(origin + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  const { port } = new URL(await listen(secure));
  const tunnels: string[] = [];
  const proxy = createServer().on('connect', ({ url = '', headers }, socket) => {
    tunnels.push(`${url} ${headers['proxy-authorization']}`);
    const onward = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) end.on('error', () => {});
  });
  await listen(proxy);
  const through = `http://me:pass-word@127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  const baseUrl = `https://127.0.0.1:${port}/v2`;
  const untrusted = await judge({ baseUrl }, 'untrusted');
  expect(untrusted.stderr).toContain('has a certificate that is not trusted');
  expect(untrusted.code).toBe(2);
  const [direct, tunneled] = await Promise.all([
    judge({ baseUrl, http: { ca: certificate } }, 'direct'),
    judge({ baseUrl, http: { ca: certificate, proxy: through } }, 'tunneled'),
  ]);
  expect(direct.code, direct.stdout + direct.stderr).toBe(0);
  expect(tunneled.code, tunneled.stdout + tunneled.stderr).toBe(0);
  expect(tunnels[0]).toBe(`127.0.0.1:${port} Basic ${Buffer.from('me:pass-word').toString('base64')}`);
  for (const server of [secure, proxy]) {
    server.closeAllConnections();
    server.close();
  }
});

test('names on the wire are those of the profile', async ({ deploy }) => {
  const { origin, received } = await deploy(({ url }) => {
    if (!url.startsWith('/v2/ai/missions/runs')) return undefined;
    const meta = { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 };
    return { status: 200, body: { data: [], meta } };
  });
  const file = written('staging.yaml', {
    baseUrl: `${origin}/v2`,
    accounts,
    limits: { requestsPerSecond: 1000 },
    wire: { pageSize: 'per_page', pageNumber: 'page' },
  });
  await run(['--target', file, '--output', outputOf(), '--rule', 'RUN-18', '--rule', 'RUN-20']);
  const queries = received.map(({ url }) => decodeURIComponent(url.split('?')[1] ?? ''));
  expect(queries.some((query) => /^per_page=\d+$/.test(query))).toBe(true);
  expect(queries.filter((query) => query.includes('page['))).toEqual([]);
});
