import { test as base } from '@playwright/test';
import { createMock, type Mock } from '../create-mock.ts';
import { type OwnCopy, ownCopy } from './partition.ts';

/** Playwright's `test` with one mock a worker, and as `mock` a copy of its state for each test. */
export const test = base.extend<{ mock: OwnCopy }, { sharedMock: Mock }>({
  sharedMock: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from the pattern
    async ({}, use) => {
      await using mock = await createMock();
      await use(mock);
    },
    // A time-out of its own: the first test does not pay for the start.
    { scope: 'worker', timeout: 600_000 },
  ],
  mock: ({ sharedMock }, use) => use(ownCopy(sharedMock)),
});
