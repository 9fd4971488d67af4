import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { documentOf } from './document.ts';
import type { Json } from './json.ts';
import { document, validators } from './testing/contract.ts';
import { nodeAt } from './trace.ts';
import { checkParameters, compileValidators } from './validators.ts';

/** Texts that are of a format, and texts that are not. */
const formats: Record<string, { right: string[]; wrong: string[] }> = {
  byte: { right: ['', 'aGk=', 'aA==', 'aGkh'], wrong: ['aGk', 'a', 'a===', 'aGk=\n', 'a-_='] },
  'date-time': {
    right: [
      '2026-01-31T23:59:59Z',
      '2026-04-30T00:00:00.123456Z',
      '2028-02-29T00:00:00Z',
      '2026-06-30T10:00:00+02:00',
      '2026-12-31T10:00:00+00:00',
    ],
    wrong: [
      '2026-04-31T00:00:00Z',
      '2026-06-31T00:00:00Z',
      '2026-09-31T00:00:00Z',
      '2026-11-31T00:00:00Z',
      '2026-02-29T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-01-32T00:00:00Z',
      '2026-00-10T00:00:00Z',
      '2026-13-10T00:00:00Z',
      '2026-01-00T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T00:60:00Z',
      '2026-01-01T00:00:60Z',
      '2026-01-01T00:00:00.Z',
      '2026-01-01T00:00:00,5Z',
      '2026-01-01T00:00:00ZZ',
      '12026-01-01T00:00:00Z',
      '2026-01-01T00:00:00',
      '2026-01-01',
    ],
  },
  uuid: {
    right: ['6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c', '6F1D2C3B-4A59-4E68-9B7C-0D1E2F3A4B5C'],
    wrong: [
      '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5',
      'x6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c',
      '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5cd',
      '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c\n',
      '6f1d2c3b4a594e689b7c0d1e2f3a4b5c',
    ],
  },
};
for (const [format, { right, wrong }] of Object.entries(formats)) {
  const check = validators.schema({ type: 'string', format });
  for (const text of right)
    test(`of the format ${format}: ${JSON.stringify(text)}`, () => expect(check(text)).toBeUndefined());
  for (const text of wrong)
    test(`not of the format ${format}: ${JSON.stringify(text)}`, () =>
      expect(check(text)).toMatchObject({ keyword: 'format' }));
}

test('a number in a query is a whole number in digits', () => {
  const read = (value: string) => validators.parameter('listRecentAiMissionRuns', 'page[size]', value);
  expect(['7', '10', '007'].map(read)).toEqual([{ value: 7 }, { value: 10 }, { value: 7 }]);
  for (const wrong of ['7.0', '1e3', '', ' 7', '7 ', '+7', '0x7'])
    expect(read(wrong)).toMatchObject({ violation: { keyword: 'type' } });
});

test('a whole number in a query may have any number of digits', () => {
  const read = (name: string, value: string) => validators.parameter('listRecentAiMissionRuns', name, value);
  for (const nines of ['9'.repeat(20), '9'.repeat(400)]) {
    expect(read('page[size]', nines)).toMatchObject({ violation: { keyword: 'maximum' } });
    expect(read('page[size]', `-${nines}`)).toMatchObject({ violation: { keyword: 'minimum' } });
    expect(read('page[number]', nines)).toEqual({ value: Number.MAX_SAFE_INTEGER });
  }
});

test('a parameter that is required and missing is a violation, of any other its default counts', () => {
  const schemaPath = '/paths/~1emails~1{id}/get/parameters/0/$ref';
  expect(validators.parameter('getEmail', 'id', undefined)).toEqual({
    violation: { pointer: '', keyword: 'required', message: 'is required', params: {}, schemaPath, missing: 'id' },
  });
  expect(validators.parameter('listDirDocumentTypes', 'page[size]', undefined)).toEqual({ value: 20 });
});

test('a parameter that was given several times is told to be given once', () => {
  expect(validators.parameter('listDirDocumentTypes', 'page[size]', ['1', '2', '3'])).toMatchObject({
    violation: { keyword: 'type', message: 'must be given once, not 3 times', value: ['1', '2', '3'] },
  });
});

test('what may be a number or a text is a number where it looks like one', () => {
  const json = structuredClone(document.json);
  const size = nodeAt(json, '/paths/~1dir~1document_types/get/parameters/1/schema') as { type: unknown };
  size.type = ['integer', 'string'];
  const either = compileValidators(documentOf(json, 'mine.yaml', ''), { lazily: true });
  const read = (value: string) => either.parameter('listDirDocumentTypes', 'page[size]', value);
  expect([read('7'), read('many')]).toEqual([{ value: 7 }, { value: 'many' }]);
});

test('members of a request that have no effect may be anything, those of an answer may not', () => {
  const update = (more: object) => validators.requestBody('updateSimCardDataUsageNotification', more);
  expect([update({ id: 7, created_at: 'x' }), update({ threshold: 7 })]).toMatchObject([
    undefined,
    { pointer: '/threshold' },
  ]);
  const send = { from: 'a@example.com', to: ['b@example.com'], template_variables: 7, scheduled_at: 7, send_at: {} };
  expect(validators.requestBody('createEmail', send)).toBeUndefined();
  expect(validators.responseBody('createEmail', 202, { data: send })).toBeDefined();
});

