import { test as base } from 'vitest';
import { createMock, type Mock, type MockOptions } from '../create-mock.ts';
import { createCopy, type MockCopy } from './partition.ts';

/** Makes a `test` of Vitest with one mock of these options for each file, and as `mock` a copy of its state for each test. */
export const testWith = (options?: MockOptions) =>
  base.extend<{ sharedMock: Mock; mock: MockCopy }>({
    sharedMock: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the wanted fixtures from the pattern
      async ({}, use) => {
        await using mock = await createMock(options);
        await use(mock);
      },
      { scope: 'file' },
    ],
    mock: ({ sharedMock }, use) => use(createCopy(sharedMock)),
  });

/** The same with the defaults of `createMock`. */
export const test = testWith();
