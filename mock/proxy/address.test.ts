import { expect, test } from 'vitest';
import { pathAt } from './address.ts';

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
  '/v2/..%u2215admin',
  '/v2/%252e%252e/admin',
  '/v2/x#/../../admin',
  '/v2/%c0%ae%c0%ae/x',
  '/v2/%f0%80%80%ae/x',
  '/v2/%f0%8f%bc%8e%f0%8f%bc%8e/x',
  '/v2/%c1%bf/x',
  '/v2/%25252e%25252e/x',
  `/v2/%${'25'.repeat(10)}61`,
  '/v2/%ef%bc%8e%ef%bc%8e/x',
  '/v2/%e2%80%a5/x',
  '/v2/..%ef%bc%8fx',
  '/v2/.%c2%ad./x',
  '/v2/.%e2%80%8b./x',
  '/v2/%25ef%25bc%258e./x',
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
