import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import type { Profile } from '../../suite/target/profile.ts';
import { Translation, type Within } from './translation.ts';

const now = Date.parse('2026-06-01T12:00:00Z');

beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** What a profile names besides, each by a name with this before it. */
const named = (who: string) => ({
  email: {
    from: `team@${who}.example.com`,
    suppressed: [`gone@${who}.example.com`],
    templates: { simple: { id: `${who}-template` } },
  },
  simNotification: { id: `${who}-notification`, foreignId: `${who}-foreign` },
});

const target: Profile = {
  baseUrl: 'https://staging.example.com/v2',
  accounts: { primary: { apiKey: 'theirs' } },
  email: { from: 'team@staging.example.com' },
  reservation: { phoneNumbers: ['+15550000001', '+1555000', '+155500000000003'] },
  wire: { pageNumber: 'page', pageSize: 'per_page', idempotencyHeader: 'X-Key', emailPath: '/mails' },
};
const mock: Profile = {
  baseUrl: 'http://127.0.0.1:4010/v2',
  accounts: { primary: { apiKey: 'key_primary' }, restricted: { apiKey: 'key_restricted' } },
  email: { from: 'sender@example.com' },
  reservation: { phoneNumbers: ['+16660000001', '+16660000002'] },
};

const translation = (within: Partial<Within> = {}, of: Profile = target, by: Profile = mock) =>
  new Translation(of, by, {
    partition: 'p',
    choices: {},
    numbers: new Map(),
    ids: new Map(),
    statuses: new Set(),
    runStatuses: ['pending', 'succeeded'],
    ...within,
  });

/** An exchange with the target, some time ago. */
function seen(request: Partial<NotedExchange['request']>, more: Partial<NotedExchange> = {}): NotedExchange {
  const whole = { method: 'POST', url: `${target.baseUrl}/mails`, headers: [], ...request };
  const about = { case: 'a case', rules: [], broken: [], headers: [], status: 200, text: '{}', at: now };
  return { ...about, request: whole, ...more };
}

const minutes = 60_000;
const body = (time: string) => JSON.stringify({ scheduled_at: time });

test('times come to our mock as much later as it is asked later, equal ones as equal ones', () => {
  const words = translation();
  const asked = seen({ body: body('2026-06-01T11:30:00Z') }, { at: now - 60 * minutes });
  expect(words.requestFor(asked).body).toBe(body('2026-06-01T12:30:00Z'));
  vi.setSystemTime(now + 30_000);
  expect(words.requestFor(asked).body).toBe(body('2026-06-01T12:30:00Z'));
  vi.setSystemTime(now + 2 * minutes);
  expect(words.requestFor(asked).body).toBe(body('2026-06-01T12:32:00Z'));
  expect(words.requestFor({ ...asked, at: now }).body).toBe(body('2026-06-01T11:32:00Z'));
});

test('each time of a body comes later, wherever it is asked', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  const asked = seen({ body: body('2026-06-01T11:30:00Z, 2026-12-31T23:30:00Z') }, { at: now - 60 * minutes });
  expect(translation().requestFor(asked).body).toBe(body('2026-06-01T12:30:00Z, 2027-01-01T00:30:00Z'));
});

test('what is no time, and a time of a day that there is not, comes as it is', () => {
  const text = body(
    '2026-13-41T11:30:00Z, 2026-06-01, 12026-06-01T11:30:00Z, 2026-06-01T11:30:001, 2026-06-01T11:30:00:1',
  );
  expect(translation().requestFor(seen({ body: text }, { at: 0 })).body).toBe(text);
});

