import { expect, test } from 'vitest';
import { atPointer, memberIn, pointerFragment, pointerStep, pointerSteps, propertyPath } from './pointer.ts';

test('a step of a pointer is escaped, and read as it was', () => {
  for (const step of ['a', 'a/b', 'a~b', '~1', '', 'a b', '#'])
    expect(pointerSteps(`/${pointerStep(step)}`), step).toEqual([step]);
  expect(pointerStep(7)).toBe('7');
});

test('of a reference the steps behind # count', () => {
  expect(pointerSteps('openapi#/a/b')).toEqual(['a', 'b']);
  expect(pointerSteps('#/a#b')).toEqual(['a#b']);
  expect(pointerSteps('/a#/b')).toEqual(['a#', 'b']);
  expect(pointerSteps('')).toEqual([]);
  expect(() => pointerSteps('a/b')).toThrow();
});

test('what stands at a pointer is found, and nothing where nothing stands', () => {
  const value = { a: [{ b: null }, 'x'], '': 0 };
  expect(['', '/a/0', '/a/1', '/'].map((pointer) => atPointer(value, pointer))).toEqual([value, { b: null }, 'x', 0]);
  expect(['/b', '/b/c', '/a/0/b/c', '/a/2'].map((pointer) => atPointer(value, pointer))).toEqual(
    Array(4).fill(undefined),
  );
});

test('a pointer behind the name of a document is fit for a URI', () => {
  expect(pointerFragment('/a b/ü~1/c')).toBe('#/a%20b/%C3%BC~1/c');
});

for (const [pointer, path] of [
  ['/to/0/email', 'to[0].email'],
  ['/to/10', 'to[10]'],
  ['/0/a1/1a', '[0].a1.1a'],
  ['/a.b', 'a.b'],
  ['', ''],
  [undefined, ''],
] as const) {
  test(`as frameworks write a pointer: ${pointer}`, () => {
    expect(propertyPath(pointer)).toBe(path);
  });
}

test('the member of a body that a place is in is told as a pointer, a parameter by its name', () => {
  expect(['/to/0/email', '/to', 'page[size]', 'a/b', ''].map(memberIn)).toEqual([
    '/to',
    '/to',
    'page[size]',
    'a/b',
    '',
  ]);
});
