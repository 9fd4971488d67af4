import { expect, test } from 'vitest';
import { acceptedMessage } from '../testing.ts';
import { Outbox } from './outbox.ts';

const AT = new Date('2025-01-01T00:00:00Z');
const subjects = (outbox: Outbox) => outbox.list().map(({ message }) => message.subject);

function filled(count: number, limit?: number): Outbox {
  const outbox = new Outbox(limit);
  for (let n = 1; n <= count; n++) outbox.deliver(acceptedMessage({ id: `a${n}`, subject: `${n}` }), AT);
  return outbox;
}

test('mail is listed newest first and starts unread', () => {
  const outbox = filled(3);
  expect([subjects(outbox), outbox.list().some(({ read }) => read)]).toEqual([['3', '2', '1'], false]);
});

test('mail is found and removed by its id in any letter case', () => {
  const outbox = filled(2);
  expect(outbox.get('A1')?.message.subject).toBe('1');
  outbox.remove(['A1', 'unknown']);
  expect(subjects(outbox)).toEqual(['2']);
});

test('the outbox is emptied without ids', () => {
  const outbox = filled(3);
  outbox.remove();
  expect(outbox.list()).toEqual([]);
});

test('beyond the limit the oldest mail is dropped', () => {
  expect(subjects(filled(5, 3))).toEqual(['5', '4', '3']);
});

test('a message that is delivered again is listed once', () => {
  const outbox = filled(2);
  outbox.deliver(acceptedMessage({ id: 'a1', subject: '1 again' }), AT);
  expect(subjects(outbox)).toEqual(['1 again', '2']);
});

test('mail that is not admitted is dropped', () => {
  const outbox = filled(3);
  outbox.retain(({ message }) => message.subject === '2');
  expect(subjects(outbox)).toEqual(['2']);
});

test('the raw mail is dated by its delivery', async () => {
  const raw = await filled(1).list()[0]?.raw();
  expect(raw?.toString()).toContain('Date: Wed, 01 Jan 2025 00:00:00 +0000');
});
