import { expect, test } from 'vitest';
import { documentOf } from './document.ts';
import { document, validators } from './testing/contract.ts';
import { compileValidators } from './validators.ts';

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
      '2026-01-01T00:00:00',
      '2026-01-01',
    ],
  },
  uuid: {
    right: ['6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c', '6F1D2C3B-4A59-4E68-9B7C-0D1E2F3A4B5C'],
    wrong: [
      '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5',
      'x6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c',
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
  expect(read('7')).toEqual({ value: 7 });
  for (const wrong of ['7.0', '1e3', '', ' 7', '0x7'])
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
  expect(validators.parameter('getEmail', 'id', undefined)).toMatchObject({
    violation: { keyword: 'required', message: 'is required', missing: 'id' },
  });
  expect(validators.parameter('listDirDocumentTypes', 'page[size]', undefined)).toEqual({ value: 20 });
});

test('a schema that does not compile is refused in a line with its file and place', () => {
  const json = structuredClone(document.json);
  (json.components as { schemas: Record<string, object> }).schemas.Uuid = { type: 'string', pattern: '(' };
  const broken = compileValidators(documentOf(json, 'mine.yaml', ''), { lazily: true });
  expect(() => broken.parameter('getEmail', 'id', 'x')).toThrow(/^mine\.yaml: the schema at #.* does not compile: .+$/);
});
