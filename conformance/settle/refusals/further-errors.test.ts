import { expect, test } from 'vitest';
import type { FurtherError } from '../../../spec/deployment/deployment.ts';
import { withFurtherErrors } from './further-errors.ts';
import { refusal } from './testing.ts';

const first = { code: '1', title: 'No', detail: 'no', source: { pointer: '/to/0' }, meta: { a: 1 } };
const ours = { errors: [{ source: { pointer: '/to/0' } }] };

/** What is told of the errors after the first. */
const alsoOf = (theirs: unknown, own: object = ours) => withFurtherErrors([refusal(theirs, own)])[0]?.also;

const further: [what: string, error: object, also: FurtherError[] | undefined][] = [
  ['nothing', first, [{}]],
  ['another code and title', { ...first, code: '2', title: 'Yes' }, [{ code: '2', title: 'Yes' }]],
  ['neither code nor title', { ...first, code: undefined, title: undefined }, [{}]],
  ['another detail', { ...first, detail: 'yes' }, [{}]],
  ['no detail', { ...first, detail: null }, [{ detail: false }]],
  ['another meta', { ...first, meta: { a: 2 } }, [{ meta: { a: 2 } }]],
  ['no meta', { ...first, meta: undefined }, [{ meta: 'none' }]],
  ['the member', { ...first, source: { pointer: '/to' } }, [{ pointer: 'top' }]],
  ['no place', { ...first, code: '2', source: undefined }, [{ code: '2', pointer: 'none' }]],
  ['a place that is not ours', { ...first, source: { pointer: '/cc' } }, undefined],
];
for (const [what, error, also] of further)
  test(`a further error is settled by what it says otherwise than the first: ${what}`, () => {
    expect(alsoOf({ errors: [first, error] })).toEqual(also);
  });

test('each of several further errors is settled, unless one leads elsewhere or ours tells several', () => {
  const [second, third] = [
    { ...first, code: '2' },
    { ...first, title: 'Yes' },
  ];
  expect(alsoOf({ errors: [first, second, third] })).toEqual([{ code: '2' }, { title: 'Yes' }]);
  expect(alsoOf({ errors: [first, second, { ...third, source: { pointer: '/cc' } }] })).toBeUndefined();
  expect(alsoOf({ errors: [first, second] }, { errors: [{}, {}] })).toBeUndefined();
  expect(alsoOf({ errors: 'none' })).toBeUndefined();
});

test('a further error without a detail where the first has none either, at a place that ours does not name, says that', () => {
  const [one, other] = ['/from', '/to'].map((pointer) => ({ code: '1', source: { pointer } }));
  expect(alsoOf({ errors: [one, other] }, { errors: [{}] })).toEqual([{ pointer: '/to' }]);
});

test('a refusal that tells one error has none further where another has some', () => {
  const [one, two] = [[first], [first, { ...first, code: '2' }]].map((errors) => refusal({ errors }, ours));
  const alsoOfBoth = withFurtherErrors([one, two].flatMap((pair) => pair ?? [])).map(({ also }) => also);
  expect(alsoOfBoth).toEqual([[], [{ code: '2' }]]);
});

test('a further entry of a query is about the same parameter, and settled by what it says otherwise', () => {
  const entry = { loc: ['query', 'status'], msg: 'no', type: 'a' };
  const own = { detail: [{ loc: ['query', 'status'] }] };
  const of = (...others: object[]) => alsoOf({ detail: [entry, ...others] }, own);
  expect(of({ ...entry, type: 'b' }, { ...entry, msg: 'yes' })).toEqual([{ type: 'b' }, { msg: 'yes' }]);
  expect(of({ loc: entry.loc })).toEqual([{}]);
  expect(of({ ...entry, loc: ['query', 'page'], type: 'b' })).toBeUndefined();
});
