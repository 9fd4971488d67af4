import { expect, test } from '@playwright/test';
import { killRounds } from './kill.ts';

test('every acknowledged change survives a kill, exactly once', async () => {
  const { acknowledged, problems } = await killRounds({ rounds: 3, seed: 1 });
  expect(problems).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
});
