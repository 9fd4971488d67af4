import { expect, test } from 'vitest';
import { withoutCredentials } from './credentials.ts';

for (const [text, shown] of [
  ['smtp://user:pass@mail.example:25/', 'smtp://...@mail.example:25/'],
  ['http://u:p@a and http://u:q@b', 'http://...@a and http://...@b'],
  ['http://u:p@ss@a.example', 'http://...@a.example'],
  ['http://a.example/x@y?z@w#v@u', 'http://a.example/x@y?z@w#v@u'],
  ['ann@example.com', 'ann@example.com'],
  ['http://a.example', 'http://a.example'],
] as const) {
  test(`credentials are removed from ${text}`, () => {
    expect(withoutCredentials(text)).toBe(shown);
  });
}
