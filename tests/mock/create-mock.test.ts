import { test as base, expect } from '@playwright/test';
import { createMock, type Mock } from '../../mock/create-mock.ts';

const test = base.extend<{ mock: Mock }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  mock: async ({}, use) => {
    const mock = await createMock({ clock: '2030-01-01T00:00:00Z' });
    await use(mock);
    await mock.close();
  },
});

const headers = (key = 'key_primary') => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });
const email = { from: 'sender@example.com', to: ['ann@example.com'], subject: 'Hello', text_body: 'Good morning' };
const sending = (changes: object = {}, key?: string) => ({
  method: 'POST',
  headers: headers(key),
  body: JSON.stringify({ ...email, ...changes }),
});

test('it answers at its URL and, without a port, by fetch', async ({ mock }) => {
  const overHttp = await fetch(`${mock.url}/dir/document_types`, { headers: headers() });
  const inProcess = await mock.fetch(
    new Request('https://api.example.com/v2/dir/document_types', { headers: headers() }),
  );
  expect([overHttp.status, inProcess.status]).toEqual([200, 200]);
  expect(await inProcess.json()).toEqual(await overHttp.json());
  expect(inProcess.headers.get('content-type')).toContain('application/json');
});

test('the clock begins where it was set and can be moved on', async ({ mock }) => {
  expect((await mock.clock.now()).toISOString()).toMatch(/^2030-01-01T00:00:0/);
  const sent = await mock.fetch(
    new Request('http://mock/v2/email_messages', sending({ scheduled_at: '2030-01-01T12:00:00Z' })),
  );
  expect(sent.status).toBe(202);
  expect(await mock.outbox()).toEqual([]);
  expect((await mock.clock.advance('PT12H')).toISOString()).toMatch(/^2030-01-01T12:00:0/);
  expect(await mock.outbox()).toMatchObject([{ Subject: 'Hello', To: [{ Address: 'ann@example.com' }] }]);
});

test('what the clock refuses is thrown with its reason', async ({ mock }) => {
  await expect(mock.clock.advance('soon')).rejects.toThrow(/ISO 8601 duration/);
});

test('requests are kept, and a reset forgets them', async ({ mock }) => {
  await fetch(`${mock.url}/email_messages`, sending());
  expect(await mock.requests()).toMatchObject([{ operation: 'createEmailMessage', response: { status: 202 } }]);
  await mock.reset();
  expect([await mock.requests(), await mock.outbox()]).toEqual([[], []]);
});

test('a partition has requests and mail of its own', async ({ mock }) => {
  await fetch(`${mock.url}/email_messages`, sending({}, 'key_primary.mine'));
  expect([await mock.outbox(), await mock.outbox('mine')]).toMatchObject([[], [{ Subject: 'Hello' }]]);
  expect([(await mock.requests()).length, (await mock.requests('mine')).length]).toEqual([0, 1]);
});

test('a clock that is no time is refused', async () => {
  await expect(createMock({ clock: 'noon' })).rejects.toThrow(/ISO 8601/);
});

test('fixtures that are not there are refused with their place', async () => {
  await expect(createMock({ fixtures: '/nowhere' })).rejects.toThrow(/\/nowhere\/accounts\.yaml: can't be read/);
});

test('an answer that is lost rejects as that of fetch does', async ({ mock }) => {
  const lost = { method: 'POST', headers: headers(), body: '{"operation":"createEmailMessage","times":1,"drop":true}' };
  await mock.fetch(new Request('http://mock/__admin/scenarios', lost));
  const send = () => {
    const { headers, ...rest } = sending();
    return mock.fetch(
      new Request('http://mock/v2/email_messages', { ...rest, headers: { ...headers, 'idempotency-key': 'k' } }),
    );
  };
  await expect(send()).rejects.toThrow(TypeError);
  expect((await send()).status).toBe(202);
  expect(await mock.outbox()).toHaveLength(1);
});

test('a request that is aborted rejects with the reason, as that of fetch does', async ({ mock }) => {
  const slow = { method: 'POST', headers: headers(), body: '{"operation":"listDirDocumentTypes","delay":"PT1H"}' };
  await mock.fetch(new Request('http://mock/__admin/scenarios', slow));
  const asked = (signal: AbortSignal) =>
    new Request('http://mock/v2/dir/document_types', { headers: headers(), signal });
  const early = mock.fetch(asked(AbortSignal.abort(new Error('changed my mind'))));
  await expect(early).rejects.toThrow('changed my mind');
  const given = new AbortController();
  const waiting = mock.fetch(asked(given.signal));
  given.abort(new Error('gave up'));
  await expect(waiting).rejects.toThrow('gave up');
});
