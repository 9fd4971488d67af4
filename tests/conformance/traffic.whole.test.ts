import { createServer, request } from 'node:http';
import { listen } from './support/deployment.ts';
import { outputOf, run, written } from './support/suite.ts';
import { expect, test } from './support/test.ts';

test('requests use the rate, names, headers and proxy of the profile', async ({ deploy }) => {
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
  const requestsPerSecond = 20;
  const file = written('staging.yaml', {
    baseUrl: `${origin}/v2`,
    accounts: { primary: { apiKey: 'key_primary' } },
    limits: { requestsPerSecond, timeoutMs: 60_000 },
    http: { proxy: await listen(proxy), headers: { 'X-Gate': 'open-sesame' } },
    wire: { pageSize: 'per_page', pageNumber: 'page' },
  });
  const rules = ['DIR-{1,2,3,4,5,6,7}', 'PAGE-4', 'RUN-18', 'RUN-20'].flatMap((id) => ['--rule', id]);
  await run(['--target', file, '--output', outputOf(), '--workers', '2', ...rules]);
  proxy.closeAllConnections();
  proxy.close();
  expect(passed).toBe(received.length);
  const gates = received.map(({ headers }) => headers.find(([name]) => /^x-gate$/i.test(name))?.[1]);
  expect(new Set(gates)).toEqual(new Set(['open-sesame']));
  const queries = received
    .filter(({ url }) => url.startsWith('/v2/ai/'))
    .map(({ url }) => decodeURIComponent(url.split('?')[1] ?? ''));
  expect(queries.some((query) => /^per_page=\d+$/.test(query))).toBe(true);
  expect(queries.filter((query) => query.includes('page['))).toEqual([]);
  const times = received.filter(({ url }) => url.startsWith('/v2/')).map(({ at }) => at);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
  // One second's worth may go out at once, from all workers together.
  expect(times.length).toBeLessThanOrEqual((seconds + 1) * requestsPerSecond);
  expect(times.length).toBeGreaterThan(requestsPerSecond);
});
