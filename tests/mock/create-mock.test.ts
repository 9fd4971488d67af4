import { mock as nodeMock } from 'node:test';
import { ClassicLevel } from 'classic-level';
import { test as base, expect } from 'vitest';
import { createMock, type Mock } from '../../mock/create-mock.ts';
import { ownPath } from '../../spec/testing/own-path.ts';

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

test('the clock can be set to a time, as a text or a Date', async ({ mock }) => {
  for (const time of ['2030-06-01T00:00:00.000Z', '2030-07-01T00:00:00.000Z']) {
    const given = time < '2030-07' ? time : new Date(time);
    const shown = [await mock.clock.set(given), await mock.clock.now()];
    expect(shown.map((one) => one.toISOString().slice(0, 16))).toEqual([time.slice(0, 16), time.slice(0, 16)]);
  }
});

test('what the clock refuses is thrown with its reason', async ({ mock }) => {
  await expect(mock.clock.advance('soon')).rejects.toThrow(/ISO 8601 duration/);
  const wrong = { operation: 'createEmailMessage', lateMail: 'PT0S', times: 1 } as const;
  const reasons = await mock.scenarios.add(wrong).catch(({ message }: Error) => message);
  expect(reasons).toMatch(
    /^lateMail lasts [^.]*: no times\. lateMail is about all mail: no operation\. lateMail must be longer/,
  );
});

test('requests are kept, and a reset forgets them', async ({ mock }) => {
  await fetch(`${mock.url}/email_messages`, sending());
  expect(await mock.requests()).toMatchObject([{ operation: 'createEmailMessage', response: { status: 202 } }]);
  await mock.reset();
  expect([await mock.requests(), await mock.outbox()]).toEqual([[], []]);
});

test('a partition has requests and mail of its own', async ({ mock }) => {
  await fetch(`${mock.url}/email_messages`, sending({}, 'key_primary.mine'));
  expect([await mock.outbox(), await mock.partition('mine').outbox()]).toMatchObject([[], [{ Subject: 'Hello' }]]);
  expect([(await mock.requests()).length, (await mock.partition('mine').requests()).length]).toEqual([0, 1]);
});

test('a partition answers by keys without a suffix, and lets those with one name another', async ({ mock }) => {
  const mine = mock.partition('mine');
  for (const key of ['key_primary', 'key_primary.other']) await mine.fetch('/v2/email_messages', sending({}, key));
  await mine.fetch('/v2/dir/document_types', { headers: { Authorization: 'bearer key_primary' } });
  const counts = [mock, mine, mock.partition('other')].map(async (one) => (await one.requests()).length);
  expect(await Promise.all(counts)).toEqual([0, 2, 1]);
});

test('scenarios, settings, holds and snapshots are at hand', async ({ mock }) => {
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
  const state = await mine.state.get('documentTypes', 'now');
  expect(Object.keys(state).sort()).toEqual(['documentTypes', 'now']);
  expect(await mine.state.get()).toMatchObject({
    ...state,
    now: expect.any(String),
    messages: [],
    templates: [{}, {}, {}, {}],
  });
  await mock.state.put({ documentTypes: [{ short_name: 'passport', description: 'A passport' }] });
  const listed = await mock.fetch('/v2/dir/document_types', { headers: headers() });
  expect(await listed.json()).toMatchObject({ data: [{ short_name: 'passport' }] });
});

