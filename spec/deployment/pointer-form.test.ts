import { expect, test } from 'vitest';
import { isAlways, pointerForms, pointerIn } from './pointer-form.ts';

const sent = { to: ['ann', { email: 'no' }], threshold: { unit: 'TB' } };

for (const [theirs, ours, form] of [
  ['/to/0', '/to/0', 'exact'],
  ['/to/1/email', '/to/1', 'address'],
  ['/to', '/to/0', 'top'],
  ['/to/0/email', '/to/0', '{exact}/email'],
  ['/data/attributes/threshold/unit', '/threshold/unit', '/data/attributes{exact}'],
  ['/data/to', '/to/0', '/data{top}'],
  ['/to[0]', '/to/0', '/{place}'],
  ['/body.to.0', '/to/0', '/body.{dotted}'],
  ['/anything', '/to/0', '/anything'],
  ['', '/to/0', 'document'],
  ['/threshold', '/threshold/unit/deep', 'top'],
  ['/threshold/unit', '/threshold/unit/deep', 'parent'],
  ['/anything', undefined, '/anything'],
  [undefined, '/to/0', 'none'],
] as const) {
  test(`a pointer ${theirs} in the place of ${ours} has the form ${form}, and is told so`, () => {
    expect(pointerForms(theirs, ours, sent)[0]).toBe(form);
    expect(pointerIn(form, ours, sent)).toBe(theirs);
  });
}

test('a form that leads to the same place whatever is wrong is told from one that does not', () => {
  expect(['/to', '', 'document'].map(isAlways)).toEqual([true, true, true]);
  expect(['exact', '/data{exact}', '{exact}/email', 'none'].map(isAlways)).toEqual([false, false, false, false]);
});

test('all forms that a pointer may have are told, the most telling first', () => {
  expect(pointerForms('/to', '/to', sent)).toEqual(['exact', 'address', 'top', '/{place}', '/{dotted}']);
  expect(pointerForms('/x/to/0', '/to/0', sent)).toEqual(['/x{exact}', '/x{address}', '/x/to/0']);
  expect(pointerForms('', '/to', sent)).toEqual(['parent', 'document', '']);
  expect(pointerForms(null, '/to', sent)).toEqual(['none']);
  expect(pointerForms(null, undefined, sent)).toEqual(['exact', 'address', 'top', 'parent', 'document', 'none']);
  expect(pointerForms('/a', undefined, sent)).toEqual(['/a']);
});

test('where the contract has no pointer, only what is always the same is told', () => {
  expect(
    ['exact', 'document', 'none', '', '/always', '/data{exact}'].map((form) =>
      pointerIn(form as never, undefined, sent),
    ),
  ).toEqual([undefined, undefined, undefined, '', '/always', undefined]);
});
