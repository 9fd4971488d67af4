import createClient from 'openapi-fetch';
import { createMock, type Mock } from 'telephony-contract';
import type { paths } from 'telephony-contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());

test('the client knows paths, parameters and answers', async () => {
  const client = createClient<paths>({ baseUrl: mock.url, headers: { Authorization: 'Bearer key_primary' } });

  const runs = await client.GET('/ai/missions/runs', { params: { query: { 'page[size]': 2, status: 'failed' } } });
  expect(runs.data?.data.map(({ status }) => status)).toEqual(['failed', 'failed']);

  const refused = await client.GET('/email_messages/{id}', { params: { path: { id: crypto.randomUUID() } } });
  expect(refused.error?.errors[0]?.code).toBe('10001');
});