test('fixtures of a test take the place of those with their id, and stay after a reset', async () => {
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

test('every part of the fixtures takes up what a test gives', async () => {
  const id = '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
  const time = '2026-03-14T09:26:53Z';
  const run = {
    run_id: 'A0000000-0000-4000-8000-000000000001',
    mission_id: 'a0000000-0000-4000-8000-000000000002',
    status: 'failed',
    started_at: '2031-01-15T09:26:53Z',
    updated_at: '2031-01-15T09:26:53Z',
  } as const;
  const template_id = 'a1111111-1111-4111-8111-111111111111';
  const number = '+13125559999';
  await using mock = await createMock({
    seed: {
      notifications: [
        {
          account: 'acme',
          resource: {
            id,
            sim_card_id: id,
            record_type: 'sim_card_data_usage_notification',
            threshold: { amount: '9', unit: 'GB' },
            created_at: time,
            updated_at: time,
          },
        },
      ],
      templates: [{ id: template_id, account: 'acme', name: 'Mine', subject: 'Mine', html_body: '', text_body: 'Hi' }],
      suppressions: [
        { account: 'acme', address: 'mine@example.com', reason: 'invalid' },
        { account: 'acme', address: 'Bounced@example.com', reason: 'spam_complaint' },
      ],
      numbers: { free: [{ from: number, to: number }], held: [] },
      missionRuns: { acme: [run] },
    },
  });
  const ask = async (path: string, method = 'GET', body?: object) => {
    const asked = { method, headers: headers(), ...(body && { body: JSON.stringify(body) }) };
    // biome-ignore lint/suspicious/noExplicitAny: the test looks into answers of every form
    return (await (await mock.fetch(`/v2${path}`, asked)).json()) as any;
  };
  const notification = (await ask(`/sim_card_data_usage_notifications/${id}`, 'PATCH', {})).data;
  expect(notification.threshold).toEqual({ amount: '9', unit: 'GB' });
  const message = await ask('/email_messages', 'POST', {
    from: 'sender@example.com',
    to: ['mine@example.com', 'bounced@example.com', 'complained@example.com', 'ann@example.com'],
    template_id,
  });
  expect(message.data).toMatchObject({ subject: 'Mine', to: [{ email: 'ann@example.com' }] });
  expect(message.suppressed.map(({ reason }: { reason: string }) => reason)).toEqual([
    'invalid',
    'spam_complaint',
    'spam_complaint',
  ]);
  const phone_numbers = [number, '+13125550100'].map((phone_number) => ({ phone_number }));
  const reservation = (await ask('/number_reservations', 'POST', { phone_numbers })).data;
  expect(reservation.phone_numbers.map(({ status }: { status: string }) => status)).toEqual(['pending', 'failure']);
  const runs = await ask('/ai/missions/runs');
  expect(runs.data[0]).toEqual(run);
  expect(runs.data.length).toBeGreaterThan(1);
});

test('a template of a test that can not be read is refused with its place', async () => {
  const template = { id: 'mine', account: 'acme', name: 'Mine', html_body: '{% if a %}', text_body: '' };
  await expect(createMock({ seed: { templates: [template] } })).rejects.toThrow(/^seed\.templates\/0.*: .+$/);
});

test('a part that fixtures do not have is refused by its name', async () => {
  const seed = { colours: [] } as never;
  await expect(createMock({ seed })).rejects.toThrow('seed.colours: is no part of the fixtures');
});

test('fixtures of a test that break their schema are refused with their place', async () => {
  const broken = { documentTypes: [{ short_name: 7 }] } as never;
  await expect(createMock({ seed: broken })).rejects.toThrow(/^seed\.documentTypes\/0: .*description/);
});

test('an option that there is not is refused by its name', async () => {
  await expect(createMock({ fixture: '.' } as never)).rejects.toThrow(
    'createMock has no option "fixture"; did you mean "fixtures"?',
  );
});

test('a port that is taken is told in words, one that is none as Node tells it, and the state is let go', async ({
  mock,
}) => {
  const data = ownPath('data');
  const port = Number(new URL(mock.url).port);
  await expect(createMock({ port, data })).rejects.toThrow(
    `port ${port} of 127.0.0.1 is in use; without the option port the mock takes a free one`,
  );
  await expect(createMock({ port: 65_536, data })).rejects.toThrow('>= 0 and < 65536');
  await (await createMock({ data })).close();
});

test('state can be stored in a directory', async () => {
  const data = ownPath('data');
  for (const count of [1, 2]) {
    await using mock = await createMock({ data });
    await mock.fetch('/v2/email_messages', sending());
    expect(await mock.outbox()).toHaveLength(count);
  }
});

test('with the clock of the system it follows a Date that is faked, before it was created or later', async () => {
  await using earlier = await createMock({ clock: 'system' });
  timers.enable({ apis: ['Date'], now: Date.UTC(2031, 0, 1) });
  try {
    await using mock = await createMock({ clock: 'system' });
    for (const { clock } of [mock, earlier]) expect((await clock.now()).toISOString()).toBe('2031-01-01T00:00:00.000Z');
  } finally {
    timers.reset();
  }
});

test('other clocks run on with the time of the machine, whatever is faked', async ({ mock }) => {
  const [before, real] = [await mock.clock.now(), Date.now()];
  timers.enable({ apis: ['Date'], now: Date.UTC(2051, 0, 1) });
  try {
    await using unset = await createMock();
    expect((await unset.clock.now()).getTime()).toBeLessThan(real + 3_600_000);
    const now = await mock.clock.now();
    expect(now >= before && now.getUTCFullYear() === 2030).toBe(true);
  } finally {
    timers.reset();
  }
  await expect.poll(async () => (await mock.clock.now()) > before).toBe(true);
});

test('faked ticks, which would stop it for good, are told', async ({ mock }) => {
  const { nextTick } = process;
  const ticks: (() => void)[] = [];
  process.nextTick = (tick: (...args: unknown[]) => void, ...args: unknown[]) => void ticks.push(() => tick(...args));
  const outcomes = await Promise.allSettled([createMock(), mock.fetch('/v2/emails'), mock.requests(), mock.close()]);
  process.nextTick = nextTick;
  for (const tick of ticks) tick();
  const refused = { status: 'rejected', reason: { message: expect.stringMatching(/^process\.nextTick is faked/) } };
  expect(outcomes).toMatchObject([refused, refused, refused, refused]);
});

test('ticks that are faked for a moment only are waited for', async ({ mock }) => {
  const { nextTick } = process;
  const ticks: (() => void)[] = [];
  process.nextTick = (tick: (...args: unknown[]) => void, ...args: unknown[]) => void ticks.push(() => tick(...args));
  const asked = mock.requests();
  for (let turns = 0; turns < 2; turns++) await new Promise(setImmediate);
  process.nextTick = nextTick;
  for (const tick of ticks) tick();
  expect(await asked).toEqual([]);
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

test('a request that is aborted while it is held rejects with the reason, and is not done', async ({ mock }) => {
  await mock.hold();
  const given = new AbortController();
  const { headers: usual, ...rest } = sending();
  const held = mock.fetch(
    new Request('http://mock/v2/email_messages', {
      ...rest,
      headers: { ...usual, 'idempotency-key': 'k' },
      signal: given.signal,
    }),
  );
  await expect.poll(async () => (await mock.hold()).held).toBe(1);
  given.abort(new Error('gave up'));
  await expect(held).rejects.toThrow('gave up');
  await mock.release();
  expect(await mock.state.get('messages')).toEqual({ messages: [] });
});

test('what is streamed comes as it happens, and ends when its request is aborted', async ({ mock }) => {
  const given = new AbortController();
  const stream = await mock.fetch('/__admin/requests/stream', { signal: given.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await mock.fetch('/v2/dir/document_types', { headers: headers() });
  let text = '';
  while (!text.includes('listDirDocumentTypes')) text += (await reader?.read())?.value;
  given.abort(new Error('seen enough'));
  await expect(reader?.read()).rejects.toThrow('seen enough');
});

for (const [what, body, status] of [
  ['broken', '{', 400],
  ['too large', JSON.stringify({ advance: 'x'.repeat(100_000) }), 413],
] as const)
  test(`a body of the control API that is ${what} is refused`, async ({ mock }) => {
    const asked = new Request('http://mock/__admin/clock', { method: 'POST', headers: headers(), body });
    expect((await mock.fetch(asked)).status).toBe(status);
  });

test('a request that is aborted while its body is still coming rejects with the reason', async ({ mock }) => {
  const given = new AbortController();
  const { signal } = given;
  const body = new ReadableStream();
  const coming = new Request('http://mock/v2/email_messages', {
    method: 'POST',
    headers: headers(),
    body,
    signal,
    duplex: 'half',
  });
  const asked = mock.fetch(coming);
  given.abort(new Error('gave up'));
  await expect(asked).rejects.toThrow('gave up');
});

for (const [what, prepare, ask] of [
  [
    'an answer that dribbles',
    (mock: Mock) => mock.scenarios.add({ operation: 'listDirDocumentTypes', dribble: 'PT1H' }),
    (mock: Mock) => mock.fetch('/v2/dir/document_types', { headers: headers() }).then((answer) => answer.text()),
  ],
  [
    'a stream',
    async () => undefined,
    (mock: Mock) => mock.fetch('/__admin/requests/stream').then((answer) => answer.text()),
  ],
  [
    'a request whose body is still coming',
    async () => undefined,
    (mock: Mock) => {
      const body = new ReadableStream();
      return mock.fetch(
        new Request('http://mock/v2/email_messages', { method: 'POST', headers: headers(), body, duplex: 'half' }),
      );
    },
  ],
] as const)
  test(`${what} is given up when the mock is closed`, async () => {
    const mock = await createMock();
    await prepare(mock);
    const outcome = expect(ask(mock)).rejects.toThrow('fetch failed');
    await mock.close();
    await outcome;
  });

test('a mock that was closed says so', async () => {
  const mock = await createMock();
  await mock.close();
  await expect(mock.clock.now()).rejects.toThrow('The mock has been closed.');
  const lost = { name: 'TypeError', message: 'fetch failed', cause: { message: 'The mock has been closed.' } };
  await expect(mock.fetch('/v2/dir/document_types', { headers: headers() })).rejects.toMatchObject(lost);
});

test('the reading of an answer that dribbles rejects with the reason when its request is aborted', async ({ mock }) => {
  await mock.scenarios.add({ operation: 'listDirDocumentTypes', dribble: 'PT1H' });
  const given = new AbortController();
  const asked = mock.fetch('/v2/dir/document_types', { headers: headers(), signal: given.signal });
  const moving = async () => {
    await mock.clock.advance('PT1M');
    return Promise.race([asked.then(() => 'began'), mock.clock.now().then(() => 'waits')]);
  };
  await expect.poll(moving).toBe('began');
  given.abort(new Error('gave up'));
  await expect((await asked).text()).rejects.toThrow('gave up');
});

test('mail that is removed while the outbox is read is left out', async ({ mock }) => {
  await mock.fetch('/v2/email_messages', sending());
  const listed = mock.outbox();
  await mock.reset();
  expect((await listed).length).toBeLessThan(2);
});

test('what is no time is refused with its reason', async ({ mock }) => {
  await expect(mock.clock.set(new Date(Number.NaN))).rejects.toThrow('/now must be an ISO 8601 time');
});

test('a directory whose state is damaged is let go', async () => {
  const data = ownPath();
  const mock = await createMock({ data });
  await mock.fetch('/v2/email_messages', sending());
  await mock.close();
  const database = new ClassicLevel(data);
  for (const key of await database.keys().all()) if (/^\d+!/.test(key)) await database.put(key, '{');
  await database.close();
  for (let start = 0; start < 2; start++) await expect(createMock({ data })).rejects.toThrow(/the entry .* JSON/);
});
