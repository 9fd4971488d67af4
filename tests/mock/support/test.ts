import { test as base } from 'vitest';
import type { Api } from './api.ts';
import { api, mock } from './fixtures.ts';
import type { RunningMock } from './serve.ts';

export { expect } from 'vitest';

/** Tests against one mock for each worker. */
export const test = base.extend<{ mock: RunningMock; api: Api }>({ mock: [mock, { scope: 'worker' }], api });
