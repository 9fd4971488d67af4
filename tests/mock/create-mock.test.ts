import { mock as nodeMock } from 'node:test';
import { test as base, expect } from 'vitest';
import { createMock, type Mock } from '../../mock/create-mock.ts';
import { makeTestPath } from '../../spec/testing/test-path.ts';

const test = base.extend<{ mock: Mock }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the wanted fixtures from the pattern
  mock: async ({}, use) => {
    const mock = await createMock({ clock: '2030-01-01T00:00:00Z' });
    await use(mock);
    await mock.close();
  },
});

const { timers } = nodeMock;

const headers = (key = 'key_primary') => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });
const email = { from: 'sender@example.com', to: ['ann@example.com'], subject: 'Hello', text_body: 'Good morning' };
const sending = (changes: object = {}, key?: string) => ({
  method: 'POST',
  headers: headers(key),
  body: JSON.stringify({ ...email, ...changes }),
});

test('a mock answers at its URL and through its own fetch', async ({ mock }) => {
  const overHttp = await fetch(`${mock.url}/dir/document_types`, { headers: headers() });
  const inProcess = await mock.fetch(
    new Request('https://api.example.com/v2/dir/document_types', { headers: headers() }),
  );
  expect([overHttp.status, inProcess.status]).toEqual([200, 200]);
  expect(await inProcess.json()).toEqual(await overHttp.json());
  expect(inProcess.headers.get('content-type')).toContain('application/json');
});

