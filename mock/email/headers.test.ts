import { expect, test } from 'vitest';
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

for (const name of ['!', '~', 'X'.repeat(800)]) {
  test(`a field name of printable ASCII is kept: ${name.slice(0, 40)}`, () => {
    expect(customHeaders({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });
}

for (const name of ['', ' ', 'X Y', 'X:Y', 'Bcc: a@b.c\r\nX', 'X-\u00e9', 'X-\u0000', 'X-\u007f', 'X'.repeat(801)]) {
  test(`what is no field name is dropped: ${JSON.stringify(name.slice(0, 40))}`, () => {
    expect(customHeaders({ [name]: 'x' })).toEqual({});
  });
}

test('a value with a line break is dropped', () => {
  expect(customHeaders({ 'X-A': 'a\r\nBcc: eve@example.com', 'X-B': 'b\nc', 'X-C': 'c\rd' })).toEqual({});
});

test('where a deployment makes line breaks blanks, each run of them is one', () => {
  const headers = { 'X-A': 'a\r\nb', 'X-B': 'a\nb\n', 'X-C': 'a\rb', 'X-D': 'a\n\r\n\nb' };
  expect(customHeaders(headers, { headerLineBreaks: 'blank' })).toEqual({
    'X-A': 'a b',
    'X-B': 'a b ',
    'X-C': 'a b',
    'X-D': 'a b',
  });
});

test('a value that is no text is written as one', () => {
  const headers = { 'X-A': 1, 'X-B': false, 'X-C': null, ' X-D ': 'd' };
  expect(customHeaders(headers)).toEqual({ 'X-A': '1', 'X-B': 'false', 'X-C': 'null', 'X-D': 'd' });
});

test('a name that means something to the language is only a name', () => {
  const headers = customHeaders(JSON.parse('{ "__proto__": "x", "constructor": "y" }'));
  expect(Object.entries(headers)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
});
