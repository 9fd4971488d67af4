import { expect, test } from 'vitest';
import { acceptedMessage } from '../../testing.ts';
import { type DeliveredMail, Outbox } from '../outbox.ts';
import { listing } from './listing.ts';

test('a list whose client has left is not made to its end', async () => {
  const outbox = new Outbox();
  for (const id of ['one', 'two']) outbox.deliver(acceptedMessage({ id }), new Date('2025-01-10T12:00:00Z'));
  const mails = outbox.list();
  expect((await listing(mails, mails, mails, 0, () => false)).messages).toHaveLength(2);
  let asked = 0;
  expect((await listing(mails, mails, mails, 0, () => ++asked > 1)).messages).toHaveLength(1);
});

test('a page of a list has the totals of the mailbox, of what is asked about and of itself', async () => {
  const outbox = new Outbox();
  const tags: Record<string, string[]> = { one: ['c', 'b'], two: [], three: ['a', 'b'], four: [] };
  for (const id of Object.keys(tags)) outbox.deliver(acceptedMessage({ id, tags: tags[id] as string[] }), new Date(0));
  const all = outbox.list();
  const [four, three, two] = all as [DeliveredMail, DeliveredMail, DeliveredMail];
  outbox.mark(four, true);
  const list = () => listing(all, [four, three, two], [four, three], 7, () => false);
  const { messages, ...totals } = await list();
  expect(totals).toEqual({
    total: 4,
    unread: 3,
    count: 2,
    messages_count: 3,
    messages_unread: 2,
    start: 7,
    tags: ['a', 'b', 'c'],
  });
  expect(messages.map(({ ID, Read }) => `${ID} ${Read}`)).toEqual(['four true', 'three false']);
  outbox.mark(four, false);
  outbox.mark(three, true);
  expect((await list()).messages.map(({ ID, Read }) => `${ID} ${Read}`)).toEqual(['four false', 'three true']);
});
