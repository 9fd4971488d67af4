import { expect, test } from 'vitest';
import { between, WORLDS, worldOf, worldPrefix } from './keys.ts';

test('the keys of a world stand under its number, and worlds in the order of their numbers', () => {
  expect([worldPrefix(7), worldOf('0000000007!meta!clock')]).toEqual(['0000000007!', '0000000007!']);
  const prefixes = [1, 9, 10, 99, 4_000_000_000].map(worldPrefix);
  expect(prefixes.toSorted()).toEqual(prefixes);
  for (const prefix of prefixes) expect(prefix >= WORLDS.gte && prefix < WORLDS.lt).toBe(true);
  for (const key of ['9999999999!~', '0!']) expect(key >= WORLDS.gte && key < WORLDS.lt).toBe(true);
  for (const key of ['layout', 'partition!1']) expect(key >= WORLDS.gte && key < WORLDS.lt).toBe(false);
});

test('the keys that begin with a prefix are those from it on that have it', () => {
  const range = between('mail!');
  expect(range).toEqual({ gte: 'mail!', lt: 'mail"' });
  expect(
    ['mail', 'mail!', 'mail!a', 'mail!\uffff', 'mail"', 'mails!'].filter((key) => key >= range.gte && key < range.lt),
  ).toEqual(['mail!', 'mail!a', 'mail!\uffff']);
});
