import type { Api } from './support/api.ts';
import { expect, test } from './support/test.ts';

async function scenario(api: Api, body: object): Promise<string> {
  const received = await api.control('POST', '/scenarios', body);
  expect(received.status, received.text).toBe(201);
  return (received.body as { id: string }).id;
}

const lists = { listDirDocumentTypes: '/dir/document_types', listRecentAiMissionRuns: '/ai/missions/runs' } as const;

test('the next call gets the answer that was switched on, and does no work', async ({ api }) => {
  await scenario(api, { operation: 'createEmailMessage', times: 1, answer: { status: 503 } });
  expect((await api.send()).status).toBe(503);
  expect(await api.mails()).toEqual([]);
  expect((await api.send()).status).toBe(202);
  expect((await api.control('GET', '/scenarios')).body).toEqual({ scenarios: [] });
});

test('an example of the contract can be the answer', async ({ api }) => {
  await scenario(api, { answer: { status: 400, example: 'templateNotFound' } });
  expect(await api.send()).toMatchObject({
    status: 400,
    body: { errors: [{ detail: 'The template does not exist.' }] },
  });
});

test('without a number of times it is for every call, until it is switched off', async ({ api }) => {
  const id = await scenario(api, { operation: 'listDirDocumentTypes', answer: { status: 429, retryAfter: 30 } });
  for (let call = 0; call < 3; call++) {
    const received = await api.get('/dir/document_types');
    expect([received.status, received.headers['retry-after']]).toEqual([429, '30']);
  }
  expect((await api.get('/ai/missions/runs')).status).toBe(200);
  expect((await api.control('DELETE', `/scenarios/${id}`)).status).toBe(200);
  expect((await api.get('/dir/document_types')).status).toBe(200);
  expect((await api.control('DELETE', `/scenarios/${id}`)).status).toBe(404);
});

test('a lost answer is one whose work was done: the retry with its key gets it', async ({ api }) => {
  await scenario(api, { operation: 'createEmailMessage', times: 1, drop: true });
  await expect(api.send({}, { key: 'k-1' })).rejects.toThrow(/socket hang up|ECONNRESET/);
  expect(await api.mails()).toHaveLength(1);
  expect((await api.send({}, { key: 'k-1' })).status).toBe(202);
  expect(await api.mails()).toHaveLength(1);
});

test('a delay is over when its time has gone by on the clock', async ({ api }) => {
  await scenario(api, { times: 1, delay: { from: 'PT1H', to: 'PT2H' } });
  const slow = api.get('/dir/document_types');
  const done = slow.then(() => 'answered');
  expect((await api.get('/dir/document_types?page[size]=1')).status).toBe(200);
  expect(await Promise.race([done, Promise.resolve('waiting')])).toBe('waiting');
  await api.advance('PT2H');
  expect((await slow).status).toBe(200);
});

for (const [operation, path] of Object.entries(lists)) {
  test(`rows come up or vanish between two pages: ${operation}`, async ({ api }) => {
    const first = async () => (await api.get(`${path}?page[size]=1`)).body as { data: unknown[]; meta: object };
    const before = await first();
    await scenario(api, { operation, rows: -2 });
    expect(await first()).toEqual(before);
    const vanished = await first();
    expect(vanished.data).not.toEqual(before.data);
    await api.control('DELETE', '/scenarios');
    await scenario(api, { operation, rows: 2 });
    expect(await first()).toEqual(vanished);
    expect(await first()).toEqual(before);
  });
}

test('a scenario is for one partition', async ({ api }) => {
  await scenario(api, { answer: { status: 500 } });
  const other = await api.get('/dir/document_types', { headers: { Authorization: 'Bearer key_primary' } });
  expect(other.status).toBe(200);
});

test('a reset switches scenarios off', async ({ api }) => {
  await scenario(api, { answer: { status: 500 } });
  await api.control('POST', '/reset');
  expect((await api.get('/dir/document_types')).status).toBe(200);
});

for (const [body, detail] of [
  [{}, /has one effect: answer, delay, drop, rows/],
  [{ drop: true, rows: 1 }, /has one effect/],
  [{ operation: 'sendFax', drop: true }, /^\/operation/],
  [{ times: 0, drop: true }, /^\/times/],
  [{ answer: { status: 99 } }, /^\/answer\/status/],
  [{ delay: 'soon' }, /ISO 8601 duration/],
  [{ delay: { from: 'PT2S', to: 'PT1S' } }, /the shorter first/],
  [{ delay: null }, /^\/delay/],
  [{ fault: 'EMPTY' }, /additional properties/],
  ['drop', /must be object/],
] as const) {
  test(`a scenario is refused: ${JSON.stringify(body)}`, async ({ api }) => {
    const received = await api.control('POST', '/scenarios', body);
    expect(received).toMatchObject({ status: 422, body: { errors: [{ detail: expect.stringMatching(detail) }] } });
  });
}
