import { expect, test } from '@playwright/test';
import { diffDocuments } from '../index.ts';

const documentOf = (operation: object) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1.0.0' },
  paths: { '/things': { post: { ...operation, responses: { 204: { description: 'Done.' } } } } },
});

const asParameter = (schema: object) => documentOf({ parameters: [{ name: 'q', in: 'query', schema }] });
const asMember = (schema: object) => asParameter({ type: 'object', properties: { q: schema } });
const asForm = (schema: object) =>
  documentOf({
    requestBody: {
      content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { q: schema } } } },
    },
  });
const within = (make: (schema: object) => object) => (schema: object) =>
  make({ type: 'object', properties: { n: schema } });

const weigh = (make: (schema: object) => object, base: object, revision: object) =>
  diffDocuments(make(base), make(revision)).verdict;

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };

test('a text may be what null or a number is written as', () => {
  for (const make of [asParameter, asMember, asForm]) {
    expect(weigh(make, textOrNull, text)).toBe('soft');
    expect(weigh(make, { type: 'integer' }, text)).toBe('soft');
    expect(weigh(make, { type: ['integer', 'null'] }, text)).toBe('soft');
  }
  const { changes } = diffDocuments(asParameter(textOrNull), asParameter(text));
  expect(changes.map(({ message }) => message)).toEqual([
    'Clients that are generated anew send the query parameter `q` as string, not null; it is written alike.',
  ]);
});

test('what else has to be said is not what null is written as', () => {
  expect(weigh(asParameter, { type: ['integer', 'null'] }, { type: 'integer' })).toBe('breaking');
  const listed = (type: unknown, ...values: unknown[]) => ({ type, enum: ['a', ...values] });
  expect(weigh(asParameter, listed(['string', 'null'], null), listed('string'))).toBe('breaking');
  const filled = { minLength: 1 };
  expect(weigh(asParameter, { ...textOrNull, ...filled }, { ...text, ...filled })).toBe('breaking');
});

test('what is within a member is written with types', () => {
  for (const make of [within(asMember), within(asForm)]) {
    expect(weigh(make, textOrNull, text)).toBe('breaking');
    expect(weigh(make, { type: 'integer' }, text)).toBe('breaking');
  }
});
