import { expect, test } from 'vitest';
import { isCut, Journal, type JournalEntry, journalText } from './journal.ts';

const entry = (id: string, body = '') =>
  ({ id, request: { url: '/', body }, response: { body: '' } }) as Partial<JournalEntry> as JournalEntry;
const idsOf = (journal: Journal) => journal.list().map(({ id }) => id);

test('the journal lists the latest exchange first and drops the oldest beyond its limit', () => {
  const journal = new Journal(3);
  for (const id of ['1', '2', '3']) journal.add(entry(id));
  expect(idsOf(journal)).toEqual(['3', '2', '1']);
  journal.add(entry('4'));
  expect(idsOf(journal)).toEqual(['4', '3', '2']);
});

test('a body of 64 KiB is recorded whole, and a longer one is cut with its length', () => {
  const [whole, cut] = [65_536, 65_537].map((length) => journalText('x'.repeat(length))) as [string, string];
  expect(whole).toBe('x'.repeat(65_536));
  expect(cut).toBe(`${'x'.repeat(65_536)}… (cut, 65537 bytes in all)`);
  expect([isCut(whole), isCut(cut)]).toEqual([false, true]);
});

test('the length of a body is counted in bytes of UTF-8', () => {
  expect(journalText('€'.repeat(65_000))).toMatch(/ \(cut, 195000 bytes in all\)$/);
});
