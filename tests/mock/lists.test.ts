import { type Api, refusal } from './support/api.ts';
import { expect, test } from './support/test.ts';

interface List {
  data: { run_id: string; started_at: string; status: string; short_name: string }[];
  meta: { total_pages: number; total_results: number; page_number: number; page_size: number };
}
const list = async (api: Api, path: string, as: 'key_primary' | 'key_other' = 'key_primary') => {
  const { status, body, text } = await api.get(path, { as });
  expect(status, text).toBe(200);
  return body as List;
};

for (const [_path, _total] of [
  ['/dir/document_types', 14],
  ['/ai/missions/runs', 2345],
] as const) {
}

test('a last page has the figures of the whole list and its own size', async ({ api }) => {
  const { data, meta } = await list(api, '/ai/missions/runs?page[size]=9&page[number]=261');
  expect(data).toHaveLength(5);
  expect(meta).toEqual({ total_pages: 261, total_results: 2345, page_number: 261, page_size: 5 });
});

test('all pages of the runs together have each run once, newest first', async ({ api }) => {
  const runs: List['data'] = [];
  for (let number = 1; number <= 5; number++) {
    runs.push(...(await list(api, `/ai/missions/runs?page[size]=500&page[number]=${number}`)).data);
  }
  expect(runs).toHaveLength(2345);
  expect(new Set(runs.map(({ run_id }) => run_id)).size).toBe(2345);
  const sorted = [...runs].sort((a, b) => b.started_at.localeCompare(a.started_at) || (a.run_id < b.run_id ? -1 : 1));
  expect(runs.map(({ run_id }) => run_id)).toEqual(sorted.map(({ run_id }) => run_id));
});

test('the status filters, and the totals are those of the filtered list', async ({ api }) => {
  const totals = [];
  for (const status of ['pending', 'running', 'paused', 'succeeded', 'failed', 'cancelled']) {
    const { data, meta } = await list(api, `/ai/missions/runs?status=${status}&page[size]=1000`);
    expect(data.every((run) => run.status === status)).toBe(true);
    expect(data.length).toBeGreaterThan(0);
    totals.push(meta.total_results);
  }
  expect(totals.reduce((sum, total) => sum + total)).toBe(2345);
});

for (const status of ['nonsense', '', 'SUCCEEDED', '__proto__']) {
  test(`an unknown status gives an empty page: ${JSON.stringify(status)}`, async ({ api }) => {
    expect(await list(api, `/ai/missions/runs?status=${status}`)).toEqual({
      data: [],
      meta: { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 },
    });
  });
}

for (const [query, parameter] of [
  ['page[number]=0', 'page[number]'],
  ['page[size]=0', 'page[size]'],
  ['page[size]=1001', 'page[size]'],
  ['page[size]=ten', 'page[size]'],
  ['page[size]=5&page[size]=5', 'page[size]'],
] as const) {
  test(`runs refuse ${query} with a detail body`, async ({ api }) => {
    const received = await api.get(`/ai/missions/runs?${query}`);
    expect(received.status).toBe(422);
    expect(received.body).toEqual({
      detail: [{ loc: ['query', parameter], msg: expect.any(String), type: expect.any(String) }],
    });
  });

  test(`document types refuse ${query} in the standard body`, async ({ api }) => {
    expect(await api.get(`/dir/document_types?${query}`)).toMatchObject(refusal(422, '10015', { parameter }));
  });
}

test('every wrong parameter has its entry in the detail body', async ({ api }) => {
  const { body } = await api.get('/ai/missions/runs?page[size]=0&page[number]=x&status=a&status=b');
  const places = (body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join(' ')).sort();
  expect(places).toEqual(['query page[number]', 'query page[size]', 'query status']);
});