test('paths, headers and queries come under the names of our mock', () => {
  const { path, headers } = translation().requestFor(
    seen({
      url: `${target.baseUrl}/mails?page=2&per_page=5&other=1&page&50%=100%`,
      headers: [
        ['x-key', 'abc'],
        ['X-Key', 'abc'],
        ['Authorization', 'Bearer $API_KEY'],
        ['authorization', 'Bearer $API_KEY'],
        ['authorization', 'Bearer $API_KEY later'],
        ['Authorization', 'Bearer $RESTRICTED_API_KEY'],
        ['Authorization', 'Bearer $OTHER_API_KEY'],
        ['Accept', 'text/html'],
      ],
    }),
  );
  expect(path).toBe('/email_messages?page%5Bnumber%5D=2&page%5Bsize%5D=5&other=1&page%5Bnumber%5D&50%=100%');
  expect(headers).toEqual([
    ['Idempotency-Key', 'abc'],
    ['Idempotency-Key', 'abc'],
    ['Authorization', 'Bearer key_primary.p'],
    ['authorization', 'Bearer key_primary.p'],
    ['authorization', 'Bearer $API_KEY later'],
    ['Authorization', 'Bearer key_restricted.p'],
    ['Authorization', 'Bearer $OTHER_API_KEY'],
    ['Accept', 'text/html'],
  ]);
});

test('names that our mock chose are its own, but for the path of messages, which it has from its start', () => {
  const words = translation({ choices: { keyHeader: 'X-Own', pageNumberName: 'no', emailPath: '/own' } });
  const { path, headers } = words.requestFor(
    seen({ url: `${target.baseUrl}/mails?page=1=2&p%61ge=3&run_status=a`, headers: [['X-Key', 'abc']] }),
  );
  expect(path).toBe('/email_messages?no=1=2&no=3&run_status=a');
  expect(headers).toEqual([['X-Own', 'abc']]);
  const types = seen({ url: `${target.baseUrl}/x?page=2&per_page=5` }, { operation: 'listDirDocumentTypes' });
  expect(words.requestFor(types).path).toBe('/x?page%5Bnumber%5D=2&per_page=5');
});

test('what both name alike comes as it was written, with an empty query or body where it had that', () => {
  const { wire, ...plain } = target;
  const asked = (request: Partial<NotedExchange['request']>) => translation({}, plain).requestFor(seen(request));
  const url = `${target.baseUrl}/x?page[number]=1&page%5Bnumber%5D=2`;
  const about = { method: 'POST', headers: [] };
  expect(asked({ url })).toStrictEqual({ ...about, path: '/x?page[number]=1&page%5Bnumber%5D=2' });
  expect(asked({ url: `${target.baseUrl}/x?`, body: '' })).toStrictEqual({ ...about, path: '/x?', body: '' });
  expect(asked({ url: '/elsewhere' })).toStrictEqual({ ...about, path: '/elsewhere' });
});

test('a base address may end with slashes', () => {
  const path = (slashes: string) =>
    translation({}, { ...target, baseUrl: `${target.baseUrl}${slashes}` }).requestFor(
      seen({ url: `${target.baseUrl}${slashes || '/'}mails` }),
    ).path;
  expect(['', '/', '//'].map(path)).toEqual(['/email_messages', '/email_messages', '//mails']);
});

test('a page beyond the last one of the target is one beyond the last one of our mock, and no other is', () => {
  const words = translation();
  const page = (number: number) => seen({ method: 'GET', url: `${target.baseUrl}/x?page=${number}&per_page=10` });
  const totals = (total_results: number) => ({ text: JSON.stringify({ meta: { total_results } }) });
  words.learn({ ...page(1), ...totals(20) }, totals(10));
  const asked = (number: number) => words.requestFor(page(number)).path;
  expect([1, 2, 3].map(asked)).toEqual(['1', '1', '999999'].map((no) => `/x?page%5Bnumber%5D=${no}&page%5Bsize%5D=10`));
});

test('numbers and ids of the target stand for the same ones of our mock each time, those of ours in turn where they are fewer', () => {
  const ids = new Map<string, string>();
  const words = translation({ ids });
  const [theirs, own] = ['11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa', '22222222-bbbb-4bbb-8bbb-bbbbbbbbbbbb'];
  words.learn(seen({}, { text: JSON.stringify({ data: [{ id: theirs.toUpperCase(), to: 'a' }] }) }), {
    text: JSON.stringify({ data: [{ id: own, to: 'b' }] }),
  });
  expect(ids).toEqual(new Map([[theirs, own]]));
  const asked = [
    theirs,
    theirs.toUpperCase(),
    '+1555000',
    '+15550000001',
    '+15550000001',
    '+155500000000003',
    '+17770000001',
  ];
  expect(words.requestFor(seen({ body: asked.join(' ') })).body).toBe(
    [own, own.toUpperCase(), '+16660000001', '+16660000002', '+16660000002', '+16660000001', '+17770000001'].join(' '),
  );
});

