import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import { missingNeeds } from './needs.ts';
import { readProfile } from './profile.ts';
import {
  changesNotification,
  chooseProfile,
  mockProfile,
  redactorFor,
  resolveTarget,
  tokenOf,
  transportTo,
} from './target.ts';

const profile = { baseUrl: 'https://a.example/v2/', accounts: { primary: { apiKey: 'secret-key' } } };

test('an unknown target may only be read, and its assumptions warn', () => {
  const target = resolveTarget(profile, { isMock: false, clockOffsetMs: 0 });
  expect([...target.allow]).toEqual(['read']);
  expect(target).toMatchObject({ assumptions: 'warn', baseUrl: 'https://a.example/v2', partitioned: false });
  expect(target.limits.requestsPerSecond).toBe(20);
  expect(missingNeeds(['read', 'write', 'send', 'outbox'], target)).toEqual(['write', 'send', 'outbox']);
});

test('our mock allows everything, is held to strictness, and gives a copy of its state', () => {
  const target = resolveTarget(profile, { isMock: true, clockOffsetMs: 0 });
  expect(missingNeeds(['read', 'write', 'send'], target)).toEqual([]);
  expect(target).toMatchObject({ assumptions: 'strict', partitioned: true });
  expect(tokenOf(target, 'primary', 'w1')).toBe('secret-key.w1');
});

test('keys that name a partition are used as they are', () => {
  const own = { ...profile, accounts: { primary: { apiKey: 'key.mine' } } };
  const target = resolveTarget(own, { isMock: true, clockOffsetMs: 0 });
  expect(tokenOf(target, 'primary', 'w1')).toBe('key.mine');
  const others = { ...profile, accounts: { ...profile.accounts, other: { apiKey: 'other.mine' } } };
  expect(tokenOf(resolveTarget(others, { isMock: true, clockOffsetMs: 0 }), 'primary', 'w1')).toBe('secret-key');
});

test('a base address without a key is refused', () => {
  expect(() => chooseProfile(undefined, { BASE_URL: 'https://a.example' })).toThrow('API_KEY is not');
});

test('a base address that is none is refused', () => {
  expect(() => chooseProfile(undefined, { BASE_URL: 'staging', API_KEY: 'k' })).toThrow('BASE_URL is no address');
});

test('a profile is read even where the environment names an address, with its variables from there', () => {
  const file = ownPath('a.yaml');
  writeFileSync(file, 'baseUrl: https://file.example/v2\naccounts: { primary: { apiKey: $' + '{KEY} } }\n');
  expect(chooseProfile(file, { BASE_URL: 'https://a.example/v2', API_KEY: 'k', KEY: 'of-env' })).toEqual({
    profile: { baseUrl: 'https://file.example/v2', accounts: { primary: { apiKey: 'of-env' } } },
    startMock: false,
  });
});

test('without any target the mock is started, under its own profile', () => {
  const { profile: chosen, startMock } = chooseProfile(undefined, { BASE_URL: '', API_KEY: 'k' });
  expect([startMock, chosen]).toEqual([true, readProfile(mockProfile, {})]);
});

test('a base address with a key may only be read', () => {
  const { profile: chosen, startMock } = chooseProfile(undefined, { BASE_URL: 'http://a.example/v2', API_KEY: 'k' });
  expect(startMock).toBe(false);
  expect(chosen).toEqual({
    baseUrl: 'http://a.example/v2',
    accounts: { primary: { apiKey: 'k' } },
    allow: ['read'],
    scope: {
      without: ['write', 'send', 'outbox', 'accounts.restricted', 'accounts.other'],
      reason: 'BASE_URL alone only reads, a profile says what more may be done',
    },
  });
});

for (const address of [
  'ftp://a.example',
  'xhttps://a.example',
  'https://a.example/v2?a=1',
  'https://a.example/#a',
  'https://[',
]) {
  test(`a base address is refused: ${address}`, () => {
    expect(() => chooseProfile(undefined, { BASE_URL: address, API_KEY: 'k' })).toThrow('BASE_URL is no address');
  });
}

const facts = { isMock: false, clockOffsetMs: 0 };
const shapeOf = (given: object, of = facts) => {
  const {
    redactor: _redactor,
    wire: _wire,
    allow,
    ...rest
  } = resolveTarget({ ...profile, ...given } as typeof profile, of);
  return { ...rest, allow: [...allow] };
};

