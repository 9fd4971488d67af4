import { expect, test } from 'vitest';
import { Redactor } from './redact.ts';

test('a secret is replaced wherever it stands, encoded as well', () => {
  const redactor = new Redactor().add('s3cret/key', 'API_KEY');
  expect(redactor.deep({ a: ['Bearer s3cret/key', { 's3cret/key': 1 }] })).toEqual({
    a: ['Bearer $API_KEY', { $API_KEY: 1 }],
  });
  expect(redactor.text('?k=s3cret%2Fkey')).toBe('?k=$API_KEY');
  expect(redactor.text(Buffer.from('s3cret/key').toString('base64'))).toBe('$API_KEY');
});

test('the longer of two secrets goes first', () => {
  const redactor = new Redactor().add('secret-more', 'B').add('secret', 'A').add('secret-more-yet', 'C');
  expect(redactor.text('secret-more secret secret-more-yet secret')).toBe('$B $A $C $A');
});

test('a secret of fewer than four characters is not searched for', () => {
  const redactor = new Redactor().add('abc', 'SHORT').add(undefined, 'NONE').add('', 'EMPTY').add('abcd', 'LONG');
  expect(redactor.text('abc, abcd')).toBe('abc, $LONG');
});

test('a secret is found as JSON writes it', () => {
  expect(new Redactor().add('a"b\\c', 'KEY').text(JSON.stringify({ key: 'a"b\\c' }))).toBe('{"key":"$KEY"}');
});

test('what is no text stays as it is', () => {
  const value = { a: [1, true, null], b: undefined };
  expect(new Redactor().add('secret', 'KEY').deep(value)).toEqual(value);
});
