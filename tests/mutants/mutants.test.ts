import { expect, test } from 'vitest';
import { mutantsOf, mutated } from './operators.ts';
import { isMutable, sample } from './sample.ts';

/** What becomes of a text when its mutants are put into it, one at a time. */
const become = (text: string) => mutantsOf('a.ts', text).map((mutant) => mutated(text, mutant));

const mistakes: Record<string, string[]> = {
  'x(a < b)': ['x(a <= b)', 'x(a >= b)'],
  'x(a === b)': ['x(a !== b)'],
  'x(a && b)': ['x(a || b)'],
  'x(a ?? b)': ['x(a)', 'x(b)'],
  'x(a + b)': ['x(a - b)'],
  "x('text: ' + b)": [],
  'x(!a)': ['x(a)'],
  'x(a ? b : c)': ['x(b)', 'x(c)'],
  'if (a) b;': ['if (false) b;', 'if (a) ;'],
  'x(1_000)': ['x(1001)', 'x(999)'],
  "x('word', 'some words')": ["x('', 'some words')"],
  'x(true)': ['x(false)'],
  'x(a?.b)': ['x(a.b)'],
  'x(a?.[b])': ['x(a[b])'],
  'x(/^a+$/g)': ['x(/a+$/g)', 'x(/^a+/g)', 'x(/^a*$/g)', 'x(/^a+$/)'],
  'x([a, b, ...c])': ['x([b, ...c])', 'x([a, b])'],
  'x({ a, ...b })': ['x({ a })'],
  'x(a.some(b))': ['x(a.every(b))'],
  'x(a.filter(b))': ['x(a)'],
};
for (const [text, expected] of Object.entries(mistakes)) {
  test(`mutants of ${text}`, () => expect(become(text).filter((one) => one !== ';' && one !== ';;')).toEqual(expected));
}

test('statements are left out, and what is returned is nothing', () => {
  expect(become('f();')).toEqual([';']);
  expect(become('function f() { return a; }')).toEqual(['function f() { return undefined; }']);
});

test('types and imports are left alone', () => {
  expect(become("import { a } from 'b';\ntype A = 'a' | 1;\ninterface B { c: 'd' }")).toEqual([]);
});

test('a mutant says where it is and what it changes', () => {
  expect(mutantsOf('a.ts', 'a;\n  b(c > d);').at(-2)).toMatchObject({
    line: 2,
    code: 'b(c > d);',
    change: 'c > d → c >= d',
  });
});

test('the same seed chooses the same mutants, one a line, and another seed others', () => {
  const files = new Map([
    ['a.ts', Array.from({ length: 50 }, (_, index) => `f(${index} < x, ${index} > y);`).join('\n')],
  ]);
  const chosen = sample(files, { seed: 1, count: 20 });
  expect(chosen).toEqual(sample(files, { seed: 1, count: 20 }));
  expect(chosen).not.toEqual(sample(files, { seed: 2, count: 20 }));
  expect(new Set(chosen.map(({ line }) => line)).size).toBe(20);
});

test('tests and what they stand on are not changed', () => {
  expect(['mock/time/clock.ts', 'gate/diff/index.ts', 'spec/validators.ts'].every(isMutable)).toBe(true);
  expect(
    ['mock/time/clock.test.ts', 'gate/testing/project.ts', 'mock/testing.ts', 'tests/random.ts'].some(isMutable),
  ).toBe(false);
});
