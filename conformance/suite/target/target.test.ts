import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeTestPath } from '../../../spec/testing/test-path.ts';
import type { Profile } from './profile.ts';
import { changesNotification, chooseProfile, createRedactor, type Facts, findToken, resolveTarget } from './target.ts';

const profile: Profile = { baseUrl: 'https://a.example/v2/', accounts: { primary: { apiKey: 'secret-key' } } };
const targetOf = (more: Partial<Profile> = {}, facts: Partial<Facts> = {}) =>
  resolveTarget({ ...profile, ...more }, { isMock: false, clockOffsetMs: 0, ...facts });

test('a deployment may only be read, slowly, and its broken assumptions are warnings', () => {
  expect(targetOf()).toMatchObject({
    baseUrl: 'https://a.example/v2',
    allow: new Set(['read']),
    assumptions: 'warn',
    limits: { requestsPerSecond: 20 },
    partitioned: false,
  });
});

test('our mock allows everything at any rate, and its broken assumptions are failures', () => {
  const { limits, ...mock } = targetOf({}, { isMock: true });
  expect(mock).toMatchObject({ allow: new Set(['read', 'write', 'send']), assumptions: 'strict', partitioned: true });
  expect(limits.requestsPerSecond).toBeUndefined();
});

test('the profile goes before the defaults', () => {
  const own = {
    assumptions: 'strict',
    limits: { timeoutMs: 5, requestsPerSecond: 3 },
    consistency: { waitMs: 9 },
  } as const;
  expect(targetOf(own)).toMatchObject(own);
});

test('the key of a worker names its partition of the mock, unless a key of the profile names one', () => {
  expect(findToken(targetOf({}, { isMock: true }), 'primary', 'w1')).toBe('secret-key.w1');
  expect(findToken(targetOf({}, { isMock: true }), 'other', 'w1')).toBeUndefined();
  expect(findToken(targetOf(), 'primary', 'w1')).toBe('secret-key');
  const named = { accounts: { ...profile.accounts, other: { apiKey: 'other.mine' } } };
  expect(findToken(targetOf(named, { isMock: true }), 'primary', 'w1')).toBe('secret-key');
});

test('a wrong fact is left out of the target', () => {
  const email = { from: 'a@a.example', suppressed: { hardBounce: 'b@a.example', invalid: 'c@a.example' } };
  const target = targetOf({ email }, { wrong: { 'email.suppressed.hardBounce': 'it is not suppressed' } });
  expect(target.email).toEqual({ from: 'a@a.example', suppressed: { invalid: 'c@a.example' } });
});

test('a mock that the suite starts is called where it listens', () => {
  const more = { outbox: { mailpit: 'https://a.example/mail' }, control: { admin: 'https://a.example/__admin' } };
  expect(targetOf(more, { isMock: true, startedMock: 'http://127.0.0.1:7' })).toMatchObject({
    baseUrl: 'http://127.0.0.1:7/v2',
    outbox: { mailpit: 'http://127.0.0.1:7/mail' },
    control: { admin: 'http://127.0.0.1:7/__admin' },
  });
});

test('a run changes the notification that its profile names, if it may write', () => {
  const own: Partial<Profile> = { allow: ['read', 'write'], simNotification: { id: '1' } };
  expect(changesNotification(targetOf(own))).toBe(true);
  expect(changesNotification(targetOf({ ...own, allow: ['read'] }))).toBe(false);
  expect(changesNotification(targetOf({ ...own, simNotification: {} }))).toBe(false);
  expect(changesNotification(targetOf(own, { isMock: true }))).toBe(false);
});

test('both lists number pages by the name that the profile has for runs, by default', () => {
  expect(targetOf({ wire: { pageNumber: 'p' } }).wire).toMatchObject({ pageNumber: 'p', documentTypesPageNumber: 'p' });
  expect(targetOf({ wire: { documentTypesPageNumber: 'd' } }).wire).toMatchObject({
    pageNumber: 'page[number]',
    documentTypesPageNumber: 'd',
  });
});

test('every credential of a profile is redacted, and nothing public', () => {
  const redactor = createRedactor({
    name: 'staging',
    baseUrl: 'https://ann:base-word@a.example/v2',
    accounts: { primary: { apiKey: 'key-one' }, restricted: { apiKey: 'key-two' }, other: { apiKey: 'key-three' } },
    outbox: { mailpit: 'https://zoe:gate-word@mail.example', username: 'bob', password: 'mail-word' },
    http: { proxy: 'http://eve%40x:p%40ss@proxy.example', headers: { 'x-team_2': 'header-word', 'X-Env': 'staging' } },
  });
  expect(redactor.redact('key-one KEY-TWO key-three mail-word base-word gate-word p@ss header-word staging')).toBe(
    '$API_KEY $RESTRICTED_API_KEY $OTHER_API_KEY $OUTBOX_PASSWORD $URL_PASSWORD $URL_PASSWORD $URL_PASSWORD $HEADER_X_TEAM_2 staging',
  );
  const logins = ['bob:mail-word', 'ann:base-word', 'eve@x:p@ss'].map((login) => Buffer.from(login).toString('base64'));
  for (const login of logins) expect(redactor.redact(login)).not.toBe(login);
});

test('the mock is started where no target is named', () => {
  expect(chooseProfile(undefined, { BASE_URL: '', API_KEY: 'k' }).startMock).toBe(true);
});

test('a file goes before BASE_URL, with its variables from the environment', () => {
  const file = makeTestPath('a.yaml');
  writeFileSync(file, 'baseUrl: https://file.example/v2\naccounts: { primary: { apiKey: $' + '{KEY} } }\n');
  const chosen = chooseProfile(file, { BASE_URL: 'https://a.example/v2', API_KEY: 'k', KEY: 'of-env' });
  expect(chosen).toEqual({
    profile: { baseUrl: 'https://file.example/v2', accounts: { primary: { apiKey: 'of-env' } } },
    startMock: false,
  });
});

test('BASE_URL alone only reads, and the rest is outside its scope', () => {
  const { profile: chosen } = chooseProfile(undefined, { BASE_URL: 'http://a.example/v2', API_KEY: 'k' });
  expect(chosen).toMatchObject({ allow: ['read'], scope: { without: expect.arrayContaining(['write', 'send']) } });
});

test.each(['staging', 'ftp://a.example', 'https://a.example/v2?a=1', 'https://['])(
  'BASE_URL %s is refused',
  (address) => {
    expect(() => chooseProfile(undefined, { BASE_URL: address, API_KEY: 'k' })).toThrow('BASE_URL is not an address');
  },
);

test('BASE_URL without API_KEY is refused', () => {
  expect(() => chooseProfile(undefined, { BASE_URL: 'https://a.example' })).toThrow('API_KEY is not');
});
