import { expect, test } from 'vitest';
import type { HeaderPairs } from '../../suite/wire/exchange.ts';
import { agreedForm, fieldsOf, formOf, settledFields } from './refusal-form.ts';
import { placesOf } from './refused-place.ts';
import { refusal } from './testing.ts';

const said: [what: string, text: string, fields: object][] = [
  ['a long text', 'ä'.repeat(2_001), { body: 'text', text: 'ä'.repeat(2_000), contentType: 'text/plain' }],
  ['a list', '[{"code":"1"}]', { body: 'text', text: '[{"code":"1"}]', contentType: 'text/plain' }],
  ['an error of no words', '{"errors":[{"detail":5}]}', { body: 'full', detail: false, meta: 'none' }],
  [
    'the first of two errors',
    '{"errors":[{"code":"1","title":"","detail":"no","meta":{}},{"code":"2"}]}',
    { body: 'full', code: '1', title: '', detail: true, meta: {} },
  ],
  [
    'the first of two entries',
    '{"detail":[{"type":"a","msg":"b"},{"type":"c"}]}',
    { body: 'full', type: 'a', msg: 'b' },
  ],
  ['a list of errors that is none', '{"errors":"no","detail":"none"}', { body: 'other' }],
];
for (const [what, text, fields] of said)
  test(`a refusal says what its body has: ${what}`, () => {
    const headers: HeaderPairs = [['Content-Type', 'text/plain']];
    expect(fieldsOf({ status: 418, headers, text })).toEqual({ status: 418, ...fields });
  });

test('a text without a content type is told without one', () => {
  expect(fieldsOf({ status: 404, headers: [], text: 'no' })).toEqual({ status: 404, body: 'text', text: 'no' });
});

test('a parameter of a query is named behind it, alone, or as it always is', () => {
  const locOf = (loc: string[] | undefined, ours?: string[]) => {
    const pair = refusal({ detail: [{ loc }] }, ours ? { detail: [{ loc: ours }] } : { errors: [{}] });
    return placesOf(pair.seen, pair.ours);
  };
  const ours = ['query', 'status'];
  expect([ours, ['status'], ['query'], undefined].map((loc) => locOf(loc, ours))).toEqual([
    ...[{ loc: 'query' }, { loc: 'name' }, { loc: ['query'] }, {}],
  ]);
  expect(locOf(ours)).toEqual({});
});

test('a parameter is compared with ours where that names one, or no place at all', () => {
  const parameterOf = (source: object, ...ours: object[]) => {
    const pair = refusal({ errors: [{ source }] }, { errors: ours });
    return placesOf(pair.seen, pair.ours).parameter;
  };
  const named = { parameter: 'page' };
  expect(parameterOf(named, { source: named })).toBe('exact');
  expect(parameterOf({}, { source: named })).toBe('none');
  expect(parameterOf(named, {})).toBe('page');
  expect(parameterOf(named, { source: { pointer: '/to' } })).toBeUndefined();
  expect(parameterOf(named)).toBeUndefined();
});

test('what differs on operations is settled on each, else by kinds or places, whichever leaves less open', () => {
  const of = (code: string, { operation, fault, place }: Record<string, string>) => {
    const pair = refusal({ errors: [{ code, title: 'No' }] });
    return { ...pair, operation, place, ours: { ...pair.ours, fault } } as typeof pair;
  };
  const byPlace = [of('1', { fault: 'type', place: '/a' }), of('2', { fault: 'type', place: '/b' })];
  const found = formOf([...byPlace, of('1', { fault: 'value', place: '/a' })]);
  expect(found.contradictions).toEqual([]);
  expect(found.form).toMatchObject({ code: '1', at: { '/b': { code: '2' } } });
  expect(found.form).not.toHaveProperty('of');
  const byKind = formOf([of('1', { fault: 'type', place: '/a' }), of('2', { fault: 'value', place: '/a' })]).form;
  expect(byKind.of).toEqual({ type: { code: '1' }, value: { code: '2' } });
  const onEach = formOf([
    ...[of('1', { operation: 'createEmail', fault: 'type' }), of('2', { operation: 'createEmail', fault: 'value' })],
    of('1', { operation: 'getEmailMessage', fault: 'type' }),
  ]);
  expect(onEach.form).toMatchObject({ code: '1', on: { createEmail: { of: { value: { code: '2' } } } } });
  expect(onEach.contradictions).toEqual([]);
  const open = formOf(['1', '1', '2'].map((code) => of(code, { operation: code === '2' ? 'a' : 'b', fault: 'type' })));
  expect([open.form.on, open.contradictions]).toEqual([{ a: { code: '2' } }, []]);
});

test('of refusals under other rules what they agree on is taken, but no parameter that is always the same', () => {
  const of = (code: string, source: object, ours: object) =>
    refusal({ errors: [{ code, title: 'No', source }] }, { errors: [ours] });
  const always = [1, 2].map((n) => of(String(n), { parameter: 'id' }, {}));
  expect(settledFields(always).form.parameter).toBe('id');
  expect(agreedForm(always)).toEqual({
    form: { status: 400, body: 'full', title: 'No', detail: false, meta: 'none' },
    contradictions: [],
  });
  const named = { source: { parameter: 'page' } };
  expect(agreedForm([of('1', named.source, named)]).form).toMatchObject({ code: '1', parameter: 'exact' });
});