test('what a profile names stands for what that of our mock names', () => {
  const [theirs, own] = [target, mock].map((profile, index) => ({
    ...profile,
    ...named(index === 0 ? 'staging' : 'ours'),
  })) as unknown as [Profile, Profile];
  const within = { partition: 'p', choices: {}, numbers: new Map(), ids: new Map(), statuses: new Set<string>() };
  const words = new Translation(theirs, own, { ...within, runStatuses: [] });
  const texts = (who: string) =>
    `team@${who}.example.com gone@${who}.example.com ${who}-template ${who}-notification ${who}-foreign gone@${who}.example.com`;
  expect(words.requestFor(seen({ body: texts('staging') })).body).toBe(texts('ours'));
});

test('what one of two profiles does not name stands for itself', () => {
  const { baseUrl, accounts } = target;
  const whole = { ...target, ...named('staging') } as unknown as Profile;
  const text = 'team@staging.example.com gone@staging.example.com staging-template staging-foreign +15550000001';
  for (const [theirs, own] of [
    [whole, { baseUrl, accounts }],
    [{ baseUrl, accounts }, whole],
  ] as const)
    expect(translation({}, theirs, own).requestFor(seen({ body: text })).body).toBe(text);
});

test('a status that some run of the target has is one of ours, and one that none has is no word of ours', () => {
  const words = translation({ statuses: new Set(['running', 'pending']) });
  const asked = (status: string) =>
    words
      .requestFor(
        seen({ method: 'GET', url: `${target.baseUrl}/x?status=${status}` }, { text: '{"meta":{"total_results":1}}' }),
      )
      .path.split('=')[1];
  const all = ['pending', 'succeeded', 'odd', 'PENDING', 'RUNNING', 'ODD'];
  expect(all.map(asked)).toEqual(['pending', 'no_succeeded', 'odd', 'PENDING', 'PENDING', 'ODD']);
  expect(['pending', 'succeeded']).toContain(asked('running'));
  const { path } = words.requestFor(seen({ method: 'GET', url: `${target.baseUrl}/x?status=a=b` }));
  expect(path).toBe('/x?status=a=b');
});

test('before any run is seen a status is one of ours where it is answered with runs', () => {
  const asked = (word: string, status: number, total_results: number) =>
    translation().requestFor(
      seen(
        { method: 'GET', url: `${target.baseUrl}/x?status=${word}` },
        { status, text: JSON.stringify({ meta: { total_results } }) },
      ),
    ).path;
  expect(asked('pending', 200, 1)).toBe('/x?status=pending');
  expect(asked('pending', 200, 0)).toBe('/x?status=no_pending');
  expect(asked('pending', 422, 1)).toBe('/x?status=no_pending');
  expect(asked('odd', 200, 0)).toBe('/x?status=odd');
});

test('a page is beyond the last one where all items come before it, the first never is, and a page has one item where nothing is said', () => {
  const words = translation();
  const list = (query: string) => seen({ method: 'GET', url: `${target.baseUrl}/x${query}` });
  const page = (query: string) => words.requestFor(list(query)).path.match(/number%5D=(\d+)/)?.[1];
  expect(page('?page=500&per_page=10')).toBe('500');
  const totals = (total_results: number) => ({ text: JSON.stringify({ meta: { total_results } }) });
  words.learn({ ...list(''), ...totals(0) }, totals(0));
  expect([page('?page=1&per_page=10'), page('?page=2&per_page=10')]).toEqual(['1', '999999']);
  words.learn({ ...list(''), ...totals(3) }, totals(3));
  expect(['?page=3', '?page=4'].map(page)).toEqual(['3', '999999']);
  words.learn({ ...list(''), ...totals(9) }, { text: '{}' });
  expect(page('?page=4')).toBe('999999');
});
