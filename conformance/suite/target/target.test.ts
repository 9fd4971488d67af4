import { expect, test } from 'vitest';
import { missingNeeds } from './needs.ts';
import { chooseProfile, resolveTarget, tokenOf } from './target.ts';

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
});

test('a base address without a key is refused', () => {
  expect(() => chooseProfile(undefined, { BASE_URL: 'https://a.example' })).toThrow('API_KEY is not');
});

test('a base address that is none is refused', () => {
  expect(() => chooseProfile(undefined, { BASE_URL: 'staging', API_KEY: 'k' })).toThrow('BASE_URL is no address');
});

test('without any target the mock is started', () => {
  expect(chooseProfile(undefined, {}).startMock).toBe(true);
});
