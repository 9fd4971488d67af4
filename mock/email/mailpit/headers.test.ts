import type { Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { headersOf } from './headers.ts';

test('headers come under the names of Go in alphabetical order, repeated ones in the order of the mail', () => {
  const headers = [
    { originalKey: 'X-NOTE', value: 'one' },
    { originalKey: 'message-id', value: '<a@b.co>' },
    { originalKey: '__proto__', value: 'three' },
    { originalKey: 'x-note', value: 'two' },
  ];
  const told = headersOf({ headers } as Email);
  expect(JSON.stringify(told)).toBe('{"Message-Id":["<a@b.co>"],"X-Note":["one","two"],"__proto__":["three"]}');
});
