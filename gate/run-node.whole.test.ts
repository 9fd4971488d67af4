import { expect, test } from '@playwright/test';
import { runNode } from './run-node.ts';

test('a script that takes longer than it may is ended', async () => {
  const endless = runNode(['-e', 'setInterval(() => {}, 1000)'], { seconds: 0.05 });
  await expect(endless).rejects.toThrow('takes more than 0.05 s');
});
