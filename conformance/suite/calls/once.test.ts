import { expect, test } from 'vitest';
import { once } from './once.ts';

test('what is asked of an owner under a name is asked once', async () => {
  const [owner, other] = [{}, {}];
  let asked = 0;
  const ask = async () => ++asked;
  expect(await Promise.all([once(owner, 'a', ask), once(owner, 'a', ask)])).toEqual([1, 1]);
  expect([await once(owner, 'a', ask), await once(owner, 'b', ask), await once(other, 'a', ask)]).toEqual([1, 2, 3]);
});

test('what could not be answered is asked anew', async () => {
  const owner = {};
  await expect(once(owner, 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await once(owner, 'a', async () => 'here')).toBe('here');
});