test('an answer has no member that is for requests alone', () => {
  const json = structuredClone(document.json);
  const schema = nodeAt(json, '/components/schemas/PaginationMeta/properties/page_size') as Json;
  const body = { data: [], meta: { total_pages: 1, total_results: 0, page_number: 1, page_size: 20 } };
  const check = () =>
    compileValidators(documentOf(json, 'mine.yaml', ''), { lazily: true }).responseBody(
      'listDirDocumentTypes',
      200,
      body,
    );
  expect(check()).toBeUndefined();
  schema.writeOnly = true;
  expect(check()).toMatchObject({ pointer: '/meta/page_size', keyword: 'false schema' });
});

test('a time has a thousand characters at most', () => {
  const check = validators.schema({ type: 'string', format: 'date-time' });
  const time = (length: number) => `2026-01-01T00:00:00.${'0'.repeat(length - 21)}Z`;
  expect([time(1_000).length, check(time(1_000)), check(time(1_001))]).toMatchObject([
    1_000,
    undefined,
    { keyword: 'format' },
  ]);
});

test('what is wrong with a body is told as far as it is asked for', () => {
  const body = { from: 7, to: 7 };
  expect(validators.requestBody('createEmail', body)).toMatchObject({ keyword: expect.any(String) });
  expect(
    validators
      .requestBodyInFull('createEmail', body)
      .map(({ pointer }) => pointer)
      .toSorted(),
  ).toEqual(['/from', '/to']);
  const answer = { data: { id: 7 }, meta: 7 };
  expect(validators.responseBodyInFull('listDirDocumentTypes', 200, answer).map(({ pointer }) => pointer)).toEqual(
    expect.arrayContaining(['/data', '/meta']),
  );
  const schema = { type: 'object', properties: { from: { type: 'string' }, to: { type: 'string' } } };
  expect(
    validators
      .schemaInFull(schema)(body)
      .map(({ pointer }) => pointer),
  ).toEqual(['/from', '/to']);
  expect(validators.responseBody('listDirDocumentTypes', 418, { errors: 7 })).toMatchObject({ pointer: '/errors' });
});

test('a status is declared that the contract names for the operation, not by default', () => {
  expect([200, 401, 418].map((status) => validators.declares('listDirDocumentTypes', status))).toEqual([
    true,
    true,
    false,
  ]);
});

test('what is compiled lazily is so at its first use, and that is known', () => {
  const lazy = compileValidators(document, { lazily: true });
  const known = () => [
    lazy.isCompiled('createEmail'),
    lazy.isCompiled('createEmail', 202),
    lazy.isCompiled('createEmail', 418),
  ];
  expect(known()).toEqual([false, false, false]);
  lazy.requestBody('createEmail', {});
  expect(known()).toEqual([false, false, false]);
  lazy.compileRequests('createEmail');
  expect(known()).toEqual([true, false, false]);
  lazy.responseBody('createEmail', 418, {});
  expect(known()).toEqual([true, false, true]);
  lazy.responseBody('createEmail', 202, {});
  expect(known()).toEqual([true, true, true]);
  const whole = compileValidators(document);
  expect([whole.isCompiled('createEmail'), whole.isCompiled('createEmail', 202)]).toEqual([true, true]);
});

test('once the checks of requests are compiled, none is compiled for a body, nor to tell all that is wrong with it', () => {
  const lazy = compileValidators(document, { lazily: true });
  lazy.compileRequests('createEmail');
  const compile = vi.spyOn(Ajv2020.prototype, 'compile');
  onTestFinished(() => compile.mockRestore());
  lazy.requestBody('createEmail', {});
  lazy.requestBodyInFull('createEmail', {});
  expect(compile).not.toHaveBeenCalled();
  lazy.requestBodyInFull('createEmailMessage', {});
  expect(compile).toHaveBeenCalledOnce();
});

test('a schema that does not compile is refused in a line with its file and place', () => {
  for (const wrong of [{ pattern: '(' }, { minLenght: 1 }]) {
    const json = structuredClone(document.json);
    (json.components as { schemas: Record<string, object> }).schemas.Uuid = { type: 'string', ...wrong };
    const broken = compileValidators(documentOf(json, 'mine.yaml', ''), { lazily: true });
    expect(() => broken.parameter('getEmail', 'id', 'x')).toThrow(
      /^mine\.yaml: the schema at #.* does not compile: .+$/,
    );
  }
});

test('the parameters of a path and a query are checked together, each in its place', () => {
  const operation = (id: string) => document.operations.find((one) => one.id === id) as (typeof document.operations)[0];
  const query = { 'page[number]': '2', 'page[size]': 'x', unknown: '1' };
  expect(checkParameters(validators, operation('listDirDocumentTypes'), { path: {}, query })).toMatchObject({
    values: { 'page[number]': 2 },
    violations: [{ in: 'query', parameter: 'page[size]', keyword: 'type' }],
  });
  expect(checkParameters(validators, operation('getEmail'), { path: { id: '7' }, query: {} })).toMatchObject({
    values: {},
    violations: [{ in: 'path', parameter: 'id', keyword: 'format' }],
  });
  expect(checkParameters(validators, operation('createEmail'), { path: {}, query: {} })).toEqual({
    values: {},
    violations: [],
  });
});
