import { randomUUID } from 'node:crypto';
import { test as base } from '@playwright/test';
import { Api } from './api.ts';
import { type RunningMock, serve } from './serve.ts';

export { expect } from '@playwright/test';

/** Tests against one mock for each worker; every test has a partition of its own, so none sees another's traces. */
export const test = base.extend<{ api: Api }, { mock: RunningMock }>({
  mock: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const mock = await serve();
      // Its first answer takes long.
      await fetch(`http://127.0.0.1:${mock.port}/v2/dir/document_types`);
      await use(mock);
      await mock.close();
    },
    { scope: 'worker' },
  ],
  api: async ({ mock }, use) => {
    await use(new Api(mock.port, `t-${randomUUID()}`));
  },
});
