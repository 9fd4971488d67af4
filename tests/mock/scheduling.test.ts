import { randomUUID } from 'node:crypto';
import { expect, test } from './support/test.ts';

const future = '2040-06-01T10:00:00Z';

test('a mail carries the time for which it was scheduled as its date', async ({ api }) => {
  await api.accepted({ scheduled_at: future });
  await api.control('POST', '/clock', { now: '2041-01-01T00:00:00Z' });
  expect((await api.mailHeaders()).Date?.[0]).toMatch(/^Fri, 0?1 Jun 2040 10:00:00 (\+0000|GMT)$/);
});

test('all due mail has left once a clock was moved or a state filled in', async ({ api }) => {
  await api.accepted({ scheduled_at: '2040-01-01T00:00:00Z' });
  const { messages } = (await api.control('GET', '/state?only=messages')).body as { messages: object[] };
  const many = Array.from({ length: 1_000 }, () => ({ ...messages[0], id: randomUUID() }));
  const left = async () => ((await api.outbox('GET', '/messages?limit=1')).body as { total: number }).total;
  const fill = (now: string) => api.control('PUT', '/state', { now, messages: many });
  expect([(await fill('2030-01-01T00:00:00Z')).status, await left()]).toEqual([200, 0]);
  expect([(await api.control('POST', '/clock', { now: '2041-01-01T00:00:00Z' })).status, await left()]).toEqual([
    200, 1_000,
  ]);
  expect([(await fill('2041-01-01T00:00:00Z')).status, await left()]).toEqual([200, 1_000]);
});
