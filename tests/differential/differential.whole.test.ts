import { expect, test } from '@playwright/test';
import { compare } from './compare.ts';

test('the compiled components and those of stock Prism agree, but for its known faults', async () => {
  const { agreed, disagreements } = await compare(1_000, 1);
  expect(disagreements).toEqual([]);
  expect(agreed).toBeGreaterThan(950);
});
