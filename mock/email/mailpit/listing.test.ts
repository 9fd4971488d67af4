import { expect, test } from 'vitest';
import { acceptedMessage } from '../../testing.ts';
import { Outbox } from '../outbox.ts';
import { listing } from './listing.ts';

test('a list whose client has left is not made to its end', async () => {
  const outbox = new Outbox();
  for (const id of ['one', 'two']) outbox.deliver(acceptedMessage({ id }), new Date('2025-01-10T12:00:00Z'));
  const mails = outbox.list();
  expect((await listing(mails, mails, mails, 0, () => false)).messages).toHaveLength(2);
  let asked = 0;
  expect((await listing(mails, mails, mails, 0, () => ++asked > 1)).messages).toHaveLength(1);
});
