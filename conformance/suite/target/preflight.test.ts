import { expect, onTestFinished, test, vi } from 'vitest';
import { waitsOver } from '../../../spec/testing/waits.ts';
import { Transport } from '../wire/transport.ts';
import { findNotification, preflight } from './preflight.ts';
import type { Profile } from './profile.ts';
import { resolveTarget } from './target.ts';
import { serverThat } from './testing.ts';

const primary = { apiKey: 'key' };
const [types, runs] = ['GET /v2/dir/document_types', 'GET /v2/ai/missions/runs'];
type Answers = Parameters<typeof serverThat>[0];

/** What a look gives at a target that answers so, or the line with which it is refused; and what the target was asked. */
async function lookedAt(answers: Answers, more: Partial<Profile> = {}, address = (origin: string) => `${origin}/v2`) {
  const { origin, asked } = await serverThat((what, key) =>
    what.includes('/__admin/') ? { status: 404 } : answers(what, key),
  );
  const found = await preflight({ baseUrl: address(origin), accounts: { primary }, ...more }).catch(
    ({ name, message }: Error) => `${name}: ${message}`.replaceAll(new URL(origin).host, 'HOST'),
  );
  return {
    found,
    asked: asked.sort(),
    line: typeof found === 'string' ? found.replace('ConfigurationError: ', '') : 'none',
  };
}

/** The date that an answer says, so far ahead of this machine's clock. */
const ahead = (ms: number) => ({ headers: { Date: new Date(Date.now() + ms).toISOString() } });

test('a look at a target that answers asks for both lists with its key, and for the health of our mock, all with its headers', async () => {
  const { found, asked } = await lookedAt(() => ({}), { http: { headers: { 'X-Pass': 'word' } } });
  expect(found).toMatchObject({ facts: { isMock: false, clockOffsetMs: 0 }, warnings: [] });
  expect(found).not.toHaveProperty('facts.neverJson');
  expect(asked).toEqual(['GET /__admin/health word', `${runs} Bearer key word`, `${types} Bearer key word`]);
});

test('a clock that is ahead is reckoned with, as the date of the answers says', async () => {
  const { found } = await lookedAt(() => ahead(3_600_000));
  if (typeof found === 'string') throw new Error(found);
  for (const { clockOffsetMs } of [found.facts, found.target])
    expect(Math.abs(clockOffsetMs - 3_600_000)).toBeLessThan(60_000);
  expect(found.date.least).toBeGreaterThan(3_500_000);
});

test('where it is open whether a clock is ahead, the list of document types is asked for once more', async () => {
  const waits = waitsOver();
  let times = 0;
  const { asked } = await lookedAt(() => ahead(++times > 2 ? 100_000 : 500));
  expect(asked.slice(1)).toEqual([`${runs} Bearer key`, ...[1, 2].map(() => `${types} Bearer key`)]);
  expect(waits).toEqual([290]);
});

test('where it stays open whether a clock is ahead, the list is asked for four times more', async () => {
  const waits = waitsOver();
  const { asked, line } = await lookedAt(() => ahead(500));
  expect([asked.filter((one) => one.startsWith(types)).length, waits, line]).toEqual([5, [290, 290, 290, 290], 'none']);
});

test('a target of which not even one list is JSON answers so itself', async () => {
  const page = { headers: { 'Content-Type': 'text/html' }, body: '<p>' };
  expect((await lookedAt(() => page)).found).toMatchObject({ facts: { neverJson: true }, target: { neverJson: true } });
  expect((await lookedAt((what) => (what === types ? page : {}))).found).not.toHaveProperty('facts.neverJson');
});

const healths: [what: string, health: Exclude<ReturnType<Answers>, undefined>, isMock: boolean][] = [
  ['names our mock', { body: '{"product":"telephony-contract-mock"}' }, true],
  ['names another product', { body: '{"product":"mock"}' }, false],
  ['is no success', { status: 500, body: '{"product":"telephony-contract-mock"}' }, false],
  ['says nothing', { body: 'null' }, false],
  ['is no JSON', { body: 'telephony-contract-mock' }, false],
];
for (const [what, health, isMock] of healths) {
  test(`a target ${isMock ? 'is' : 'is not'} our mock whose health ${what}`, async () => {
    const { origin } = await serverThat((asked) => (asked === 'GET /__admin/health' ? health : {}));
    const { facts, target } = await preflight({ baseUrl: `${origin}/v2`, accounts: { primary } });
    expect([facts.isMock, target.isMock]).toEqual([isMock, isMock]);
  });
}

