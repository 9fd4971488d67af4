import { expect, test } from '@playwright/test';
import { diffDocuments } from '../index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A document whose one operation takes the schema, or gives it. */
function documentOf(side: 'taken' | 'given', schema: object) {
  const body = side === 'taken' ? { requestBody: { required: true, ...json(schema) } } : {};
  const answer = { description: 'Done.', ...(side === 'given' && json(schema)) };
  const post = { operationId: 'put', ...body, responses: { 200: answer } };
  return { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, paths: { '/things': { post } } };
}

/** Whether a change breaks those who send the schema, and those who read it. */
function breaks(base: object, revision: object): { senders: boolean; readers: boolean } {
  const isBroken = (side: 'taken' | 'given') =>
    diffDocuments(documentOf(side, base), documentOf(side, revision)).changes.some(({ level }) => level === 'breaking');
  return { senders: isBroken('taken'), readers: isBroken('given') };
}

const number = (more: object) => ({ type: 'number', ...more });
const list = (more: object) => ({ type: 'array', contains: { type: 'string' }, ...more });

/** Each pair goes from more values to fewer. */
const narrowed: Record<string, [object, object]> = {
  'an upper bound becomes exclusive': [number({ maximum: 5 }), number({ exclusiveMaximum: 5 })],
  'a lower bound becomes exclusive': [number({ minimum: 5 }), number({ exclusiveMinimum: 5 })],
  'an exclusive bound is put beside an equal one': [
    number({ maximum: 5 }),
    number({ maximum: 5, exclusiveMaximum: 5 }),
  ],
  'an upper bound is lower': [number({ maximum: 5 }), number({ maximum: 4.5 })],
  'a lower bound is higher': [number({ minimum: 5 }), number({ minimum: 5.5 })],
  'a bound becomes exclusive in one part of a whole': [
    { allOf: [number({ maximum: 5 }), number({ maximum: 5 })] },
    { allOf: [number({ maximum: 5 }), number({ exclusiveMaximum: 5 })] },
  ],
  'fewer items may be of a kind': [list({ maxContains: 3 }), list({ maxContains: 2 })],
  'more items have to be of a kind': [list({ minContains: 1 }), list({ minContains: 2 })],
  'more items of a list that is long anyway have to be of a kind': [
    list({ minItems: 3, minContains: 1 }),
    list({ minItems: 3, minContains: 2 }),
  ],
  'only so many items may be of a kind': [list({}), list({ maxContains: 2 })],
};
for (const [change, [more, fewer]] of Object.entries(narrowed)) {
  test(`${change}: who sends breaks, and the other way who reads`, () => {
    expect(breaks(more, fewer)).toEqual({ senders: true, readers: false });
    expect(breaks(fewer, more)).toEqual({ senders: false, readers: true });
  });
}

test('a bound that is spelt otherwise breaks nobody', () => {
  const spellings = [
    number({ exclusiveMaximum: 5 }),
    number({ maximum: 5, exclusiveMaximum: 5 }),
    number({ maximum: 6, exclusiveMaximum: 5 }),
  ];
  for (const base of spellings) {
    for (const revision of spellings) expect(breaks(base, revision)).toEqual({ senders: false, readers: false });
  }
});

test('a bound that a format says already breaks nobody', () => {
  const int32 = { type: 'integer', format: 'int32' };
  const spelt = { ...int32, minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
  expect(breaks(int32, spelt)).toEqual({ senders: false, readers: false });
  expect(breaks(spelt, int32)).toEqual({ senders: false, readers: false });
  expect(breaks(int32, { ...int32, minimum: 0 })).toEqual({ senders: true, readers: false });
});

test('that nothing is allowed, or of all types only some, is told once', () => {
  const listOf = (items: unknown) => ({ type: 'array', items });
  const told = (side: 'taken' | 'given', base: unknown, revision: unknown) =>
    diffDocuments(documentOf(side, listOf(base)), documentOf(side, listOf(revision))).changes.map(
      ({ message }) => message,
    );
  expect(told('taken', true, false)).toEqual([
    'Clients that send `[]` in the body as anything are refused: nothing is allowed there now.',
  ]);
  expect(told('given', true, false)).toEqual(['Clients never find anything as `[]` in the answer 200 any more.']);
  expect(told('given', false, true)).toHaveLength(1);
  for (const side of ['taken', 'given'] as const) expect(told(side, true, { type: 'object' })).toHaveLength(1);
  expect(told('taken', { type: ['object', 'null'] }, { type: 'string' })).toHaveLength(2);
});
