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
