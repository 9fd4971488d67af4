import { expect, test } from 'vitest';
import { Redactor } from './target.ts';

test('a secret is replaced in texts, names and values, encoded as well', () => {
  const redactor = new Redactor().add('s3cret/"key', 'API_KEY');
  expect(redactor.redactDeep({ a: ['Bearer s3cret/"key', { 's3cret/"key': 1 }] })).toEqual({
    a: ['Bearer $API_KEY', { $API_KEY: 1 }],
  });
  const secret = 's3cret/"key';
  const encoded = [
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    JSON.stringify(secret).slice(1, -1),
  ];
  expect(encoded.map((text) => redactor.redact(text))).toEqual(['$API_KEY', '$API_KEY', '$API_KEY']);
});

test('the longer of two secrets is replaced first', () => {
  const redactor = new Redactor().add('secret', 'A').add('secret-more', 'B');
  expect(redactor.redact('secret-more secret')).toBe('$B $A');
});

test('a secret of fewer than four characters is not searched for', () => {
  expect(new Redactor().add('abc', 'SHORT').add('abcd', 'LONG').redact('abc, abcd')).toBe('abc, $LONG');
});
