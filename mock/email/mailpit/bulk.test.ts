import { expect, test } from 'vitest';
import { MAX_VALUES } from '../../contract/value-count.ts';
import { parseBulkRequest } from './bulk.ts';

const said = (body: unknown) => parseBulkRequest(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));

test('members that are absent or null name no filter: all mails are marked as unread', () => {
  expect(said({})).toEqual({ read: false });
  expect(said({ Read: null, IDs: null, Search: null })).toEqual({ read: false });
});

test('names may be in any case, and a search has no blanks around it', () => {
  expect(said({ READ: true, ids: ['a'], search: ' from:ann ' })).toEqual({
    read: true,
    ids: ['a'],
    search: 'from:ann',
  });
});

for (const [body, reason] of [
  ['', 'the body is not JSON'],
  ['{', 'the body is not JSON'],
  ['null', 'the body is not a JSON object'],
  ['[]', 'the body is not a JSON object'],
  ['7', 'the body is not a JSON object'],
  ['"Read"', 'the body is not a JSON object'],
  [{ Read: 'yes' }, 'Read is not a boolean'],
  [{ IDs: 'a' }, 'IDs is not a list of strings'],
  [{ IDs: ['a', 1] }, 'IDs is not a list of strings'],
  [{ Search: 1 }, 'Search is not a string'],
] as const) {
  test(`of ${JSON.stringify(body)} it is told that ${reason}`, () => {
    expect(said(body)).toBe(reason);
  });
}

test('a request without a body is told that it is not JSON', () => {
  expect(parseBulkRequest(undefined)).toBe('the body is not JSON');
});

test('a body of too many values is refused before it is read', () => {
  expect(() => said(`{"IDs":[${'"a",'.repeat(MAX_VALUES)}"a"]}`)).toThrow(
    `the body has more than ${MAX_VALUES} values`,
  );
});
