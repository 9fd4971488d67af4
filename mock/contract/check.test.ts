import { expect, test } from '@playwright/test';
import { loadDocument } from '../../spec/document.ts';
import type { OperationId } from '../../spec/types.ts';
import { compileValidators } from '../../spec/validators.ts';
import { checkRequest, type IncomingRequest } from './check.ts';

const document = loadDocument();
const validators = compileValidators(document);

function check(id: OperationId, changes: Partial<IncomingRequest> & { text?: string } = {}) {
  const operation = document.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  const { text = '', ...rest } = changes;
  const request: IncomingRequest = {
    operation,
    caller: { account: 'acme', scopes: [], partition: 'default' },
    method: operation.method.toUpperCase(),
    path: operation.path,
    params: {},
    query: {},
    headers: { 'content-type': 'application/json' },
    idempotencyKeys: [],
    rawBody: Buffer.from(text),
    ...rest,
  };
  return checkRequest(request, { document, validators });
}

const places = (faults: ReturnType<typeof check>['faults']) =>
  faults.map((fault) => ('violation' in fault ? `${fault.violation.in} ${fault.violation.pointer}` : fault.status));

test('a sound request has no faults, and its body is parsed', () => {
  const { faults, body } = check('createEmailMessage', { text: '{"from":"a@b.co","to":["c@d.co"]}' });
  expect(faults).toEqual([]);
  expect(body).toEqual({ from: 'a@b.co', to: ['c@d.co'] });
});

test('page parameters are typed and defaulted', () => {
  expect(check('listDirDocumentTypes').values).toEqual({ 'page[number]': 1, 'page[size]': 20 });
  expect(check('listDirDocumentTypes', { query: { 'page[size]': '7' } }).values['page[size]']).toBe(7);
});

test('every parameter that breaks its schema is a fault', () => {
  const query = { 'page[number]': '0', 'page[size]': '1001' };
  expect(check('listRecentAiMissionRuns', { query }).faults).toMatchObject([
    { status: 422, violation: { in: 'query', parameter: 'page[number]', keyword: 'minimum' } },
    { status: 422, violation: { in: 'query', parameter: 'page[size]', keyword: 'maximum' } },
  ]);
});

for (const value of ['', ' 1', '1.5', '1e1', '0x1', 'NaN', '99999999999999999999', '١', ['1', '1']]) {
  test(`what is no whole number is no page: ${JSON.stringify(value)}`, () => {
    expect(check('listDirDocumentTypes', { query: { 'page[number]': value } }).faults).toHaveLength(1);
  });
}

test('unknown parameters are ignored', () => {
  expect(check('listDirDocumentTypes', { query: { colour: 'red', page: '0' } }).faults).toEqual([]);
});

test('a body that may be left out counts as an empty object', () => {
  expect(check('createNumberReservation')).toMatchObject({ body: {}, faults: [] });
});

test('a missing body that is required is a fault', () => {
  expect(places(check('createEmailMessage').faults)).toEqual([400]);
});

for (const type of ['text/plain', 'application/xml', 'application/jsonx', 'application/json,text/plain', '']) {
  test(`a body of another type is a fault: ${JSON.stringify(type)}`, () => {
    const headers = { 'content-type': type };
    expect(places(check('createEmailMessage', { headers, text: '{}' }).faults)).toEqual([415]);
  });
}

for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', ' application/json ;x=y']) {
  test(`parameters and case of the content type do not matter: ${type}`, () => {
    const headers = { 'content-type': type };
    expect(check('createNumberReservation', { headers, text: '{}' }).faults).toEqual([]);
  });
}

for (const text of ['{', '{"a":1,}', "{'a':1}", 'undefined', '{} {}', '\u0000', '[NaN]']) {
  test(`a body that is no JSON is a fault: ${JSON.stringify(text)}`, () => {
    expect(places(check('createNumberReservation', { text }).faults)).toEqual([400]);
  });
}

for (const text of ['null', '1', '"x"', '[]', 'true']) {
  test(`JSON that is no object is a fault: ${text}`, () => {
    expect(places(check('createNumberReservation', { text }).faults)).toEqual(['body ']);
  });
}

test('a body that nests too deeply is a fault, however deep', () => {
  for (const depth of [101, 3_000_000]) {
    const text = `{"metadata":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(check('createEmailMessage', { text }).faults).toMatchObject([{ violation: { keyword: 'depth' } }]);
  }
});

test('a body of a hundred levels is taken', () => {
  const text = `{"from":"a@b.co","to":["c@d.co"],"metadata":{"a":${'['.repeat(97)}1${']'.repeat(97)}}}`;
  expect(check('createEmailMessage', { text }).faults).toEqual([]);
});

test('names of an object’s own machinery are plain members', () => {
  const text = '{"__proto__":{"from":1},"constructor":1,"from":"a@b.co","to":["c@d.co"],"metadata":{"__proto__":1}}';
  expect(check('createEmailMessage', { text }).faults).toEqual([]);
  expect(
    places(check('createEmailMessage', { text: '{"__proto__":{"from":"a@b.co","to":["c@d.co"]}}' }).faults),
  ).toEqual(['body ']);
});
