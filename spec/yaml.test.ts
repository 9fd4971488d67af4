import { expect, test } from 'vitest';
import { Locator, parseYaml } from './yaml.ts';

const aliases = (first: string, lines: number, line: (at: number) => string) =>
  [first, ...Array.from({ length: lines }, (_, at) => line(at))].join('\n');

/** Texts that two readers of YAML could understand differently, or that have no end. */
for (const [label, text, place] of [
  ['a key twice', 'a: 1\na: 2\n', '2:1'],
  ['a status as a number and as a text', "200: a\n'200': b\n", '2:1'],
  ['two merge keys', 'x: &x { a: 1 }\nz: { <<: *x, <<: *x }\n', '2:14'],
  ['a key __proto__', '__proto__: { a: 1 }\n', '1:1'],
  ['a list as a key', '? [a]\n: 1\n', '1:3'],
  ['a key that a JSON document would spell differently', '1.0: a\n', '1:1'],
  ['a key of YAML 1.1 for a boolean', 'no: 1\n', '1:1'],
  ['a boolean of YAML 1.1', 'a: [yes]\n', '1:5'],
  ['an octal number of YAML 1.1', 'a: 010\n', '1:4'],
  ['an octal number of YAML 1.2', 'a: 0o10\n', '1:4'],
  ['a binary number', 'a: 0b10\n', '1:4'],
  ['a number with separated digits', 'a: 1_000\n', '1:4'],
  ['an inexact number', 'a: 9223372036854775807\n', '1:4'],
  ['a number in base 60', 'a: 1:20\n', '1:4'],
  ['a date', 'a: 2026-11-22\n', '1:4'],
  ['a time', 'a: 2026-11-22T10:00:00Z\n', '1:4'],
  ['infinity', 'a: .inf\n', '1:4'],
  ['a value of NaN', 'a: .nan\n', '1:4'],
  ['a tag', 'a: !mine b\n', '1:4'],
  ['another version of YAML', '%YAML 1.1\n---\na: b\n', '1:1'],
  ['a second document', 'a: 1\n---\nb: 2\n', '2:1'],
  ['a tab as indentation', 'a:\n\tb: 1\n', '2:1'],
  ['an alias that leads to itself', 'a: &x\n  b: *x\n', '2:6'],
] as const) {
  test(`${label} is refused with its place`, () => {
    expect(() => parseYaml(text, 'x.yaml')).toThrow(new RegExp(`^x\\.yaml:${place}: [^\\n]+$`));
  });
}

for (const [label, text] of [
  ['nested too deeply', '['.repeat(20_000)],
  ['multiplied by aliases', aliases('- &a0 [x]', 30, (at) => `- &a${at + 1} [*a${at},*a${at}]`)],
  ['a merge of a text', 'a: { <<: b }\n'],
  ['an alias without an anchor', 'a: *x\n'],
] as const) {
  test(`a text that is ${label} is refused in one line`, () => {
    expect(() => parseYaml(text, 'x.yaml')).toThrow(/^x\.yaml:[^\n]+$/);
  });
}

test('a merge key adds the members that a map does not have', () => {
  expect(parseYaml('- &a { a: 1, b: 2 }\n- &c { b: 3, c: 4 }\n- { b: 5, <<: [*a, *c] }\n', 'x.yaml')).toEqual([
    { a: 1, b: 2 },
    { b: 3, c: 4 },
    { a: 1, b: 5, c: 4 },
  ]);
});

for (const [label, text, value] of [
  ['numbers', '[0, -1, 1.50, 0.5]', [0, -1, 1.5, 0.5]],
  ['booleans and nulls', '[true, False, null, ~, ]', [true, false, null, null]],
  ['versions, addresses and texts with a colon', '[2.0.0, 127.0.0.1, a:b]', ['2.0.0', '127.0.0.1', 'a:b']],
  ['quoted texts', `["no", '010', "2026-11-22"]`, ['no', '010', '2026-11-22']],
  ['JSON with tabs', '{\n\t"a": [1,\n\t\t2]\n}\n', { a: [1, 2] }],
  ['statuses as keys', '{ 200: a, default: b }', { 200: 'a', default: 'b' }],
  ['aliases', '[&a { b: 1 }, *a]', [{ b: 1 }, { b: 1 }]],
] as const) {
  test(`${label} are read`, () => {
    expect(parseYaml(text, 'x.yaml')).toEqual(value);
  });
}

test('dates and the key `on` are texts in a file that only this product reads', () => {
  expect(parseYaml('on: 2026-11-22\nat: 2026-11-22T10:00:00Z\n', 'x.yaml', 'product')).toEqual({
    on: '2026-11-22',
    at: '2026-11-22T10:00:00Z',
  });
});

test('a parsed document is read again after a change', () => {
  for (const number of [1, 2, 2, 1]) expect(parseYaml(`a: ${number}\n`, 'spec/rules.yaml')).toEqual({ a: number });
  expect(() => parseYaml('a: [1\n', 'spec/rules.yaml')).toThrow(/^spec\/rules\.yaml:2:1: /);
});

const located = `# a comment
paths:
  /a/b: { get: { parameters: [{ name: x }, { name: y }] } }
  /c:
    get: &get
      200: fine
    head: *get
long: [a, b, c, d, e, f, g, h, i, j, k, l]
`;
const at = (pointer: string) => {
  const { line, column } = new Locator('spec/openapi.yaml', located).at(pointer);
  return [line, column];
};

test('a pointer leads to a key or to an item of a list', () => {
  expect(at('/paths')).toEqual([2, 1]);
  expect(at('#/paths/~1a~1b/get')).toEqual([3, 11]);
  expect(at('/paths/~1a~1b/get/parameters/1')).toEqual([3, 44]);
  expect(at('/paths/~1c/get/200')).toEqual([6, 7]);
  expect(['/long/1', '/long/10'].map(at)).toEqual([
    [8, 11],
    [8, 38],
  ]);
});

test('a member behind an alias is placed at its definition', () => {
  expect(at('/paths/~1c/head/200')).toEqual([6, 7]);
});

test('a missing member is placed at its nearest parent', () => {
  expect(at('/paths/~1c/post/responses')).toEqual([4, 3]);
  expect(at('/paths/~1a~1b/get/parameters/7')).toEqual([3, 18]);
  expect(at('')).toEqual([1, 1]);
});
