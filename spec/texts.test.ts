import { expect, test } from 'vitest';
import { counted, escaped, filledIn, mapTexts, seconds } from './texts.ts';

test('a number of things is told in words', () => {
  expect([0, 1, 2].map((number) => counted(number, 'rule'))).toEqual(['0 rules', '1 rule', '2 rules']);
  expect([1, 2].map((number) => counted(number, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
});

test('milliseconds are told in seconds', () => {
  expect([0, 49, 1250, 60_000].map(seconds)).toEqual(['0.0 s', '0.0 s', '1.3 s', '60.0 s']);
});

test('what a text leaves open is filled in where something is known of it', () => {
  const values = { name: 'Ann', none: undefined };
  expect(filledIn('{name}, {name} {none}{toString} {of}', values)).toBe('Ann, Ann {toString} {of}');
});

test('nothing of a text acts in HTML', () => {
  expect(escaped(`<a href="x" title='y'>&amp;&</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&amp;&lt;/a&gt;',
  );
});

test('each text of a value is told by the name of its member, and the value stays as it was', () => {
  const value = { a: 'x', list: ['y', 1, null], next: { href: 'z', of: { href: 'w' } } };
  const before = structuredClone(value);
  expect(mapTexts(value, (text, name) => `${name}:${text}`)).toEqual({
    a: 'a:x',
    list: ['list:y', 1, null],
    next: { href: 'next:z', of: { href: 'of:w' } },
  });
  expect(value).toEqual(before);
  expect(mapTexts('x', (text, name) => [text, name])).toEqual(['x', '']);
});

test('texts are found a hundred levels deep, in lists as in objects', () => {
  for (const around of [(inner: unknown) => [inner], (inner: unknown) => ({ a: inner })]) {
    const nested = (depth: number) => Array.from({ length: depth }).reduce<unknown>(around, 'x');
    const told = (depth: number) => JSON.stringify(mapTexts(nested(depth), () => 'y')).includes('y');
    expect([100, 101].map(told)).toEqual([true, false]);
  }
});
