import { expect, test } from 'vitest';
import { memberOf, met } from '../members/testing.ts';
import { areObjects, countObjects, freeForm, missingIn, requestOf, saidIn } from './compared-members.ts';

const [a, b, own, neither] = [met({ x: 'a' }, {}), met({ x: 'b' }, {}), met({}, { x: 'c' }), met({}, {})];

const missing: [what: string, objects: (typeof a)[], value: unknown][] = [
  ['the commonest of what stands there', [b, a, a], 'a'],
  ['the commonest, though others are more together', [a, a, b, b, met({ x: 'f' }, {})], 'a'],
  ['what stands there four times of five, where ours has it once', [a, a, a, a, own], 'a'],
  ['nothing where ours has it more often', [a, a, a, own], undefined],
  ['what stands there four times of five, where it once does not', [a, a, a, a, neither], 'a'],
  ['nothing where more often neither has it', [a, a, a, neither], undefined],
  ['nothing where ours and neither have it once each', [a, a, a, a, own, neither], undefined],
  ['what stands there where both have it besides', [a, met({ x: 'd' }, { x: 'd' }), met({ x: 'd' }, { x: 'e' })], 'a'],
];
for (const [what, objects, value] of missing) {
  test(`what is missing in ours is ${what}`, () => {
    expect(missingIn(memberOf('x', objects))?.value).toBe(value);
  });
}

test('of some that were met the others say nothing', () => {
  const path = memberOf('x', [a, a, a, b, own]);
  const some = path.all.filter(({ theirs }) => theirs === 'b');
  expect([missingIn(path, some)?.value, missingIn(path, [...some, ...path.all.slice(-1)])]).toEqual(['b', undefined]);
});

test('objects around a member are counted where both answers have one', () => {
  const all = [met({}, {}), met({}, undefined), met({}, null), met('a', {}), met([], {}), met({}, [])];
  expect(all.map(areObjects)).toEqual([true, false, false, false, false, false]);
  expect([countObjects({ all, around: undefined }), countObjects(undefined)]).toEqual([1, 0]);
});

test('a request says of a member what stands beside it, else at its top, and null is nothing', () => {
  const one = met('a', 'a', { asked: { x: 1, y: null } });
  expect(['x', 'y', 'z'].map((name) => saidIn(one, name))).toEqual([1, undefined, undefined]);
  expect(['x', 'z'].map((name) => saidIn({ ...one, beside: { z: 2 } }, name))).toEqual([undefined, 2]);
  const asked = (body?: string) => requestOf({ ...one.seen, request: { ...one.seen.request, body } as never });
  expect([undefined, '', '[1]', '{"x":1}'].map(asked)).toEqual([{}, {}, {}, { x: 1 }]);
});

test('objects are free-form by the whole name at the end of their paths', () => {
  const names = ['template_variables', 'input', 'result_payload', 'metadata'];
  const paths = names.flatMap((name) => [`/data/*/${name}`, `/data/my_${name}`, `/data/${name}/a`, `/data/${name}s`]);
  expect(paths.filter((path) => freeForm.test(path))).toEqual(names.map((name) => `/data/*/${name}`));
});
