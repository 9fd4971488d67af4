import { expect, test } from 'vitest';
import { isAlwaysNamed, parameterForm, parameterIn } from './parameter-form.ts';

for (const [theirs, ours, form] of [
  [{ parameter: 'page[size]' }, 'page[size]', 'exact'],
  [{ parameter: 'query.page[size]' }, 'page[size]', 'query.{name}'],
  [{ pointer: '/query/page[size]' }, 'page[size]', '/query/{name}'],
  [{ parameter: 'id' }, undefined, 'id'],
  [{}, 'page[size]', 'none'],
  [{ pointer: '/other' }, 'page[size]', '/other'],
] as const) {
  test(`${JSON.stringify(theirs)} in the place of ${ours} has the form ${form}, and is told so`, () => {
    expect(parameterForm(theirs, ours)).toBe(form);
    expect(parameterIn(form, ours)).toBe(Object.values(theirs)[0]);
  });
}

test('where neither names a parameter there is no form', () => {
  for (const neither of [{ pointer: '/to' }, { parameter: '' }, { parameter: 7 }])
    expect(parameterForm(neither, undefined)).toBeUndefined();
  expect([{ parameter: '' }, { parameter: 7 }].map((none) => parameterForm(none, 'id'))).toEqual(['none', 'none']);
  expect(['exact', 'query.{name}', 'none', 'id'].map((form) => parameterIn(form, undefined))).toEqual([
    undefined,
    undefined,
    undefined,
    'id',
  ]);
});

test('a form that names the same whatever is wrong is told from one that does not', () => {
  expect(['id', 'exact', 'none', '/query/{name}'].map(isAlwaysNamed)).toEqual([true, false, false, false]);
});
