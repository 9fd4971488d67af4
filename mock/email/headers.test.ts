import { expect, test } from 'vitest';
import { customHeaders } from './headers.ts';

for (const name of ['X-Campaign', 'List-Unsubscribe', '!', '~', 'X'.repeat(800), 'constructor']) {
  test(`the header ${name.slice(0, 40)} is sent`, () => {
    expect(customHeaders({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });
}

for (const name of [
  ...['In-Reply-To', 'references', ' MESSAGE-ID ', 'From', 'sender', 'To', 'CC', 'bcc\t', 'Subject', 'Date'],
  ...['Reply-To', 'Return-Path', 'mime-version', 'Content-Type', 'content-anything'],
]) {
  test(`the header ${JSON.stringify(name)} of threading, addressing or structure is dropped`, () => {
    expect(customHeaders({ [name]: 'x' })).toEqual({});
  });
}

for (const name of ['', ' ', 'X Y', 'X:Y', 'Bcc: a@b.c\r\nX', 'X-\u00e9', 'X-\u0000', 'X'.repeat(801)]) {
  test(`the invalid header name ${JSON.stringify(name.slice(0, 40))} is dropped`, () => {
    expect(customHeaders({ [name]: 'x' })).toEqual({});
  });
}

test('a value with a line break is dropped', () => {
  expect(customHeaders({ 'X-A': 'a\r\nBcc: eve@example.com', 'X-B': 'b\nc', 'X-C': 'c\rd' })).toEqual({});
});
