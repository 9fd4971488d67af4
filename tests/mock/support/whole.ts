import { test as base } from '@playwright/test';
import type { Api } from './api.ts';
import { api, mock } from './fixtures.ts';
import type { RunningMock } from './serve.ts';

export { expect } from '@playwright/test';

/** The same for tests that start commands or a browser. */
export const test = base.extend<{ api: Api }, { mock: RunningMock }>({ mock: [mock, { scope: 'worker' }], api });
