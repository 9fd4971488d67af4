import { expect, test } from 'vitest';
import { createDocument } from './document.ts';
import { document, validators } from './testing/contract.ts';
import { checkParameters, compileValidators } from './validators.ts';

/** Valid and invalid texts by format. */
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
      '2026-02-30T00:00:00Z',
      '2026-13-10T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T00:00:00,5Z',
      '12026-01-01T00:00:00Z',
      '2026-01-01T00:00:00',
      '2026-01-01',
    ],
  },
  uuid: {
    right: ['6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c', '6F1D2C3B-4A59-4E68-9B7C-0D1E2F3A4B5C'],
    wrong: [
      'x6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c',
      '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c\n',
      '6f1d2c3b4a594e689b7c0d1e2f3a4b5c',
    ],
  },
};
for (const [format, { right, wrong }] of Object.entries(formats)) {
  const check = validators.schema({ type: 'string', format });
  for (const text of right)
    test(`${JSON.stringify(text)} is a valid ${format}`, () => expect(check(text)).toBeUndefined());
  for (const text of wrong)
    test(`${JSON.stringify(text)} is no valid ${format}`, () =>
      expect(check(text)).toMatchObject({ keyword: 'format' }));
}

test('a number in a query is a whole number in digits', () => {
  const read = (value: string) => validators.parameter('listRecentAiMissionRuns', 'page[size]', value);
  expect(['7', '10', '007'].map(read)).toEqual([{ value: 7 }, { value: 10 }, { value: 7 }]);
  for (const wrong of ['7.0', '1e3', '', ' 7', '7 ', '+7', '0x7'])
    expect(read(wrong)).toMatchObject({ violation: { keyword: 'type' } });
});

test('a missing required parameter is a violation, another gets its default', () => {
  const schemaPath = '/paths/~1emails~1{id}/get/parameters/0/$ref';
  expect(validators.parameter('getEmail', 'id', undefined)).toEqual({
    violation: { pointer: '', keyword: 'required', message: 'is required', params: {}, schemaPath, missing: 'id' },
  });
  expect(validators.parameter('listDirDocumentTypes', 'page[size]', undefined)).toEqual({ value: 20 });
});

test('a repeated parameter is a violation', () => {
  expect(validators.parameter('listDirDocumentTypes', 'page[size]', ['1', '2', '3'])).toMatchObject({
    violation: { keyword: 'type', value: ['1', '2', '3'] },
  });
});

test('a body with 40,000 violations is refused by the first of them', () => {
  const body = { from: 'a@example.com', subject: 's', text_body: 't', to: Array.from({ length: 40_000 }, () => 7) };
  expect(validators.requestBody('createEmailMessage', body)).toMatchObject({ pointer: '/to/0' });
});

test('members without effect may have any value in a request, not in an answer', () => {
  const update = (more: object) => validators.requestBody('updateSimCardDataUsageNotification', more);
  expect([update({ id: 7, created_at: 'x' }), update({ threshold: 7 })]).toMatchObject([
    undefined,
    { pointer: '/threshold' },
  ]);
  const send = { from: 'a@example.com', to: ['b@example.com'], template_variables: 7, scheduled_at: 7, send_at: {} };
  expect(validators.requestBody('createEmail', send)).toBeUndefined();
  expect(validators.responseBody('createEmail', 202, { data: send })).toBeDefined();
});

test('a schema that does not compile is refused in a line with its file and place', () => {
  for (const wrong of [{ pattern: '(' }, { minLenght: 1 }]) {
    const json = structuredClone(document.json);
    (json.components as { schemas: Record<string, object> }).schemas.Uuid = { type: 'string', ...wrong };
    const broken = compileValidators(createDocument(json, 'mine.yaml', ''), { lazily: true });
    expect(() => broken.parameter('getEmail', 'id', 'x')).toThrow(
      /^mine\.yaml: the schema at #.* does not compile: .+$/,
    );
  }
});

test('path and query parameters are checked together', () => {
  const operation = (id: string) =>
    document.operations.find((spec) => spec.id === id) as (typeof document.operations)[0];
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
