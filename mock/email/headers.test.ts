import { expect, test } from '@playwright/test';
import { customHeaders } from './headers.ts';

test('ordinary headers are kept', () => {
  const headers = { 'X-Campaign': 'spring', 'List-Unsubscribe': '<https://example.com/u>' };
  expect(customHeaders(headers)).toEqual(headers);
});

for (const name of [
  'In-Reply-To',
  'references',
  ' MESSAGE-ID ',
  'From',
  'sender',
  'To',
  'CC',
  'bcc\t',
  'Subject',
  'Date',
  'Reply-To',
  'Return-Path',
  'mime-version',
  'Content-Type',
  'content-anything',
]) {
  test(`a header of threading, addressing or structure is dropped: ${JSON.stringify(name)}`, () => {
    expect(customHeaders({ [name]: 'x' })).toEqual({});
  });
}

for (const name of ['', ' ', 'X Y', 'X:Y', 'Bcc: a@b.c\r\nX', 'X-\u00e9', 'X-\u0000', 'X'.repeat(1000)]) {
  test(`what is no field name is dropped: ${JSON.stringify(name.slice(0, 40))}`, () => {
    expect(customHeaders({ [name]: 'x' })).toEqual({});
  });
}

test('a value with a line break is dropped', () => {
  expect(customHeaders({ 'X-A': 'a\r\nBcc: eve@example.com', 'X-B': 'b\nc', 'X-C': 'c\rd' })).toEqual({});
});

test('a name that means something to the language is only a name', () => {
  const headers = customHeaders(JSON.parse('{ "__proto__": "x", "constructor": "y" }'));
  expect(Object.entries(headers)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
});