test('what a profile leaves open depends on whether the target is our mock', () => {
  expect(shapeOf({})).toEqual({
    name: 'a.example',
    baseUrl: 'https://a.example/v2',
    isMock: false,
    clockOffsetMs: 0,
    neverJson: false,
    wrong: {},
    accounts: profile.accounts,
    allow: ['read'],
    assumptions: 'warn',
    email: {},
    simNotification: {},
    phoneNumbers: [],
    limits: { timeoutMs: 10_000, requestsPerSecond: 20 },
    consistency: { waitMs: 5000 },
    http: {},
    waivers: [],
    scope: { control: 'only our own mock has a control plane' },
    partitioned: false,
  });
  expect(shapeOf({ baseUrl: 'https://a.example:8443/v2' }).name).toBe('a.example:8443');
  expect(shapeOf({ limits: { timeoutMs: 5 } }).limits).toEqual({ timeoutMs: 5, requestsPerSecond: 20 });
  expect(shapeOf({ limits: { requestsPerSecond: 5 } }).limits).toEqual({ timeoutMs: 10_000, requestsPerSecond: 5 });
  const mocks = { name: 'mine', email: { from: 'a@a.example' }, limits: { requestsPerSecond: 5 }, allow: ['read'] };
  expect(shapeOf(mocks, { ...facts, isMock: true })).toMatchObject({
    ...mocks,
    email: { from: 'a@a.example', recipientDomain: 'example.com' },
    limits: { timeoutMs: 120_000, requestsPerSecond: 5 },
  });
  expect(shapeOf({ outbox: { mailpit: 'http://m' } }, { isMock: true, clockOffsetMs: 7 })).toMatchObject({
    name: 'mock',
    clockOffsetMs: 7,
    allow: ['read', 'write', 'send'],
    email: { from: 'sender@example.com', recipientDomain: 'example.com' },
    outbox: { waitMs: 2000, mailpit: 'http://m' },
    limits: { timeoutMs: 120_000 },
    consistency: { waitMs: 0 },
    scope: {},
  });
});

test('what a profile says holds', () => {
  const says = {
    name: 'staging',
    baseUrl: 'https://a.example/v2/a//',
    allow: ['read', 'write'],
    assumptions: 'strict',
    email: { from: 'a@a.example' },
    simNotification: { id: '1' },
    outbox: { mailpit: 'http://m' },
    control: { admin: 'http://a.example/__admin' },
    limits: { timeoutMs: 5, requestsPerSecond: 3 },
    consistency: { waitMs: 9 },
    http: { proxy: 'http://p' },
    waivers: [{ rule: 'DIR-1' }],
  };
  expect(
    shapeOf({ ...says, reservation: { phoneNumbers: ['1'] }, scope: { without: ['send'], reason: 'mail costs' } }),
  ).toMatchObject({
    ...says,
    baseUrl: 'https://a.example/v2/a',
    phoneNumbers: ['1'],
    partitioned: false,
    outbox: { waitMs: 60_000, mailpit: 'http://m' },
    scope: { send: 'mail costs' },
  });
  expect(shapeOf({ ...says, scope: { without: ['control'], reason: 'r' }, control: undefined }).scope).toEqual({
    control: 'r',
  });
  expect(shapeOf({ ...says, scope: { without: ['outbox'], reason: 'r' }, control: undefined }).scope).toEqual({
    control: 'only our own mock has a control plane',
    outbox: 'r',
  });
  expect(shapeOf({ outbox: { mailpit: 'http://m', waitMs: 7 } }).outbox).toEqual({ mailpit: 'http://m', waitMs: 7 });
  expect(shapeOf({ ...says, scope: { without: ['send'] } }).scope).toEqual({ send: '' });
  expect(shapeOf({ control: undefined }, { ...facts, isMock: true }).scope).toEqual({});
});

test('what was found wrong in a profile is left out of it', () => {
  const of = {
    ...facts,
    neverJson: true,
    wrong: { 'email.suppressed.hardBounce': 'no', 'simNotification.id': 'no', 'outbox.mailpit': 'no' },
  };
  const email = { from: 'a@a.example', suppressed: { hardBounce: 'b@a.example', complaint: 'c@a.example' } };
  const shape = shapeOf({ email, simNotification: { id: '1', foreignId: '2' } }, of);
  expect([shape.neverJson, shape.wrong, shape.email, shape.simNotification]).toEqual([
    true,
    of.wrong,
    { from: 'a@a.example', suppressed: { complaint: 'c@a.example' } },
    { foreignId: '2' },
  ]);
  expect(email.suppressed.hardBounce).toBe('b@a.example');
});