test('a mock that the suite has started is taken at its word: it is not asked about its health, clock and accounts', async () => {
  const { origin, asked } = await serverThat(() => ahead(3_600_000));
  const profile = { baseUrl: 'http://mock.example/v2', accounts: { primary, other: { apiKey: 'other' } } };
  const { facts, warnings } = await preflight(profile, { startedMock: origin, wire: { pageSize: 'n' } });
  expect(facts).toEqual({ isMock: true, clockOffsetMs: 0, startedMock: origin, wire: { pageSize: 'n' } });
  expect([warnings, asked.sort()]).toEqual([[], [`${runs} Bearer key`, `${types} Bearer key`]]);
});

test('other accounts that are refused are told, not those that may not read a list or are not named', async () => {
  const accounts = { primary, restricted: { apiKey: 'second' }, other: { apiKey: 'third' } };
  const warnings = async (status: number, named: Profile['accounts'] = accounts) => {
    const { found } = await lookedAt((_, key) => (key === 'key' ? {} : { status }), { accounts: named });
    return (found as { warnings: string[] }).warnings;
  };
  expect(await warnings(401)).toEqual([
    "The target refuses accounts.restricted (401): what needs it can't be judged.",
    "The target refuses accounts.other (401): what needs it can't be judged.",
  ]);
  expect([await warnings(403), await warnings(401, { primary })]).toEqual([[], []]);
});

const moved = (Location: string, status = 301) => ({ status, headers: { Location } });
const final = (address: string) =>
  `the target http://HOST/v2 redirects to ${address}: put the final address into baseUrl`;
const redirects: [what: string, answers: Answers, line: string][] = [
  ['elsewhere', () => moved('https://a.example/v2/', 300), final('https://a.example/v2/')],
  ['to a part of it', () => moved('/v2/dir', 399), final('/v2/dir')],
  [
    'to the same with a slash',
    (what) => moved(`${what.replace('GET ', '')}/`),
    'the target http://HOST/v2 answers only where the path ends with a slash (it redirects to /v2/dir/document_types/), and no path of the contract does',
  ],
  ['nowhere', () => ({ status: 301 }), 'none'],
  ['for one list only', (what) => (what === types ? moved('/a') : {}), 'none'],
  ['with an error that has an address', () => moved('/a', 400), 'none'],
];
for (const [what, answers, line] of redirects) {
  test(`of a target that redirects ${what} is told: ${line}`, async () => {
    expect((await lookedAt(answers)).line).toBe(line);
  });
}

test('the whole address of a list with a slash behind it is told as a slash that is wanted', async () => {
  const { origin } = await serverThat((what) => ({
    status: 308,
    headers: { Location: `${origin}${what.replace('GET ', '')}/` },
  }));
  await expect(preflight({ baseUrl: `${origin}/v2`, accounts: { primary } })).rejects.toThrow(
    'answers only where the path ends with a slash',
  );
});

const nowhere =
  'the target has none of the operations at http://HOST/v2: check the path prefix (usually /v2) of baseUrl';
const prefixes: [what: string, isThere: (what: string, key: string | undefined) => boolean, line: string][] = [
  ['nothing', () => false, nowhere],
  ['one of the lists alone', (what) => what === runs, 'none'],
  ['updates alone', (what) => what.startsWith('PATCH /v2/sim_card_data_usage_notifications/'), 'none'],
  ['reservations alone', (what) => what === 'POST /v2/number_reservations', 'none'],
  ['sends alone, under the name of the profile', (what) => what === 'POST /v2/mails', 'none'],
  [
    'the path of reservations, for who may read',
    (what, key) => what === 'GET /v2/number_reservations' && key === 'key',
    'none',
  ],
  ['sends under another name alone', (what) => what === 'POST /v2/email_messages', nowhere],
];
for (const [what, isThere, line] of prefixes) {
  test(`of a target that has ${what} is told: ${line}`, async () => {
    const answers: Answers = (asked, key) => ({ status: isThere(asked, key) ? 401 : 404 });
    expect((await lookedAt(answers, { wire: { emailPath: '/mails' } })).line).toBe(line);
  });
}

test('credentials are refused that no list takes, and the line shows none', async () => {
  const { line } = await lookedAt(
    () => ({ status: 403 }),
    {},
    (origin) => `${origin.replace('//', '//me:secret-word@')}/v2`,
  );
  expect(line).toBe(
    'the target http://$URL_LOGIN@HOST/v2 refuses the credentials (403): check API_KEY, or accounts.primary.apiKey of the profile',
  );
});

