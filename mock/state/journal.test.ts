import { expect, test } from 'vitest';
import { isCut, Journal, journalText, type Recorded, readBack } from './journal.ts';

const exchange = (id: string): Recorded => ({
  bytes: 100,
  rules: [],
  entry: () => ({
    id,
    at: '2030-01-15T12:00:00.000Z',
    durationMs: 1,
    operation: null,
    request: { method: 'GET', url: '/', headers: {}, body: '' },
    response: { status: 200, headers: {}, body: '' },
    violations: [],
    rules: [],
    scenarios: [],
    notes: [],
    cut: false,
  }),
});
const idsOf = (journal: Journal) => journal.list().map((exchange) => exchange.entry().id);

test('the latest exchange stands first', () => {
  const journal = new Journal(10);
  for (const id of ['1', '2', '3']) journal.add(exchange(id));
  expect(idsOf(journal)).toEqual(['3', '2', '1']);
});

test('at most the limit is kept, however many come', () => {
  const journal = new Journal(3);
  for (let id = 1; id <= 20; id++) {
    journal.add(exchange(`${id}`));
    expect(idsOf(journal)).toEqual([id, id - 1, id - 2].filter((kept) => kept > 0).map(String));
  }
});

test('a cleared journal is empty and goes on', () => {
  const journal = new Journal(3);
  journal.add(exchange('1'));
  journal.clear();
  expect(idsOf(journal)).toEqual([]);
  journal.add(exchange('2'));
  expect(idsOf(journal)).toEqual(['2']);
});

test('a body is kept as text, a long one cut with its length', () => {
  expect(journalText(Buffer.from('Grüße'))).toBe('Grüße');
  expect(journalText('€'.repeat(65_000))).toBe(`${'€'.repeat(21_845)}\ufffd… (cut, 195000 bytes in all)`);
  for (const long of ['x'.repeat(70_000), Buffer.alloc(70_000, 'x')]) {
    expect(journalText(long)).toBe(`${'x'.repeat(65_536)}… (cut, 70000 bytes in all)`);
  }
});

test('a body of 64 KiB is whole, one byte more is cut, and what is cut is known by its end', () => {
  const [whole, cut] = [65_536, 65_537].map((length) => journalText('x'.repeat(length))) as [string, string];
  expect(whole).toBe('x'.repeat(65_536));
  expect(cut).toBe(`${'x'.repeat(65_536)}… (cut, 65537 bytes in all)`);
  expect([whole, cut, `${cut} more`, '… (cut, many bytes in all)', '… (cut, 70000 bytes in all)'].map(isCut)).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
});

test('a body that is JSON is read back, and any other is nothing', () => {
  expect(['{"a":[1]}', 'null', '', '{"a":', 'text'].map(readBack)).toEqual([
    { a: [1] },
    null,
    undefined,
    undefined,
    undefined,
  ]);
});

test('the oldest exchanges go when all keep too many bytes', () => {
  const journal = new Journal(10, 250);
  for (const id of ['1', '2', '3']) journal.add(exchange(id));
  expect(idsOf(journal)).toEqual(['3', '2']);
});
