import { createMock } from 'telephony-contract';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
});

test('the mock is created, answers and closes under fake timers, and its clock is its own', async () => {
  vi.useFakeTimers({ now: 0 });
  await using mock = await createMock();
  const headers = { Authorization: 'Bearer key_primary' };

  expect((await fetch(`${mock.url}/dir/document_types`, { headers })).status).toBe(200);
  expect((await mock.fetch('/v2/dir/document_types', { headers })).status).toBe(200);
  expect((await mock.fetch('/v2/dir/document_types', { headers: { ...headers, Prefer: 'code=500' } })).status).toBe(
    500,
  );
  expect(await mock.requests()).toHaveLength(3);
  expect((await mock.clock.now()).getFullYear()).toBeGreaterThan(2000);
});

test('a clock that follows the system follows a faked one', async () => {
  vi.useFakeTimers({ now: new Date('2030-05-01T12:00:00Z') });
  await using mock = await createMock({ clock: 'system' });
  vi.setSystemTime(new Date('2031-05-01T12:00:00Z'));
  expect(await mock.clock.now()).toEqual(new Date('2031-05-01T12:00:00Z'));
});