test('a mock that the suite starts is called where it listens', () => {
  const given = { outbox: { mailpit: 'https://a.example/mail/api' }, control: { admin: 'https://a.example/__admin' } };
  expect(shapeOf(given, { ...facts, isMock: true, startedMock: 'http://127.0.0.1:7' } as typeof facts)).toMatchObject({
    baseUrl: 'http://127.0.0.1:7/v2',
    outbox: { mailpit: 'http://127.0.0.1:7/mail/api' },
    control: { admin: 'http://127.0.0.1:7/__admin' },
  });
});

test('a run changes the one notification that the profile names, unless it has a copy of it or may not write', () => {
  const changes = (given: object, isMock = false) =>
    changesNotification(resolveTarget({ ...profile, ...given } as typeof profile, { isMock, clockOffsetMs: 0 }));
  const written = { allow: ['read', 'write'], simNotification: { id: '1' } };
  expect(changes(written)).toBe(true);
  expect([
    changes({ ...written, allow: ['read'] }),
    changes({ ...written, simNotification: {} }),
    changes(written, true),
  ]).toEqual([false, false, false]);
});

test('an account that the profile does not have has no token, and a real one is used as it is', () => {
  const target = (isMock: boolean) => resolveTarget(profile, { isMock, clockOffsetMs: 0 });
  expect(tokenOf(target(true), 'other', 'w1')).toBeUndefined();
  expect(tokenOf(target(false), 'primary', 'w1')).toBe('secret-key');
});

test('every credential of a profile is redacted, and what tells no secret is not', () => {
  const redactor = redactorFor({
    name: 'staging',
    baseUrl: 'https://ann:base-word@a.example/v2',
    accounts: { primary: { apiKey: 'key-one' }, restricted: { apiKey: 'key-two' }, other: { apiKey: 'key-three' } },
    outbox: { mailpit: 'https://zoe:gate-word@mail.example', username: 'bob', password: 'mail-word' },
    http: {
      proxy: 'http://eve%40x:p%40ss@proxy.example',
      headers: { 'x-team_2': 'header-word', 'X-Env': 'staging', 'X-Host': 'a.example' },
    },
  } as never);
  expect(
    redactor.text('key-one key-two key-three mail-word base-word gate-word p@ss header-word staging a.example'),
  ).toBe(
    '$API_KEY $RESTRICTED_API_KEY $OTHER_API_KEY $OUTBOX_PASSWORD $URL_PASSWORD $URL_PASSWORD $URL_PASSWORD $HEADER_X_TEAM_2 staging a.example',
  );
  const login = (text: string) => redactor.text(Buffer.from(text).toString('base64'));
  expect(['bob:mail-word', 'ann:base-word', 'eve@x:p@ss', 'zoe:gate-word'].map(login)).toEqual([
    '$OUTBOX_LOGIN',
    '$URL_LOGIN',
    '$URL_LOGIN',
    '$URL_LOGIN',
  ]);
  const plain = redactorFor({ ...profile, baseUrl: 'https://ann:50%+word@a.example/v2' });
  expect(plain.text('50%+word 50% word')).toBe('$URL_PASSWORD 50% word');
});

test('the names on the wire are those of the profile, and of a started mock those of its deployment', () => {
  const wireOf = (wire: object, of: object = {}) =>
    resolveTarget({ ...profile, wire } as typeof profile, { isMock: true, clockOffsetMs: 0, ...of }).wire;
  const contracts = {
    emailPath: '/email_messages',
    aliasPath: '/emails',
    idempotencyHeader: 'Idempotency-Key',
    pageNumber: 'page[number]',
    documentTypesPageNumber: 'page[number]',
    pageSize: 'page[size]',
  };
  expect(wireOf({ pageSize: 'n' })).toEqual({ ...contracts, pageSize: 'n' });
  expect(wireOf({ pageSize: 'n' }, { wire: { emailPath: '/mails' } })).toEqual({ ...contracts, emailPath: '/mails' });
});

test('a target is reached within its time and with its headers, our mock as the service itself', () => {
  const optionsOf = (isMock: boolean) => {
    const transport = transportTo(
      resolveTarget(
        { ...profile, limits: { timeoutMs: 7 }, http: { headers: { 'X-Pass': 'word' } } },
        { isMock, clockOffsetMs: 0 },
      ),
      { pace: undefined },
    );
    transport.close();
    return Reflect.get(transport, 'options');
  };
  expect(optionsOf(true)).toEqual({ timeoutMs: 7, headers: { 'X-Pass': 'word' }, direct: true, pace: undefined });
  expect(optionsOf(false)).toMatchObject({ direct: false });
});
