import { expect, test } from 'vitest';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import type { Pair } from './pair.ts';
import { alike } from './signature.ts';

interface Answered {
  status?: number;
  body?: object;
}

/** An exchange of a case beside what our mock answers. */
function pair(theirs: Answered, own: Answered, { asked = {}, query = '' } = {}): Pair {
  const request = { method: 'POST', url: `http://target/v2/x${query}`, headers: [], body: JSON.stringify(asked) };
  const textOf = ({ body }: Answered) => JSON.stringify(body ?? {});
  const about = { case: 'a case', rules: [], at: 0, broken: [], headers: [] };
  const seen: NotedExchange = { ...about, request, status: theirs.status ?? 200, text: textOf(theirs) };
  return { seen, ours: { status: own.status ?? 200, text: textOf(own), rules: [] } };
}

const resource = (data: object): Answered => ({ body: { data } });
const list = (days: readonly number[], meta: object = {}): Answered => ({
  body: { data: days.map((day) => ({ started_at: `2026-01-0${day}T00:00:00Z` })), meta },
});
const numbers = (...phone_numbers: object[]) => resource({ phone_numbers });
const held = (minutes: number) => ({
  created_at: '2026-01-01T00:00:00Z',
  expired_at: new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString(),
});

const words = new Map([['accepted', 'queued']]);

const cases: [what: string, isAlike: boolean, theirs: Answered, ours: Answered][] = [
  ['what only the target shows', true, resource({ to: ['a'], cc: ['b'] }), resource({ to: ['a'] })],
  ['what only our mock shows', true, resource({ to: ['a'] }), resource({ to: ['a'], cc: ['b'] })],
  ['other recipients, as many', true, resource({ to: ['a'] }), resource({ to: ['b'] })],
  ['more recipients', false, resource({ to: ['a', 'b'] }), resource({ to: ['a'] })],
  ['another refusal', true, { status: 422 }, { status: 400 }],
  ['a refusal where ours is none', false, { status: 422 }, { status: 200 }],
  ['a word for our status', true, resource({ status: 'accepted' }), resource({ status: 'queued' })],
  ['a word for another status', false, resource({ status: 'accepted' }), resource({ status: 'sent' })],
  ['a word that stands for none', true, resource({ status: 'odd' }), resource({ status: 'sent' })],
  ['the order of ours', true, list([3, 2, 1]), list([5, 4])],
  ['the opposite order', false, list([1, 2, 3]), list([3, 2, 1])],
  ['an order that is none', false, list([1, 3, 2]), list([3, 2, 1])],
  ['the oldest first, where ours have no order', false, list([1, 2, 3]), list([1, 3, 2])],
  ['an order that can not be told', true, list([1, 1]), list([3, 2])],
  ['no items', false, list([]), list([1])],
  [
    'pages of nothing',
    false,
    list([], { total_results: 0, total_pages: 1 }),
    list([], { total_results: 0, total_pages: 0 }),
  ],
  ['a hold as long', true, numbers(held(30)), numbers(held(30))],
  ['a longer hold', false, numbers(held(60)), numbers(held(30))],
  ['a hold that is none', false, numbers({ ...held(30), errors: 'Held.' }), numbers(held(30))],
];
for (const [what, isAlike, theirs, ours] of cases) {
  test(`${what} is ${isAlike ? 'no other decision' : 'another decision'}`, () => {
    expect(alike([pair(theirs, ours)], words)).toBe(isAlike ? 1 : 0);
  });
}

test('an answer that repeats one before it in its case decides otherwise than a new one', () => {
  const [first, again, other] = ['A', 'a', 'b'].map((id) => resource({ id })) as [Answered, Answered, Answered];
  expect(alike([pair(first, first), pair(again, again)], words)).toBe(2);
  expect(alike([pair(first, first), pair(again, other)], words)).toBe(1);
  expect(alike([pair(first, first), pair(again, resource({}))], words)).toBe(2);
});

test('items of several statuses count where one status was asked for', () => {
  const [mixed, uniform] = [
    ['a', 'b'],
    ['a', 'a'],
  ].map((all) => ({ body: { data: all.map((status) => ({ status })) } })) as [Answered, Answered];
  expect(alike([pair(mixed, uniform)], words)).toBe(1);
  expect(alike([pair(mixed, uniform, { query: '?status=a' })], words)).toBe(0);
});

test('of an update it counts whether what was asked for is shown, and what else is kept', () => {
  const shown = (amount: string, unit: string) => resource({ threshold: { amount, unit }, updated_at: 'then' });
  const asked = { threshold: { amount: '2' } };
  const decided = (theirs: Answered, ours: Answered) =>
    alike([pair(shown('1', 'MB'), shown('1', 'MB')), pair(theirs, ours, { asked })], words) === 2;
  expect(decided(shown('2', 'MB'), shown('2', 'MB'))).toBe(true);
  expect(decided(shown('1', 'MB'), shown('2', 'MB'))).toBe(false);
  expect(decided(shown('2', 'GB'), shown('2', 'MB'))).toBe(false);
});

test('of an update to nothing, and of no other, it counts whether its time moves', () => {
  const at = (updated_at: string) => resource({ threshold: { amount: '1', unit: 'MB' }, updated_at });
  const decided = (time: string, asked: object) =>
    alike([pair(at('then'), at('then')), pair(at(time), at('now'), { asked })], words);
  expect([decided('now', {}), decided('then', {}), decided('then', { threshold: { amount: '1' } })]).toEqual([2, 1, 2]);
});
