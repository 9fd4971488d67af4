import { expect, test } from 'vitest';
import { oneAfterAnother } from './one-after-another.ts';

test('work is done one after the other in its order, also behind work that failed, and each gets its own result', async () => {
  const happened: string[] = [];
  const inLine = oneAfterAnother();
  const work = (name: string) => async () => {
    happened.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    happened.push(`${name} ends`);
    if (name === 'b') throw new Error('b failed');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => inLine(work(name))));
  expect(happened).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(results).toEqual([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: new Error('b failed') },
    { status: 'fulfilled', value: 'c' },
  ]);
});
