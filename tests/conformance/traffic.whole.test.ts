import { createServer, request } from 'node:http';
import { listen } from './support/deployment.ts';
import { outputOf, run, written } from './support/suite.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'parallel' });

const accounts = { primary: { apiKey: 'key_primary' } };
const limits = { requestsPerSecond: 1000, timeoutMs: 60_000 };

test('all workers together respect the request rate of the profile', async ({ deploy }) => {
  const { origin, received } = await deploy();
  const requestsPerSecond = 20;
  const file = written('staging.yaml', { baseUrl: `${origin}/v2`, accounts, limits: { ...limits, requestsPerSecond } });
  const rules = ['--workers', '2', '--rule', 'DIR-{1,2,3,4,5,6,7}', '--rule', 'PAGE-4'];
  const { code, stdout } = await run(['--target', file, '--output', outputOf(), ...rules]);
  expect(code, stdout).toBe(0);
  const times = received.filter(({ url }) => url.startsWith('/v2/')).map(({ at }) => at);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
  // One second's worth may go out at once.
  expect(times.length).toBeLessThanOrEqual((seconds + 1) * requestsPerSecond);
  expect(times.length).toBeGreaterThan(requestsPerSecond);
});

test('requests use the names, headers and proxy of the profile', async ({ deploy }) => {
  const { origin, received } = await deploy(({ url }) => {
    if (!url.startsWith('/v2/ai/missions/runs')) return undefined;
    const meta = { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 };
    return { status: 200, body: { data: [], meta } };
  });
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
  const file = written('staging.yaml', {
    baseUrl: `${origin}/v2`,
    accounts,
    limits,
    http: { proxy: await listen(proxy), headers: { 'X-Gate': 'open-sesame' } },
    wire: { pageSize: 'per_page', pageNumber: 'page' },
  });
  await run(['--target', file, '--output', outputOf(), '--workers', '1', '--rule', 'RUN-18', '--rule', 'RUN-20']);
  proxy.closeAllConnections();
  proxy.close();
  expect(passed).toBe(received.length);
  const gates = received.map(({ headers }) => headers.find(([name]) => /^x-gate$/i.test(name))?.[1]);
  expect(new Set(gates)).toEqual(new Set(['open-sesame']));
  const queries = received.map(({ url }) => decodeURIComponent(url.split('?')[1] ?? ''));
  expect(queries.some((query) => /^per_page=\d+$/.test(query))).toBe(true);
  expect(queries.filter((query) => query.includes('page['))).toEqual([]);
});
