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
const range = (more: object) => ({ type: 'integer', ...more });
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
  'the first of a range of integers is not listed': [range({ minimum: 1, maximum: 3 }), range({ enum: [2, 3] })],
  'the last of a range of integers is not listed': [range({ minimum: 1, maximum: 3 }), range({ enum: [1, 2] })],
  'numbers between those of a range are not listed': [number({ minimum: 1, maximum: 2 }), number({ enum: [1, 2] })],
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

test('a range of integers that lists its values breaks nobody', () => {
  const spellings = [
    range({ minimum: 1, maximum: 3 }),
    range({ exclusiveMinimum: 0, exclusiveMaximum: 4 }),
    range({ enum: [1, 2, 3] }),
    range({ minimum: 0, maximum: 3, enum: [1, 2, 3, 4] }),
  ];
  for (const base of spellings) {
    for (const revision of spellings) expect(breaks(base, revision)).toEqual({ senders: false, readers: false });
  }
});

/** Which of some properties break clients that send them, when the format of each becomes another one. */
function brokenBy(type: 'string' | 'number', formats: readonly (readonly [string | undefined, string])[]): string[] {
  const of = (at: 0 | 1) =>
    documentOf('taken', {
      type: 'object',
      properties: Object.fromEntries(formats.map((pair) => [String(pair), { type, format: pair[at] }])),
    });
  const broken = diffDocuments(of(0), of(1)).changes.filter(({ level }) => level === 'breaking');
  return broken.map(({ pointer }) => /\/properties\/([^/]+)/.exec(pointer)?.[1] ?? '');
}

const words = (list: string) => list.split(' ');
const formatsOf = {
  texts: words(
    'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference uri-template iri ' +
      'iri-reference uuid json-pointer relative-json-pointer regex byte binary base64url',
  ),
  numbers: words('int8 int16 int32 uint8 uint16 uint32 uint64'),
  numbersThatAnybodyReads: words('int64 float double'),
  both: words(
    'date-time-local time-local http-date unixtime decimal decimal128 media-range commonmark html double-int char ' +
      'sf-binary sf-boolean sf-decimal sf-integer sf-string sf-token',
  ),
};

test('a registered format that is put breaks who sends what it is about: texts, numbers or both', () => {
  const all = [...Object.values(formatsOf).flat(), 'password', 'of-our-own'].map(
    (format) => [undefined, format] as const,
  );
  const added = (formats: readonly string[]) => formats.map((format) => `,${format}`).sort();
  expect(brokenBy('string', all).sort()).toEqual(added([...formatsOf.texts, ...formatsOf.both]));
  expect(brokenBy('number', all).sort()).toEqual(added([...formatsOf.numbers, ...formatsOf.both]));
});

const wider: Record<'string' | 'number', [narrow: string, wide: string][]> = {
  string: [
    ['email', 'idn-email'],
    ['hostname', 'idn-hostname'],
    ['uri', 'uri-reference'],
    ['uri', 'iri'],
    ['uri', 'iri-reference'],
    ['uri-reference', 'iri-reference'],
    ['iri', 'iri-reference'],
  ],
  number: [['int32', 'int64']],
};
test('a format whose values all have another format as well may become that one, and not the other way', () => {
  for (const type of ['string', 'number'] as const) {
    expect(brokenBy(type, wider[type])).toEqual([]);
    const back = wider[type].map(([narrow, wide]) => [wide, narrow] as const);
    expect(brokenBy(type, back).sort()).toEqual(back.map(String).sort());
  }
  expect(brokenBy('string', [['date', 'date-time']])).toEqual(['date,date-time']);
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
