import { expect, test } from 'vitest';
import { createAuthenticator, redactCredentials } from './callers.ts';

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
  for (const header of ['Bearer key_primary', 'Bearer key_primary.pr-1']) {
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
