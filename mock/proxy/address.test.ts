import { expect, test } from 'vitest';
import { pathAt } from './forward.ts';

const at = (target: string, upstream = 'https://api.example.com/v2') => pathAt(upstream, '/v2', target);

for (const target of [
  '/v2',
  '/v20/x',
  '/v%32/x',
  '/ab/x',
  '/v2/..',
  '/v2/../../admin',
  '/v2/%2e%2e/admin',
  '/v2/..%2f../admin',
  '/v2/x//../../../admin',
  '/v2/..\\..\\admin',
  '/v2/..%5c..%5cadmin',
  '/v2/..;/admin',
  '/v2/..%00/admin',
  '/v2/%00../admin',
  '/v2/.%09./admin',
  '/v2/%252e%252e/admin',
  '/v2/x#/../../admin',
  '/v2/%25252e%25252e/x',
  `/v2/%${'25'.repeat(10)}61`,
  'http://other.example.com/v2/../admin',
  'http://other.example.com?/v2/x',
]) {
  test(`the target ${target} outside the base path is refused`, () => {
    expect(at(target)).toBeUndefined();
  });
}

for (const target of [
  '/v2/',
  "/v2/a?q=it's|",
  '/v2/a?q=/../../%2e%2e/%u2215',
  '/v2/a?q=http://other.example.com/v2/x',
  '/v2/...',
  '/v2/a..b/.x/..y',
  `/v2/%${'25'.repeat(9)}61`,
  '/v2/@other.example.com',
  '/v2//other.example.com/x',
  '/v2/caf%C3%A9/%E2%82%AC/%C0%20la',
  '/v2/%E2%80%A6/a%C2%ADb/%EF%BC%8Ex',
]) {
  test(`the target ${target} is passed on unchanged`, () => {
    expect(at(target)).toBe(target);
  });
}

for (const [target, upstream, path] of [
  ['http://other.example.com/v2/x', 'https://api.example.com/v2', '/v2/x'],
  ['HTTPS://other.example.com/v2/x', 'https://api.example.com/v2', '/v2/x'],
  ['/v2/x', 'https://api.example.com', '/x'],
  ['/v2/x', 'https://api.example.com/telephony/v3', '/telephony/v3/x'],
  ['/v2//x', 'https://api.example.com', '//x'],
  ['/v2:443/x', 'https://api.example.com', undefined],
  ['/v2/x/../../y', 'https://api.example.com/', undefined],
] as const) {
  test(`${target} is ${path ?? 'refused'} at ${upstream}`, () => {
    expect(at(target, upstream)).toBe(path);
  });
}