const search = 'GET /mail/api/v1/search?query=to%3A%22nobody%40example.com%22&limit=1';
const unread = (reason: string) => `the outbox http://HOST/mail// can't be read: ${reason}`;
const outboxes: [what: string, said: ReturnType<Answers>, line: string][] = [
  ['answers', {}, 'none'],
  ['knows nobody', { status: 401 }, unread('it answers 401: check outbox.username and outbox.password')],
  ['lets nobody in', { status: 403 }, unread('it answers 403: check outbox.username and outbox.password')],
  ['is none', { status: 404 }, unread('GET /api/v1/search is answered with 404: check outbox.mailpit')],
  ['only counts', { status: 204 }, unread('GET /api/v1/search is answered with 204: check outbox.mailpit')],
  [
    'has no time',
    { status: 429, headers: { 'Retry-After': '3600' } },
    unread('the target answered 429 and asks to wait for 3600 s: check outbox.mailpit'),
  ],
];
for (const [what, said, line] of outboxes) {
  test(`of an outbox that ${what} is told: ${line}`, async () => {
    const { origin, asked } = await serverThat(() => said);
    const mailpit = `${origin}/mail//`;
    const told = await lookedAt(() => ({}), { outbox: { mailpit } });
    expect([told.line.replace(new URL(origin).host, 'HOST'), asked]).toEqual([line, [search]]);
  });
}

test('an outbox is asked with what the profile says, and that of our mock not at all', async () => {
  const mock = { body: '{"product":"telephony-contract-mock"}' };
  const { origin, asked } = await serverThat(() => mock);
  const login = async (outbox: object, baseUrl?: string) => {
    asked.length = 0;
    const http = { headers: { 'X-Pass': 'word' } };
    await lookedAt(() => ({}), { outbox: { mailpit: origin, ...outbox }, http, ...(baseUrl && { baseUrl }) });
    return asked.filter((one) => one.includes('/search')).map((one) => one.split(' ').slice(2).join(' '));
  };
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  expect(await login({ username: 'me', password: 'word' })).toEqual([basic('me:word')]);
  expect(await login({ username: 'me' })).toEqual([basic('me:')]);
  expect(await login({ password: 'word' })).toEqual(['']);
  expect(await login({}, `${origin}/v2`)).toEqual([]);
});

test('a look lets go of its connections to the target, its health and its outbox, also where it refuses', async () => {
  const close = vi.spyOn(Transport.prototype, 'close');
  onTestFinished(() => close.mockRestore());
  const { origin } = await serverThat(() => ({}));
  await lookedAt(() => ({}), { outbox: { mailpit: origin } });
  expect(close).toHaveBeenCalledTimes(3);
  await lookedAt(() => ({ status: 403 }));
  expect(close).toHaveBeenCalledTimes(5);
});

const path = '/v2/sim_card_data_usage_notifications/n1';
const looks: [what: string, more: Partial<Profile>, answers: Answers, isMock: boolean, asked: number, line: string][] =
  [
    ['is there', {}, () => ({}), false, 1, 'none'],
    [
      'is not there',
      {},
      (_, key) => ({ status: key === 'key' ? 404 : 401 }),
      false,
      2,
      'the target has no notification n1: check simNotification.id of the profile',
    ],
    ['nobody has, whoever asks', {}, () => ({ status: 404 }), false, 2, 'none'],
    ['may not be changed', { allow: ['read'] }, () => ({ status: 404 }), false, 0, 'none'],
    [
      'the profile describes',
      { simNotification: { id: 'n1', original: { amount: '1', unit: 'GB' } } },
      () => ({}),
      false,
      0,
      'none',
    ],
    ['the profile does not name', { simNotification: {} }, () => ({}), false, 0, 'none'],
    ['our mock has', {}, () => ({}), true, 0, 'none'],
  ];
for (const [what, more, answers, isMock, times, line] of looks) {
  test(`a notification that ${what} is asked for so often: ${times}; ${line}`, async () => {
    const { origin, asked } = await serverThat(answers);
    const profile: Profile = {
      baseUrl: `${origin}/v2`,
      accounts: { primary },
      allow: ['read', 'write'],
      simNotification: { id: 'n1' },
      ...more,
    };
    const ended = await findNotification(profile, resolveTarget(profile, { isMock, clockOffsetMs: 0 })).then(
      () => 'none',
      ({ message }) => message,
    );
    expect(ended).toBe(line);
    expect(asked).toEqual(
      [`PATCH ${path} Bearer key`, `PATCH ${path}`].slice(0, times).map((one) => `${one} application/json {}`),
    );
  });
}
