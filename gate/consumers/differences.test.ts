import { expect, test } from 'vitest';
import { differences } from './differences.ts';

/** How an answer with another body, status or headers differs from one that was recorded. */
const levels = (base: unknown, revision: unknown) =>
  differences({ status: 200, headers: {}, body: base }, { status: 200, headers: {}, body: revision }).map(
    ({ level, message }) => `${level}: ${message}`,
  );

for (const [what, base, revision, expected] of [
  ['nothing', { a: 1 }, { a: 1 }, []],
  ['a new member', { a: {} }, { a: { b: 1 } }, ['safe: a.b is new']],
  ['a member that is gone', { a: { b: 1 } }, { a: {} }, ['breaking: a.b is gone']],
  ['a new entry of a list', { a: [1] }, { a: [1, 2] }, ['soft: a.1 is new']],
  ['an entry of a list that is gone', { a: [1, 2] }, { a: [1] }, ['soft: a.1 is gone']],
  ['a new member of an entry', { a: [{}] }, { a: [{ b: 1 }] }, ['safe: a.0.b is new']],
  ['a member of an entry that is gone', { a: [{ b: 1 }] }, { a: [{}] }, ['breaking: a.0.b is gone']],
  ['another value', { a: 1 }, { a: 2 }, ['soft: a is 2, was 1']],
  ['a value of another kind', { a: null }, { a: 2 }, ['breaking: a is a number, was null']],
  ['a list in the place of an object', { a: {} }, { a: [] }, ['breaking: a is a list, was a object']],
  ['another text', 'a', 'b', ['soft: the body is "b", was "a"']],
  ['a text in the place of an object', { a: 1 }, 'a', ['breaking: the body is a string, was a object']],
  ['eighty characters as they stand', { a: 'x'.repeat(78) }, { a: '' }, [`soft: a is "", was "${'x'.repeat(78)}"`]],
  ['a long text', { a: 'x'.repeat(90) }, { a: '' }, [`soft: a is "", was "${'x'.repeat(79)}…`]],
] as const) {
  test(`the level of a difference from a recorded answer: ${what}`, () => {
    expect(levels(base, revision)).toEqual(expected);
  });
}

test('a header that is gone breaks a client, another value is soft, and a new one is nothing', () => {
  const found = differences(
    { status: 200, headers: { allow: 'GET', 'retry-after': '1', 'content-type': 'text/plain' }, body: {} },
    { status: 200, headers: { 'retry-after': '2', 'content-type': 'text/plain', vary: 'Origin' }, body: {} },
  );
  expect(found.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'breaking: the header allow is gone',
    'soft: the header retry-after is "2", was "1"',
  ]);
});

test('another status breaks a client, and the message has the reason of the revision', () => {
  const messages = (body: unknown) =>
    differences({ status: 200, headers: {}, body: {} }, { status: 422, headers: {}, body }).map(
      ({ level, message }) => `${level}: ${message}`,
    );
  expect(messages({ errors: [{ detail: 'no subject' }, { detail: 'no sender' }] })).toEqual([
    'breaking: 200 becomes 422: no subject',
  ]);
  expect(messages({ detail: [{ msg: 'Field required' }] })).toEqual(['breaking: 200 becomes 422: Field required']);
  for (const body of [{}, null, 'no', { errors: [] }, { detail: 'no' }, { detail: [] }])
    expect(messages(body), JSON.stringify(body)).toEqual(['breaking: 200 becomes 422']);
});
