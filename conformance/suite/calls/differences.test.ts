import { expect, test } from '@playwright/test';
import { contrast, shown } from './differences.ts';

const long = 'x'.repeat(300);

test('short values are shown whole', () => {
  expect(contrast({ a: 1 }, { a: 2, b: undefined })).toEqual({ expected: '{"a":1}', actual: '{"a":2}' });
  expect(contrast(undefined, 'a')).toEqual({ expected: 'nothing', actual: '"a"' });
});

test('of long values the places are shown that differ', () => {
  const expected = { data: [{ id: 'a', text: long }, { id: 'b' }] };
  const actual = {
    data: [
      { id: 'a', text: long },
      { id: 'c', more: true },
    ],
  };
  expect(contrast(expected, actual)).toEqual({
    expected: 'data.1.id "b", data.1.more nothing',
    actual: 'data.1.id "c", data.1.more true',
  });
});

test('long texts are shown from where they differ', () => {
  const { expected, actual } = contrast(`${long}one${long}`, `${long}two${long}`);
  expect(expected).toMatch(/^"\.\.\.x{30}onex+/);
  expect(actual).toMatch(/^"\.\.\.x{30}twox+/);
});

test('members that nobody asked for do not differ where an object is expected in part', () => {
  const { expected, actual } = contrast({ status: 'a' }, { status: 'b', text: long }, true);
  expect({ expected, actual }).toEqual({ expected: 'status "a"', actual: 'status "b"' });
});

test('of an object that has to contain others the members are shown that differ', () => {
  const expected = expect.objectContaining({ id: 'a', to: { name: 'Ada' }, text: long });
  expect(contrast(expected, { id: 'a', to: { name: null }, text: long, more: 1 })).toEqual({
    expected: 'to.name "Ada"',
    actual: 'to.name null',
  });
});

test('what stands for other values is named, and functions are not spelt out', () => {
  expect(shown([{ a: expect.any(String), b: undefined }])).toBe('[{"a":any String}]');
  expect(shown(() => 1)).toBe('a function');
  expect(contrast({ id: expect.any(String), text: long, n: 1 }, { id: 'a', text: long, n: 2 })).toEqual({
    expected: 'n 1',
    actual: 'n 2',
  });
});

test('of a list that has to have some entries the missing ones are told', () => {
  expect(contrast(expect.arrayContaining(['a', 'b', 'c', expect.any(Number)]), ['b'])).toEqual({
    expected: 'a list with "a" and "c" and any Number',
    actual: '["b"]',
  });
});
