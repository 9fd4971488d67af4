import { expect, test } from 'vitest';
import { diffDocuments, type Json } from '../index.ts';

const text = { type: 'string' };
const binary = { type: 'string', format: 'binary' };
const object = { type: 'object', properties: { width: { type: 'integer' } } };
const listOf = (items: object) => ({ type: 'array', items });

/** A document that takes or gives a form with one part, and says how that is written where anything is to be said. */
function documentOf(flow: 'taken' | 'given', part: object, encoding: object): Json {
  const schema = { type: 'object', properties: { part } };
  const content = {
    'multipart/form-data': { schema, ...(Object.keys(encoding).length > 0 && { encoding: { part: encoding } }) },
  };
  const post = {
    operationId: 'put',
    ...(flow === 'taken' && { requestBody: { content } }),
    responses: { 200: { description: 'Done.', ...(flow === 'given' && { content }) } },
  };
  return { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, paths: { '/things': { post } } };
}

/** How it weighs that a part is written otherwise, for who sends it and for who reads it. */
function weighed(part: object, before: object, now: object): string[] {
  return (['taken', 'given'] as const).map(
    (flow) => diffDocuments(documentOf(flow, part, before), documentOf(flow, part, now)).verdict,
  );
}

const same: [what: string, part: object, encoding: object][] = [
  ['a text is plain', text, { contentType: 'text/plain' }],
  ['a binary text is octets', binary, { contentType: 'application/octet-stream' }],
  ['an object is JSON', object, { contentType: 'application/json' }],
  [
    'a binary text that may be null is octets',
    { type: ['string', 'null'], format: 'binary' },
    { contentType: 'application/octet-stream' },
  ],
  ['a list of binary texts is octets', listOf(binary), { contentType: 'application/octet-stream' }],
  ['a list of objects is JSON', listOf(object), { contentType: 'application/json' }],
  ['a text is written as a form', text, { style: 'form' }],
  ['a list is written exploded', listOf(text), { style: 'form', explode: true, allowReserved: false }],
];
for (const [what, part, encoding] of same) {
  test(`that ${what} need not be told`, () => {
    expect(weighed(part, {}, encoding)).toEqual(['safe', 'safe']);
    expect(weighed(part, encoding, {})).toEqual(['safe', 'safe']);
  });
}

test('what a part is may be told by a pattern of its name, or be left open', () => {
  const of = (schema: object, encoding?: object) => {
    const content = {
      'multipart/form-data': {
        schema: { type: 'object', ...schema },
        ...(encoding && { encoding: { part: encoding } }),
      },
    };
    const post = { requestBody: { content }, responses: { 204: { description: 'Done.' } } };
    return { openapi: '3.1.0', info: { title: 'T', version: '1.0.0' }, paths: { '/things': { post } } };
  };
  for (const [schema, contentType] of [
    [{ patternProperties: { '^p': object } }, 'application/json'],
    [{ additionalProperties: binary }, 'application/octet-stream'],
    [{ properties: { part: { type: 'array' } } }, 'text/plain'],
  ] as const)
    expect(diffDocuments(of(schema), of(schema, { contentType })).changes, contentType).toEqual([]);
});

test('a part of more media types breaks who reads it, one of fewer who sends it', () => {
  const types = (contentType: string) => ({ contentType });
  for (const [fewer, more] of [
    ['image/png', 'image/*'],
    ['image/png', 'image/png, image/jpeg'],
  ].map((pair) => pair.map(types)) as [object, object][]) {
    expect(weighed(binary, fewer, more)).toEqual(['safe', 'breaking']);
    expect(weighed(binary, more, fewer)).toEqual(['breaking', 'safe']);
  }
});

test('how a part is written is told where it is said', () => {
  const types = (contentType: string) => ({ contentType });
  const told = (flow: 'taken' | 'given', before: object, now: object) =>
    diffDocuments(documentOf(flow, binary, before), documentOf(flow, binary, now)).changes;
  const request = '/paths/~1things/post/requestBody/content/multipart~1form-data/encoding/part';
  const response = '/paths/~1things/post/responses/200/content/multipart~1form-data/encoding/part';
  const [fewer, more] = [types('image/png'), types('image/png,IMAGE/JPEG')];
  const whole = (rule: string, level: string, pointer: string, message: string) => [
    { level, rule, operation: 'put', direction: rule.split('-')[0], pointer, basePointer: pointer, message },
  ];
  expect(told('taken', fewer, more)).toEqual(
    whole('request-encoding-widened', 'safe', request, 'Clients may write the part `part` of a form in further ways.'),
  );
  expect(told('given', more, fewer)).toEqual(
    whole(
      'response-encoding-widened',
      'safe',
      response,
      'Clients find the part `part` of a form written in fewer ways.',
    ),
  );
  expect(told('taken', more, fewer)).toEqual(
    whole(
      'request-encoding-changed',
      'breaking',
      request,
      'Clients that write the part `part` of a form as before may not be understood.',
    ),
  );
  expect(told('taken', more, types('image/jpeg , image/png'))).toEqual([]);
});

test('an object is written as JSON or as a form, which is not the same', () => {
  expect(weighed(object, {}, { style: 'form' })).toEqual(['breaking', 'breaking']);
  const deep = (explode: boolean) => ({ style: 'deepObject', explode });
  expect(weighed(object, deep(true), deep(false))).toEqual(['safe', 'safe']);
  expect(weighed(object, { style: 'form' }, { style: 'form', explode: false })).toEqual(['breaking', 'breaking']);
});

const others: [what: string, encoding: object][] = [
  ['another style', { style: 'spaceDelimited' }],
  ['all in one', { explode: false }],
  ['reserved characters as they are', { allowReserved: true }],
  ['a header of its own', { headers: { Digest: { schema: text } } }],
];
for (const [what, encoding] of others) {
  test(`a part that is written in another way breaks both sides: ${what}`, () => {
    expect(weighed(listOf(text), {}, encoding)).toEqual(['breaking', 'breaking']);
    expect(weighed(listOf(text), encoding, {})).toEqual(['breaking', 'breaking']);
  });
}
