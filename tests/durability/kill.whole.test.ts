import { expect, test } from '@playwright/test';
import { killRounds } from './kill.ts';

test('what clients were told survives a kill at any moment, once', async () => {
  const { acknowledged, problems } = await killRounds({ rounds: 5, seed: 1 });
  expect(problems).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
});
