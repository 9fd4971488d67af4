import { expect, test } from 'vitest';
import { isTrustedHost } from './guard.ts';

for (const host of ['localhost', 'localhost:4010', '127.0.0.1:4010', '[::1]:4010', 'LOCALHOST']) {
  test(`the loopback host ${host} is trusted`, () => {
    expect(isTrustedHost(host, [])).toBe(true);
  });
}

for (const host of [
  ...[undefined, '', 'example.com', 'localhost.example.com', '127.0.0.1.example.com', 'localhost@example.com'],
  ...['localhost:4010@example.com', '10.0.0.1', 'a b', '[::1', '[::1]x', 'undefined'],
]) {
  test(`the host ${JSON.stringify(host)} is not trusted`, () => {
    expect(isTrustedHost(host, [])).toBe(false);
  });
}

test('an allowed host is trusted under any port and in any letter case, and its subdomains are not', () => {
  expect(isTrustedHost('mock.internal:80', ['Mock.Internal'])).toBe(true);
  expect(isTrustedHost('sub.mock.internal', ['mock.internal'])).toBe(false);
});
