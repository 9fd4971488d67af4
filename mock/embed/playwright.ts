import { test as base } from '@playwright/test';
import { createMock, type Mock, type MockOptions } from '../create-mock.ts';
import { createCopy, type MockCopy } from './partition.ts';

/** Makes a Playwright `test` with the fixture `mock`: a server per worker, a copy of its state per test. */
export const testWith = (options?: MockOptions) =>
  base.extend<{ mock: MockCopy }, { sharedMock: Mock }>({
    sharedMock: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from the pattern
      async ({}, use) => {
        await using mock = await createMock(options);
        await use(mock);
      },
      // The first test does not pay for the start.
      { scope: 'worker', timeout: 600_000 },
    ],
    mock: ({ sharedMock }, use) => use(createCopy(sharedMock)),
  });

/** The same with the defaults of `createMock`. */
export const test = testWith();
