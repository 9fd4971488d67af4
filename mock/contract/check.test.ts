import { expect, test } from 'vitest';
import { document, validators } from '../../spec/testing/contract.ts';
import type { OperationId } from '../../spec/types.ts';
import { checkRequest, type IncomingRequest } from './check.ts';

function check(id: OperationId, changes: Partial<IncomingRequest> & { text?: string; type?: string } = {}) {
  const operation = document.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  const { text = '', type = 'application/json', ...rest } = changes;
  const request: IncomingRequest = {
    id: 'request',
    operation,
    caller: { account: 'acme', scopes: [], partition: 'default' },
    ...{ method: operation.method.toUpperCase(), path: operation.path, url: operation.path, params: {}, query: {} },
    headers: { 'content-type': type },
    idempotencyKeys: [],
    rawBody: Buffer.from(text),
    ...rest,
  };
  return checkRequest(request, { document, validators });
}

const keywordsOf = ({ violations }: ReturnType<typeof check>) => violations.map(({ keyword }) => keyword);
const email = (members: object = {}) => JSON.stringify({ from: 'a@b.co', to: ['c@d.co'], ...members });

for (const value of ['', ' 1', '1.5', '1e1', '0x1', 'NaN', '١', ['1', '1']]) {
  test(`${JSON.stringify(value)} is no page number`, () => {
    expect(check('listDirDocumentTypes', { query: { 'page[number]': value } }).violations).toHaveLength(1);
  });
}

for (const text of [
  '{',
  '{"a":1,}',
  "{'a':1}",
  'undefined',
  '{} {}',
  '\u0000',
  '[NaN]',
  '\uFEFF{}',
  '['.repeat(49_000),
]) {
  test(`a body that begins with ${JSON.stringify(text.slice(0, 10))} is invalid JSON`, () => {
    expect(keywordsOf(check('createNumberReservation', { text }))).toEqual(['syntax']);
  });
}

test('a body in Latin-1 is invalid JSON', () => {
  const rawBody = Buffer.from('{"a":"\u00e4"}', 'latin1');
  expect(keywordsOf(check('createNumberReservation', { rawBody }))).toEqual(['syntax']);
});

for (const [levels, keywords] of [
  [100, []],
  [101, ['depth']],
  [40_000, ['depth']],
] as const) {
  test(`a body of ${levels} levels has ${keywords.join() || 'no'} error`, () => {
    const lists = levels - 2;
    const text = `{"from":"a@b.co","to":["c@d.co"],"metadata":{"a":${'['.repeat(lists)}1${']'.repeat(lists)}}}`;
    expect(keywordsOf(check('createEmailMessage', { text }))).toEqual(keywords);
  });
}

test('a body of more than 50,000 values is a violation, and commas in its texts do not count', () => {
  const many = email({ metadata: { list: Array(50_000).fill(0) } });
  expect(keywordsOf(check('createEmailMessage', { text: many }))).toEqual(['values']);
  const commas = email({ metadata: { text: '[{,"\\'.repeat(300_000) } });
  expect(check('createEmailMessage', { text: commas }).violations).toEqual([]);
});

test('a large body has only one violation', () => {
  const textOf = (count: number) => email({ to: Array(count).fill(1) });
  expect(check('createEmailMessage', { text: textOf(10) }).violations).toHaveLength(10);
  expect(check('createEmailMessage', { text: textOf(2_000) }).violations).toHaveLength(1);
});

test('members named __proto__ and constructor are plain members', () => {
  const text = '{"__proto__":{"from":1},"constructor":1,"from":"a@b.co","to":["c@d.co"],"metadata":{"__proto__":1}}';
  expect(check('createEmailMessage', { text }).violations).toEqual([]);
  const inherited = '{"__proto__":{"from":"a@b.co","to":["c@d.co"]}}';
  expect(keywordsOf(check('createEmailMessage', { text: inherited }))).toEqual(['required', 'required']);
});

test('each member has one violation; a wrong type hides others', () => {
  const { violations } = check('updateSimCardDataUsageNotification', {
    params: { id: '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c' },
    text: '{"threshold":{"amount":5,"unit":"XB"}}',
  });
  expect(violations.map(({ pointer, keyword }) => [pointer, keyword])).toEqual([
    ['/threshold/amount', 'type'],
    ['/threshold/unit', 'enum'],
  ]);
});
