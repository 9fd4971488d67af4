import { expect, test } from 'vitest';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { exchangeLine, Tallies, Tally, tallyLine } from './tally.ts';

const rules: RuleId[] = ['EMAIL-SUBJ-3', 'EMAIL-RCPT-8', 'EMAIL-FROM-10'];

function line(status: number, body: object, title = `${rules.join(', ')}: no subject`): string {
  const request = { method: 'POST', url: 'HTTPS://a.example/v2/email_messages', headers: [] };
  const seen = { case: title, rules, request, at: 0, status, headers: [], text: JSON.stringify(body), broken: [] };
  return exchangeLine(seen satisfies NotedExchange);
}

test('a refusal is shown by what tells it from another: its status, its codes and their places', () => {
  const long = { title: 'No', detail: 'x'.repeat(200), meta: { url: 'y'.repeat(200) } };
  const errors = [
    { code: '10005', ...long, source: { pointer: '/subject' } },
    { code: '10006', ...long },
    { ...long, source: { parameter: 'page' } },
  ];
  expect(line(422, { errors })).toBe(
    'POST /v2/email_messages was 422 10005 /subject, 10006, No page (EMAIL-SUBJ-3, EMAIL-RCPT-8 and others: no subject)',
  );
});

test('a refusal of a query is shown by its types and where they are', () => {
  expect(line(422, { errors: [] }, 'traffic')).toBe('POST /v2/email_messages was 422 (traffic)');
  const detail = [{ type: 'int_parsing', loc: ['query', 'page[size]'], msg: 'x' }, { type: 'missing' }];
  expect(line(422, { detail }, 'traffic')).toBe(
    'POST /v2/email_messages was 422 int_parsing query.page[size], missing  (traffic)',
  );
});

test('a success is shown by its beginning', () => {
  expect(line(200, { data: 'x'.repeat(200) }, 'traffic')).toBe(
    `POST /v2/email_messages was 200 {"data":"${'x'.repeat(111)} (traffic)`,
  );
});

const by = (name: string) => ({ case: name }) as NotedExchange;

/** What was seen of one thing, each time by another exchange. */
function tallyOf(...values: string[]): Tally<string> {
  const tally = new Tally<string>();
  for (const [at, value] of values.entries()) tally.add(value, by(`${value}${at}`));
  return tally;
}

const tallies: [values: string[], commonest: string | undefined, clear: string | undefined, isVaried: boolean][] = [
  [[], undefined, undefined, false],
  [['a'], 'a', 'a', false],
  [['a', 'b'], 'a', undefined, false],
  [['a', 'b', 'b'], 'b', 'b', false],
  [['a', 'b', 'c', 'c', 'c', 'b'], 'c', undefined, false],
  [['a', 'b', 'b', 'c'], 'b', undefined, true],
  [['a', 'b', 'c'], 'a', undefined, true],
  [['a', 'b', 'c', 'c', 'c', 'c'], 'c', 'c', false],
];
for (const [values, commonest, clear, isVaried] of tallies) {
  test(`of ${values.join(', ') || 'nothing'} ${commonest ?? 'nothing'} is the commonest, ${clear ?? 'nothing'} is clear, and it is ${isVaried ? '' : 'not '}varied`, () => {
    const tally = tallyOf(...values);
    expect([tally.count, tally.commonest?.value, tally.clear?.value, tally.isVaried]).toEqual([
      values.length,
      commonest,
      clear,
      isVaried,
    ]);
  });
}

test('objects are one value where they say the same', () => {
  const tally = new Tally<object>();
  for (const value of [{ a: 1 }, { a: 2 }, { a: 1 }]) tally.add(value, by('a case'));
  expect(tally.all.map(({ value }) => value)).toEqual([{ a: 1 }, { a: 2 }]);
});

test('two exchanges contradict each other that were the first to show the two commonest values', () => {
  expect(tallyOf('a', 'b', 'c', 'c', 'b', 'c').contradiction).toEqual([by('c2'), by('b1')]);
  expect(tallyOf('a', 'a').contradiction).toBeUndefined();
});

test('of things that are tallied those with a clear value have one', () => {
  const all = new Tallies<string, string>();
  for (const [key, value] of [
    ['x', 'a'],
    ['y', 'a'],
    ['y', 'b'],
    ['x', 'a'],
  ] as const)
    all.note(key, value, by(value));
  expect(all.clearValues).toEqual([['x', 'a']]);
});

test('the rules of a case are shown up to two', () => {
  const [one, two] = rules as [RuleId, RuleId, RuleId];
  const request = { method: 'GET', url: 'https://a.example/v2/x', headers: [] };
  const about = { request, at: 0, status: 400, headers: [], text: ' No ', broken: [] };
  expect(exchangeLine({ ...about, case: `${one}, ${two}: title`, rules: [one, two] })).toBe(
    `GET /v2/x was 400 No (${one}, ${two}: title)`,
  );
  expect(exchangeLine({ ...about, status: 204, text: '', case: 'traffic', rules: [one] })).toBe(
    'GET /v2/x was 204 (traffic)',
  );
});

test('what differs is told with how often, where that is more than once', () => {
  expect([1, 2].map((times) => tallyLine({ what: 'no code', times }))).toEqual(['no code', 'no code (2 times)']);
});
