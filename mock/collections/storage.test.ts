import { expect, test } from 'vitest';
import { inMemory } from './storage.ts';

test('where nothing is stored, each kind has a map of its own, and what comes afterwards comes at once', async () => {
  const storage = inMemory();
  const [holds, mails] = [storage.map('hold'), storage.map('mail')];
  holds.set('a', 1);
  let isDone = false;
  storage.afterwards(() => {
    isDone = true;
  });
  await storage.commit();
  expect([holds.size, mails.size, inMemory().meta === storage.meta, isDone]).toEqual([1, 0, false, true]);
});
