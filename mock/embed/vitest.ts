import { test as base } from 'vitest';
import { createMock, type Mock } from '../create-mock.ts';
import { type OwnCopy, ownCopy } from './partition.ts';

/** Vitest's `test` with one mock a file, and as `mock` a copy of its state for each test. */
export const test = base.extend<{ sharedMock: Mock; mock: OwnCopy }>({
  sharedMock: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the wanted fixtures from the pattern
    async ({}, use) => {
      await using mock = await createMock();
      await use(mock);
    },
    { scope: 'file' },
  ],
  mock: ({ sharedMock }, use) => use(ownCopy(sharedMock)),
});
