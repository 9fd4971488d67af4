import { expect, test } from 'vitest';
import { atPointer, pointerFragment, pointerStep, pointerSteps } from './pointer.ts';

test('a step of a pointer is escaped, and read as it was', () => {
  for (const step of ['a', 'a/b', 'a~b', '~1', '', 'a b', '#'])
    expect(pointerSteps(`/${pointerStep(step)}`), step).toEqual([step]);
  expect(pointerStep(7)).toBe('7');
});

test('the steps of a reference begin after #', () => {
  expect(pointerSteps('openapi#/a/b')).toEqual(['a', 'b']);
  expect(pointerSteps('#/a#b')).toEqual(['a#b']);
  expect(pointerSteps('/a#/b')).toEqual(['a#', 'b']);
  expect(pointerSteps('')).toEqual([]);
  expect(() => pointerSteps('a/b')).toThrow();
});

test('a pointer finds its value, or undefined', () => {
  const value = { a: [{ b: null }, 'x'], '': 0 };
  expect(['', '/a/0', '/a/1', '/'].map((pointer) => atPointer(value, pointer))).toEqual([value, { b: null }, 'x', 0]);
  expect(['/b', '/b/c', '/a/0/b/c', '/a/2'].map((pointer) => atPointer(value, pointer))).toEqual(
    Array(4).fill(undefined),
  );
});

test('a pointer behind the name of a document is fit for a URI', () => {
  expect(pointerFragment('/a b/ü~1/c')).toBe('#/a%20b/%C3%BC~1/c');
});