test('unread answers cause no warning', async ({ mock }) => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  for (let count = 0; count < 20; count++) await mock.fetch(new Request('http://mock/v2/dir/document_types'));
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('the clock starts at the configured time and can be advanced', async ({ mock }) => {
  expect((await mock.clock.now()).toISOString()).toMatch(/^2030-01-01T00:00:0/);
  const sent = await mock.fetch(
    new Request('http://mock/v2/email_messages', sending({ scheduled_at: '2030-01-01T12:00:00Z' })),
  );
  expect(sent.status).toBe(202);
  expect(await mock.outbox()).toEqual([]);
  expect((await mock.clock.advance('PT12H')).toISOString()).toMatch(/^2030-01-01T12:00:0/);
  expect(await mock.outbox()).toMatchObject([{ Subject: 'Hello', To: [{ Address: 'ann@example.com' }] }]);
});

test('a refused call rejects with the reason', async ({ mock }) => {
  await expect(mock.clock.advance('soon')).rejects.toThrow(/ISO 8601 duration/);
  const wrong = { operation: 'createEmailMessage', lateMail: 'PT0S', times: 1 } as const;
  await expect(mock.scenarios.add(wrong)).rejects.toThrow(/lateMail must be longer/);
});

test('requests are recorded until a reset', async ({ mock }) => {
  await fetch(`${mock.url}/email_messages`, sending());
  expect(await mock.requests()).toMatchObject([{ operation: 'createEmailMessage', response: { status: 202 } }]);
  await mock.reset();
  expect([await mock.requests(), await mock.outbox()]).toEqual([[], []]);
});

test('a partition answers keys without a suffix; a suffix names another partition', async ({ mock }) => {
  const mine = mock.partition('mine');
  for (const key of ['key_primary', 'key_primary.other']) await mine.fetch('/v2/email_messages', sending({}, key));
  await mine.fetch('/v2/dir/document_types', { headers: { Authorization: 'bearer key_primary' } });
  const counts = [mock, mine, mock.partition('other')].map(async (partition) => (await partition.requests()).length);
  expect(await Promise.all(counts)).toEqual([0, 2, 1]);
});

test('scenarios, settings, holds and snapshots are methods of a partition', async ({ mock }) => {
  const mine = mock.partition('mine');
  const { id } = await mine.scenarios.add({ operation: 'listDirDocumentTypes', answer: { status: 429 } });
  expect(await mine.scenarios.list()).toMatchObject([{ id }]);
  expect(await mock.scenarios.list()).toEqual([]);
  await mine.scenarios.clear();
  expect(await mine.scenarios.list()).toEqual([]);
  expect(await mine.settings.change({ processingTime: 'PT2S' })).toMatchObject({ processingTime: 'PT2S' });
  expect(await mock.settings.get()).toMatchObject({ processingTime: 'PT0S' });
  expect([await mine.hold(), await mine.release()]).toEqual([
    { holding: true, held: 0 },
    { holding: false, held: 0 },
  ]);
  expect(Object.keys(await mine.state.get('documentTypes', 'now')).sort()).toEqual(['documentTypes', 'now']);
  await mock.state.put({ documentTypes: [{ short_name: 'passport', description: 'A passport' }] });
  const listed = await mock.fetch('/v2/dir/document_types', { headers: headers() });
  expect(await listed.json()).toMatchObject({ data: [{ short_name: 'passport' }] });
});

test('seed entries replace those with the same id, also after a reset', async () => {
  const [own, added] = [
    { short_name: 'letter_of_authorization', description: 'Mine' },
    { short_name: 'passport', description: 'A passport' },
  ];
  await using mock = await createMock({ seed: { documentTypes: [own, added] } });
  await mock.reset();
  const listed = await mock.fetch('/v2/dir/document_types', { headers: headers() });
  const { data } = (await listed.json()) as { data: { short_name: string; description: string }[] };
  expect(data.filter(({ short_name }) => [own.short_name, added.short_name].includes(short_name))).toEqual([
    own,
    added,
  ]);
  expect(data.length).toBeGreaterThan(2);
});

test('every part of the fixtures accepts seed entries', async () => {
  const id = '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
  const [created_at, updated_at] = ['2026-03-14T09:26:53Z', '2026-03-14T09:26:53Z'];
  const [record_type, threshold] = ['sim_card_data_usage_notification', { amount: '9', unit: 'GB' }] as const;
  const resource = { id, sim_card_id: id, record_type, threshold, created_at, updated_at };
  const template = { id, account: 'acme', name: 'Mine', subject: 'Mine', html_body: '', text_body: 'Hi' };
  const suppression = { account: 'acme', address: 'mine@example.com', reason: 'invalid' } as const;
  const range = { from: '+13125559999', to: '+13125559999' };
  const run = { run_id: id, mission_id: id, status: 'failed', started_at: created_at, updated_at } as const;
  const seed = {
    notifications: [{ account: 'acme', resource }],
    templates: [template],
    suppressions: [suppression],
    numbers: { free: [range], held: [] },
    missionRuns: { acme: [run] },
  };
  await using mock = await createMock({ seed });
  const { notifications, templates, suppressions, numbers, missionRuns } = await mock.state.get();
  expect(notifications?.filter(({ resource }) => resource.id === id)).toEqual(seed.notifications);
  expect(templates).toContainEqual(template);
  expect(suppressions).toContainEqual(suppression);
  expect(numbers?.free).toContainEqual(range);
  expect(missionRuns?.acme).toContainEqual(run);
});

const template = { id: 'mine', account: 'acme', name: 'Mine', html_body: '{% if a %}', text_body: '' };
for (const [label, options, reason] of [
  ['an unknown option', { fixture: '.' }, /no option "fixture"; did you mean "fixtures"/],
  ['an unknown part of the fixtures', { seed: { colours: [] } }, /^seed\.colours/],
  ['a seed entry that breaks its schema', { seed: { documentTypes: [{ short_name: 7 }] } }, /^seed\.documentTypes\/0/],
  ['a seed template that is no Liquid', { seed: { templates: [template] } }, /^seed\.templates\/0/],
  ['a clock that is no time', { clock: 'noon' }, /ISO 8601/],
  ['a clock that is a number', { clock: 5 }, /ISO 8601/],
  ['a negative port', { port: -1 }, /^port has to be/],
  ['a deployment that is no path', { deployment: {} }, /^deployment has to be/],
  ['a missing fixtures folder', { fixtures: '/nowhere' }, /\/nowhere\/accounts\.yaml/],
] as const) {
  test(`createMock refuses ${label}`, async () => {
    await expect(createMock(options as never)).rejects.toThrow(reason);
  });
}

test('createMock refuses a port in use and releases the data directory', async ({ mock }) => {
  const data = makeTestPath('data');
  await expect(createMock({ port: Number(new URL(mock.url).port), data })).rejects.toThrow('in use');
  await (await createMock({ data })).close();
});

test('state can be stored in a directory', async () => {
  const data = makeTestPath('data');
  for (const count of [1, 2]) {
    await using mock = await createMock({ data });
    await mock.fetch('/v2/email_messages', sending());
    expect(await mock.outbox()).toHaveLength(count);
  }
});

test('with the system clock a mock follows a faked Date', async () => {
  await using earlier = await createMock({ clock: 'system' });
  timers.enable({ apis: ['Date'], now: Date.UTC(2031, 0, 1) });
  try {
    await using mock = await createMock({ clock: 'system' });
    for (const { clock } of [mock, earlier]) expect((await clock.now()).toISOString()).toBe('2031-01-01T00:00:00.000Z');
  } finally {
    timers.reset();
  }
});

test('a dropped answer rejects like a failed fetch, after the work was done', async ({ mock }) => {
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

test('an aborted request rejects with the reason', async ({ mock }) => {
  const slow = { method: 'POST', headers: headers(), body: '{"operation":"listDirDocumentTypes","delay":"PT1H"}' };
  await mock.fetch(new Request('http://mock/__admin/scenarios', slow));
  const controller = new AbortController();
  const waiting = mock.fetch('/v2/dir/document_types', { headers: headers(), signal: controller.signal });
  controller.abort(new Error('gave up'));
  await expect(waiting).rejects.toThrow('gave up');
});

test('the event stream arrives live and ends when its request is aborted', async ({ mock }) => {
  const controller = new AbortController();
  const stream = await mock.fetch('/__admin/requests/stream', { signal: controller.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await mock.fetch('/v2/dir/document_types', { headers: headers() });
  let text = '';
  while (!text.includes('listDirDocumentTypes')) text += (await reader?.read())?.value;
  controller.abort(new Error('seen enough'));
  await expect(reader?.read()).rejects.toThrow('seen enough');
});

test('a closed mock rejects every call', async () => {
  const mock = await createMock();
  await mock.close();
  await expect(mock.clock.now()).rejects.toThrow('The mock has been closed.');
  const lost = { name: 'TypeError', message: 'fetch failed', cause: { message: 'The mock has been closed.' } };
  await expect(mock.fetch('/v2/dir/document_types', { headers: headers() })).rejects.toMatchObject(lost);
});
