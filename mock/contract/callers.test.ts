import { expect, test } from 'vitest';
import {
  createAuthenticator,
  faultOfNobody,
  keyMeant,
  partitionMeant,
  redactCredentials,
  whyNobody,
} from './callers.ts';

const apiKeys = [
  { key: 'key_primary', account: 'acme', scopes: ['email:override'] },
  { key: 'key_other', account: 'globex', scopes: [] },
];
const authenticate = createAuthenticator(apiKeys);

test('a key stands for its account and its scopes, in the default partition', () => {
  expect(authenticate('Bearer key_primary')).toEqual({
    account: 'acme',
    scopes: ['email:override'],
    partition: 'default',
  });
});

test('a suffix names the partition', () => {
  expect(authenticate('Bearer key_other.pr-123')).toEqual({ account: 'globex', scopes: [], partition: 'pr-123' });
});

for (const header of ['bearer key_primary', 'BEARER key_primary', 'Bearer   key_primary']) {
  test(`the scheme is read as HTTP reads it: ${header}`, () => {
    expect(authenticate(header)?.account).toBe('acme');
  });
}

for (const header of [
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'key_primary',
  'Basic key_primary',
  'Bearer nobody',
  'Bearer KEY_PRIMARY',
  'Bearer key_primary key_other',
  'Bearer\tkey_primary',
  'Token Bearer key_primary',
  'Bearer key_primary.',
  'Bearer key_primary.a.b',
  'Bearer key_primary.a/b',
  'Bearer key_primary.ä',
  `Bearer key_primary.${'a'.repeat(65)}`,
  'Bearer .pr-123',
  'Bearer __proto__',
  'Bearer constructor',
]) {
  test(`these are no credentials: ${String(header).slice(0, 40)}`, () => {
    expect(authenticate(header)).toBeUndefined();
  });
}

test('a partition is named by 1 to 64 letters, digits, hyphens or underscores', () => {
  for (const name of ['a', 'A-Z_9', '__proto__', 'x'.repeat(64)]) {
    expect(authenticate(`Bearer key_primary.${name}`)?.partition).toBe(name);
  }
});

test('keys of the fixtures are kept as they are', () => {
  for (const header of ['Bearer key_primary', 'bearer  key_primary.pr-1', 'Bearer key_other']) {
    expect(redactCredentials(header, apiKeys)).toBe(header);
  }
});

for (const header of [
  'Bearer KEY0123456789abcdef',
  'Basic dXNlcjpwYXNzd29yZA==',
  'justonesecretword',
  'Bearer\tsecret-token',
  'Bearer key_primary sk_live_SECRET',
  'Bearer key_primary, Bearer sk_live_SECRET',
  'sk_live_SECRET key_primary',
  'first-secret and-secret',
  'session=first-secret; token=second-secret',
]) {
  test(`any other credential is shortened: ${header}`, () => {
    const kept = redactCredentials(header, apiKeys);
    expect(kept).toMatch(/\.\.\.$/);
    expect(kept).not.toContain(header.slice(-6));
    expect(kept).not.toMatch(/secret/i);
  });
}

for (const [header, kept] of [
  ['Bearer KEY0123456789', 'Bearer KEY0...'],
  ['basic   dXNlcjpw', 'basic   dXNl...'],
  ['justonesecretword', 'just...'],
  ['Token Bearer x', 'Toke...'],
  ['abc', 'abc...'],
  ['', '...'],
] as const) {
  test(`of other credentials the scheme and four characters are kept: ${header}`, () => {
    expect(redactCredentials(header, apiKeys)).toBe(kept);
  });
}

for (const [header, partition, key] of [
  [undefined, 'default', ''],
  ['Bearer key_primary.pr-1', 'pr-1', 'key_primary'],
  ['Bearer key_primary.', 'default', 'key_primary'],
  ['Bearer key_primary.a/b', 'default', 'key_primary'],
  ['Bearer key_primary.a.b', 'default', 'key_primary'],
  ['key_primry.pr-1', 'pr-1', 'key_primry.pr-1'],
  ['Bearer key_primry.pr-1', 'pr-1', 'key_primry.pr-1'],
  ['Bearer x key_other.pr-1', 'pr-1', 'key_other'],
  ['Bearer somebody.secret', 'default', 'somebody.secret'],
] as const) {
  test(`what is no good as credentials belongs to a partition and to a key: ${header}`, () => {
    expect([partitionMeant(header, apiKeys), keyMeant(header, apiKeys)]).toEqual([partition, key]);
  });
}

const example = '"Authorization: Bearer key_primary"';
for (const [headers, reason, fault] of [
  [{}, `The request has no Authorization header; send ${example}.`, 'missing'],
  [{ authorization: '' }, `The request has nothing in its Authorization header; send ${example}.`, 'missing'],
  [
    { authorization: '', 'x-api-key': 'x' },
    `The request has nothing in its Authorization header, but x-api-key; send ${example}.`,
    'missing',
  ],
  [
    { accept: '*/*', authorisation: 'x', host: 'h' },
    `The request has no Authorization header, but authorisation; send ${example}.`,
    'missing',
  ],
  [{ authorization: 'key_primary' }, `The scheme is missing: ${example}.`, 'type'],
  [{ authorization: 'key_othr.pr-1' }, `The scheme is missing: ${example}.`, 'type'],
  [{ authorization: 'Basic key_primary' }, `The scheme has to be Bearer: ${example}.`, 'type'],
  [{ authorization: 'Token Bearer key_primary' }, `The scheme has to be Bearer: ${example}.`, 'type'],
  [{ authorization: 'Bearers key_primary' }, `The scheme has to be Bearer: ${example}.`, 'type'],
  [{ authorization: 'bearer' }, `Behind Bearer there has to be one key, without spaces: ${example}.`, 'value'],
  [{ authorization: 'Bearer a b' }, `Behind Bearer there has to be one key, without spaces: ${example}.`, 'value'],
  [
    { authorization: 'Bearer key_other.a/b' },
    'What stands behind the dot has to be 1 to 64 letters, digits, hyphens or underscores.',
    'value',
  ],
  [{ authorization: 'Bearer key_othr.a' }, 'The fixtures have no such key; did you mean "key_other"?', 'value'],
  [{ authorization: 'Bearer x' }, 'The fixtures have no such key; they have key_primary, key_other.', 'value'],
] as const) {
  test(`why credentials are nobody's is said, with the kind of the fault: ${JSON.stringify(headers)}`, () => {
    expect([whyNobody(headers, apiKeys), faultOfNobody(headers)]).toEqual([reason, fault]);
  });
}
