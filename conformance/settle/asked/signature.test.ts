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
const list = (days: readonly number[], meta: object = {}, member = 'started_at'): Answered => ({
  body: { data: days.map((day) => ({ [member]: `2026-01-0${day}T00:00:00Z` })), meta },
});
const numbers = (...phone_numbers: object[]) => resource({ phone_numbers });
const held = (minutes: number) => ({
  created_at: '2026-01-01T00:00:00Z',
  expired_at: new Date(Date.UTC(2026, 0, 1, 0, 0, minutes * 60)).toISOString(),
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
  ['a redirection', true, { status: 302 }, { status: 200 }],
  ['nothing as a threshold', true, resource({ threshold: null }), resource({ threshold: null })],
  ['nothing as data', true, { body: { data: null } }, resource({ id: 'a' })],
  ['a recipient that is a text', true, resource({ to: 'ab' }), resource({ to: ['a'] })],
  ['more copies', false, resource({ cc: ['a', 'b'] }), resource({ cc: ['a'] })],
  ['more blind copies', false, resource({ bcc: ['a', 'b'] }), resource({ bcc: ['a'] })],
  [
    'another status of a reservation',
    true,
    resource({ status: 'accepted', phone_numbers: [] }),
    resource({ status: 'sent', phone_numbers: [] }),
  ],
  ['a word that stands for none', true, resource({ status: 'odd' }), resource({ status: 'sent' })],
  ['the order of ours', true, list([3, 2, 1]), list([5, 4])],
  ['the opposite order', false, list([1, 2, 3]), list([3, 2, 1])],
  ['an order that is none', false, list([1, 3, 2]), list([3, 2, 1])],
  ['the oldest first, where ours have no order', false, list([1, 2, 3]), list([1, 3, 2])],
  ['the opposite order, beside an item without a time', false, list([1, Number.NaN, 2]), list([3, 2, 1])],
  ['an order that can not be told', true, list([1, 1]), list([3, 2])],
  ['the opposite order of updates', false, list([1, 2, 3], {}, 'updated_at'), list([3, 2, 1], {}, 'updated_at')],
  ['no items', false, list([]), list([1])],
  ['one item where ours are more', false, list([1]), list([1, 1])],
  ['more items where ours are two', true, list([1, 1, 1]), list([1, 1])],
  [
    'other pages of what has some',
    true,
    list([], { total_results: 5, total_pages: 1 }),
    list([], { total_results: 5, total_pages: 5 }),
  ],
  [
    'pages of nothing',
    false,
    list([], { total_results: 0, total_pages: 1 }),
    list([], { total_results: 0, total_pages: 0 }),
  ],
  ['a hold as long', true, numbers(held(30)), numbers(held(30))],
  ['a longer hold', false, numbers(held(60)), numbers(held(30))],
  ['a hold of some seconds more or less', true, numbers(held(30.4), held(29.6)), numbers(held(30), held(30))],
  ['a hold with an empty error', true, numbers({ ...held(30), errors: '' }), numbers(held(30))],
  [
    'a longer hold that is none',
    true,
    numbers({ ...held(60), errors: 'No.' }),
    numbers({ ...held(30), errors: 'Held.' }),
  ],
  ['none that would not end', false, numbers({ errors: 'No.' }), numbers({ ...held(30), errors: 'Held.' })],
  ['a hold that is none', false, numbers({ ...held(30), errors: 'Held.' }), numbers(held(30))],
];
for (const [what, isAlike, theirs, ours] of cases) {
  test(`${what} is ${isAlike ? 'no other decision' : 'another decision'}`, () => {
    expect(alike([pair(theirs, ours)], words)).toBe(isAlike ? 1 : 0);
  });
}

test('an answer that repeats one before it in its case decides otherwise than a new one', () => {
  const [first, again, other] = ['A', 'a', 'b'].map((id) => resource({ id })) as [Answered, Answered, Answered];
  expect(alike([pair(first, first), pair(first, again)], words)).toBe(2);
  expect(alike([pair(first, first), pair(again, again)], words)).toBe(2);
  expect(alike([pair(first, first), pair(again, other)], words)).toBe(1);
  expect(alike([pair(first, first), pair(again, resource({}))], words)).toBe(2);
  expect(alike([pair(first, first), pair(other, other), pair(first, other)], words)).toBe(2);
});

test('items of several statuses count where one status was asked for', () => {
  const [mixed, uniform] = [
    ['a', 'b'],
    ['a', 'a'],
  ].map((all) => ({ body: { data: all.map((status) => ({ status })) } })) as [Answered, Answered];
  expect(alike([pair(mixed, uniform)], words)).toBe(1);
  expect(alike([pair(mixed, uniform, { query: '?status=a' })], words)).toBe(0);
  expect(alike([pair(mixed, uniform, { query: '?order=status' })], words)).toBe(1);
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

type Update = [asked: object, theirs: string, ours: string];
const updates: [what: string, ...Update[]][] = [
  ['a unit that each keeps', [{}, '1 GB', '1 MB'], [{ amount: '1' }, '1 GB', '1 MB']],
  ['an amount that each keeps', [{}, '1 MB', '2 MB'], [{ unit: 'MB' }, '1 MB', '2 MB']],
  ['what was asked for, as it was before or not', [{}, '1 MB', '1 GB'], [{ unit: 'MB' }, '1 MB', '1 MB']],
  ['what one side shows the first time', [{}, '', '1 GB'], [{}, '1 GB', '1 GB']],
  [
    'what each keeps of the answer before',
    [{}, '1 MB', '2 MB'],
    [{ amount: '2', unit: 'MB' }, '2 MB', '2 MB'],
    [{ unit: 'MB' }, '2 MB', '2 MB'],
  ],
];
for (const [what, ...all] of updates) {
  test(`of an update it is no other decision: ${what}`, () => {
    const shown = (text: string) => {
      const [amount, unit] = text.split(' ');
      return resource(text === '' ? {} : { threshold: { amount, unit } });
    };
    const pairs = all.map(([threshold, theirs, ours]) => pair(shown(theirs), shown(ours), { asked: { threshold } }));
    expect(alike(pairs, words)).toBe(all.length);
  });
}

test('of an update to nothing, and of no other, it counts whether its time moves', () => {
  const at = (updated_at: string) => resource({ threshold: { amount: '1', unit: 'MB' }, updated_at });
  const decided = (time: string, asked: object) =>
    alike([pair(at('then'), at('then')), pair(at(time), at('now'), { asked })], words);
  expect([decided('now', {}), decided('then', {}), decided('then', { threshold: { amount: '1' } })]).toEqual([2, 1, 2]);
});
