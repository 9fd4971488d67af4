import { expect, test } from 'vitest';
import { createAuthenticator, guessPartition, redactCredentials } from './callers.ts';

const apiKeys = [
  { key: 'key_primary', account: 'acme', scopes: ['email:override'] },
  { key: 'key_other', account: 'globex', scopes: [] },
];
const authenticate = createAuthenticator(apiKeys);

test('a key without a suffix is its account, its scopes and the default partition', () => {
  expect(authenticate('Bearer key_primary')).toEqual({
    account: 'acme',
    scopes: ['email:override'],
    partition: 'default',
  });
});

for (const header of ['bearer key_primary', 'BEARER key_primary', 'Bearer   key_primary']) {
  test(`the credentials "${header}" are accepted`, () => {
    expect(authenticate(header)?.account).toBe('acme');
  });
}

for (const name of ['a', 'pr-123', 'A-Z_9', '__proto__', 'x'.repeat(64)]) {
  test(`the suffix .${name} names a partition`, () => {
    expect(authenticate(`Bearer key_other.${name}`)).toEqual({ account: 'globex', scopes: [], partition: name });
  });
}

for (const header of [
  ...[undefined, '', 'Bearer', 'Bearer ', 'key_primary', 'Basic key_primary', 'Bearer nobody', 'Bearer KEY_PRIMARY'],
  ...['Bearer key_primary key_other', 'Bearer\tkey_primary', 'Token Bearer key_primary', 'Bearer .pr-123'],
  ...['Bearer key_primary.', 'Bearer key_primary.a.b', 'Bearer key_primary.a/b', 'Bearer key_primary.ä'],
  ...[`Bearer key_primary.${'a'.repeat(65)}`, 'Bearer __proto__', 'Bearer constructor'],
]) {
  test(`the credentials ${JSON.stringify(header)?.slice(0, 40)} are refused`, () => {
    expect(authenticate(header)).toBeUndefined();
  });
}

for (const [header, shown] of [
  ['Bearer key_primary', 'Bearer key_primary'],
  ['bearer  key_primary.pr-1', 'bearer  key_primary.pr-1'],
  ['Bearer KEY0123456789', 'Bearer KEY0...'],
  ['basic   dXNlcjpw', 'basic   dXNl...'],
  ['justonesecretword', 'just...'],
  ['Token Bearer x', 'Toke...'],
  ['Bearer key_primary sk_live_SECRET', 'Bearer key_...'],
  ['sk_live_SECRET key_primary', 'sk_l...'],
  ['session=first-secret; token=second-secret', 'sess...'],
  ['abc', 'abc...'],
  ['', '...'],
] as const) {
  test(`the credentials "${header}" are recorded as "${shown}"`, () => {
    expect(redactCredentials(header, apiKeys)).toBe(shown);
  });
}

for (const [header, partition] of [
  [undefined, 'default'],
  ['Bearer key_primary.pr-1', 'pr-1'],
  ['Bearer key_primary.a/b', 'default'],
  ['key_primry.pr-1', 'pr-1'],
  ['Bearer x key_other.pr-1', 'pr-1'],
  ['Bearer somebody.secret', 'default'],
] as const) {
  test(`a refused request with "${header}" is recorded in the partition ${partition}`, () => {
    expect(guessPartition(header, apiKeys)).toBe(partition);
  });
}
