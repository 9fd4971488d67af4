import { expect, test } from 'vitest';
import { once } from './once.ts';

test('a question to an owner is answered once under each name', async () => {
  const [owner, other] = [{}, {}];
  let count = 0;
  const next = async () => ++count;
  expect(await Promise.all([once(owner, 'a', next), once(owner, 'a', next)])).toEqual([1, 1]);
  expect([await once(owner, 'b', next), await once(other, 'a', next)]).toEqual([2, 3]);
});

test('a failed question is repeated', async () => {
  const owner = {};
  await expect(once(owner, 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await once(owner, 'a', async () => 'here')).toBe('here');
});
