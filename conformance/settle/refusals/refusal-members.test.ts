import { expect, test } from 'vitest';
import type { Pair } from '../asked/pair.ts';
import { examplesOf, extraMembers, ownMembers, withAsked } from './refusal-members.ts';
import { refusal } from './testing.ts';

const DAY = 86_400_000;
const examples = (pairs: Pair[], least?: number) => examplesOf(extraMembers(pairs), pairs, least);

test('members of refusals are settled that nearly all have, by the paths of what stands beside errors and in the first', () => {
  const error = { code: '1', title: 'No', detail: null, 'a/b': 1, source: { header: 'Accept' } };
  const all = refusal({ ok: false, 'c~d': 'x', known: 1, errors: [error, { more: 2 }] }, { errors: [{}], known: 2 });
  expect(examples([all, all, all, all, refusal({ errors: [{}] })])).toEqual({
    ...{ '/ok': { missing: false }, '/c~0d': { missing: 'x' } },
    ...{ '/errors/*/detail': { missing: null }, '/errors/*/a~1b': { missing: 1 } },
    '/errors/*/source': { missing: { header: 'Accept' } },
  });
  expect(examples([all, all, all, refusal({ errors: [{}] })])).toEqual({});
  const ofQuery = refusal({ detail: [{ loc: ['status'], input: 'x' }] }, { detail: [{}] });
  expect(examples([all, all, all, all, ofQuery])).toMatchObject({ '/detail/*/input': { missing: 'x' } });
});

test('a member that is the status of at least two refusals, or the time of as many, is settled as that', () => {
  const at = Date.UTC(2026, 10, 23);
  const of = (status: number, value: unknown, time = at) =>
    refusal({ errors: [{}], x: value }, undefined, { status, at: time });
  expect(examples([of(400, 400), of(409, 409)])).toEqual({ '/x': { status: 'number' } });
  expect(examples([of(400, '400'), of(409, '422')])).toEqual({ '/x': { missing: '400' } });
  expect(examples([of(400, 400), of(400, 400)])).toEqual({ '/x': { missing: 400 } });
  expect(examples([of(400, '400')], 1)).toEqual({ '/x': { status: 'text' } });
  const [one, other] = [-1, 1].map((sign) => new Date(at + sign * (DAY - 1)).toISOString());
  expect(examples([of(400, one), of(400, other)])).toEqual({ '/x': { missing: '{now}', time: '.000Z' } });
  const late = new Date(at + DAY).toISOString();
  expect(examples([of(400, one), of(400, late)])).toEqual({ '/x': { missing: one } });
});

test("what our refusals have beside errors is left out where none of the target's has it", () => {
  const own = { errors: [{}], 'a/b': 1, c: 2 };
  const pairs = [refusal({ errors: [{}], c: 1 }, own), refusal({ errors: [{}] }, own)];
  expect(ownMembers(pairs, { refused: pairs, whole: pairs })).toEqual({ '/a~1b': 'absent' });
});

test('members of one rule are told beside those of all, where they are of its own and the same each time', () => {
  const of = (error: object, body: object = {}) => refusal({ errors: [{ code: '1', ...error }], ...body });
  const own = [of({ x: 'a' }, { ok: false }), of({ x: 'a' }, { ok: false })];
  const others = [1, 2, 3, 4].map((n) => of({ x: n < 4 ? 'b' : 'c' }, { ok: false }));
  expect(ownMembers(own, { refused: [...others, ...own], whole: own })).toEqual({
    '/ok': { missing: false },
    '/errors/*/x': { missing: 'a' },
  });
  expect(ownMembers(others, { refused: [...others, ...own], whole: others })).toBeUndefined();
});

test('what a refusal repeats of its request has a placeholder, in whichever case its brackets are escaped', () => {
  const told = (url: string, body: unknown) => {
    const request = { method: 'GET', url: `http://target${url}`, headers: [] };
    return withAsked([refusal(body, undefined, { request })]).map(({ seen }) => {
      return typeof body === 'string' ? seen.text : JSON.parse(seen.text);
    })[0];
  };
  const errors = [{ code: '1' }];
  expect(told('/v2/a?page[size]=0', { errors, at: ['/v2/a?page%5bsize%5D=0', 'http://target/v2/a'] })).toEqual({
    errors,
    at: ['{url}', '{origin}{url}'],
  });
  expect(told('/v2/a?b=1', { errors, at: 'http://target/v2/a', said: 'GET /v2/a, TARGET' })).toEqual({
    errors,
    at: '{origin}{path}',
    said: '{method} {path}, TARGET',
  });
  expect(told('/v2/a', 'GET of /v2/a and /v2/a')).toBe('{method} of {path} and {path}');
  expect(told('/v2/a?s=x&n=%C3%A4', { errors: [{ code: 'ä', source: { parameter: 'n' }, given: 'ä' }, 'x'] })).toEqual({
    errors: [{ code: 'ä', source: { parameter: 'n' }, given: '{value}' }, 'x'],
  });
  expect(told('/v2/a?s=x', { detail: [{ loc: ['query', 's'], input: 'x', more: 'y' }] })).toEqual({
    detail: [{ loc: ['query', 's'], input: '{value}', more: 'y' }],
  });
  expect(told('/v2/a', { detail: '/v2/a' })).toEqual({ detail: '/v2/a' });
});
