import { expect, test } from 'vitest';
import { inMemory, type PartitionStorage } from '../collections/storage.ts';
import { acceptedMessage } from '../testing.ts';
import { DeliveredMail, Outbox } from './outbox.ts';

const AT = new Date('2025-01-01T00:00:00Z');
const subjects = (outbox: Outbox) => outbox.list().map(({ message }) => message.subject);

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function filled(count: number, limit?: number): Outbox {
  const outbox = new Outbox(limit);
  for (let n = 1; n <= count; n++) outbox.deliver(acceptedMessage({ id: uuid(n), subject: `${n}` }), AT);
  return outbox;
}

test('mail is listed newest first and starts unread', () => {
  const outbox = filled(3);
  expect(subjects(outbox)).toEqual(['3', '2', '1']);
  expect(outbox.list().every(({ read }) => !read)).toBe(true);
  expect(outbox.list().length).toBe(3);
});

test('mail is found by the id of its message', () => {
  expect(filled(2).get(uuid(1))?.message.subject).toBe('1');
  expect(filled(1).get('nothing')).toBeUndefined();
  const outbox = new Outbox();
  outbox.deliver(acceptedMessage({ id: uuid(1).replace('1', 'A') }), AT);
  expect(outbox.get(uuid(1).replace('1', 'a'))?.id).toBe(uuid(1).replace('1', 'A'));
});

test('the oldest mail makes room', () => {
  expect(subjects(filled(5, 3))).toEqual(['5', '4', '3']);
});

test('the oldest mail makes room for what takes too many bytes, as they are told or weighed', () => {
  const outbox = new Outbox(10, 10_000);
  for (const id of ['1', '2']) outbox.deliver(acceptedMessage({ id, subject: id, text: 'x'.repeat(6_000) }), AT);
  outbox.deliver(acceptedMessage({ id: '3', subject: '3', text: 'x'.repeat(6_000) }), AT, 100);
  expect(subjects(outbox)).toEqual(['3', '2']);
});

test('mail that is not admitted is forgotten', () => {
  const outbox = filled(3);
  for (const _ of outbox.retain(({ message }) => message.subject === '2'));
  expect(subjects(outbox)).toEqual(['2']);
});

test('a message that is delivered again is there once', () => {
  const outbox = filled(2);
  outbox.deliver(acceptedMessage({ id: uuid(1), subject: '1 again' }), AT);
  expect(subjects(outbox)).toEqual(['1 again', '2']);
});

test('mail is removed by id, whatever its letter case', () => {
  const outbox = new Outbox();
  const id = uuid(1).replace('1', 'a');
  outbox.deliver(acceptedMessage({ id }), AT);
  outbox.remove([id.toUpperCase()]);
  expect(outbox.list()).toEqual([]);
});

test('mail is removed by id or altogether', () => {
  const outbox = filled(3);
  outbox.remove([outbox.list()[0]?.id ?? '', 'unknown']);
  expect(subjects(outbox)).toEqual(['2', '1']);
  outbox.remove();
  expect(outbox.list().length).toBe(0);
});

test('the raw mail is dated by its delivery', async () => {
  const raw = await filled(1).list()[0]?.raw();
  expect(raw?.toString()).toContain('Date: Wed, 01 Jan 2025 00:00:00 +0000');
});

test('what is stored of a mail comes back with it', () => {
  const text = JSON.stringify({
    value: { message: acceptedMessage(), at: AT, read: true, unrelayed: 'why' },
    bytes: 1,
  });
  const map = ((_kind: string, revive: (json: unknown) => { value: DeliveredMail }) =>
    new Map([['message-1', revive(JSON.parse(text))]])) as unknown as PartitionStorage['map'];
  const [mail] = new Outbox(10, undefined, undefined, { ...inMemory(), map }).list();
  expect(mail).toEqual(new DeliveredMail(acceptedMessage(), AT, true, 'why'));
});

test('that a mail was read, and why it was not relayed, is stored', () => {
  const stored: string[] = [];
  class Noting extends Map<string, { value: DeliveredMail }> {
    override set(id: string, entry: { value: DeliveredMail }): this {
      stored.push(`${entry.value.read} ${entry.value.unrelayed}`);
      return super.set(id, entry);
    }
  }
  const map = (() => new Noting()) as unknown as PartitionStorage['map'];
  const outbox = new Outbox(10, undefined, undefined, { ...inMemory(), map });
  const mail = outbox.deliver(acceptedMessage({ id: uuid(1).replace('1', 'A') }), AT);
  for (const read of [false, true, true]) outbox.mark(mail, read);
  outbox.markUnrelayed(mail, 'nobody is there');
  expect(stored).toEqual(['false null', 'true null', 'true nobody is there']);
});
