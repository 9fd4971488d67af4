import { test as base } from '@playwright/test';
import { createMock, type Mock, type MockOptions } from '../create-mock.ts';
import { type OwnCopy, ownCopy } from './partition.ts';

/** Makes a `test` of Playwright with one mock of these options for each worker, and as `mock` a copy of its state for each test. */
export const testWith = (options?: MockOptions) =>
  base.extend<{ mock: OwnCopy }, { sharedMock: Mock }>({
    sharedMock: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from the pattern
      async ({}, use) => {
        await using mock = await createMock(options);
        await use(mock);
      },
      // A time-out of its own: the first test does not pay for the start.
      { scope: 'worker', timeout: 600_000 },
    ],
    mock: ({ sharedMock }, use) => use(ownCopy(sharedMock)),
  });

/** The same with the defaults of `createMock`. */
export const test = testWith();
