import { test as base } from '@playwright/test';
import { type RunningMock, serve } from '../../mock/support/serve.ts';
import { type Deployment, type Intercept, startDeployment } from './deployment.ts';

export { expect } from '@playwright/test';

interface Given {
  /** Starts a deployment, which ends with the test. */
  deploy(intercept?: Intercept): Promise<Deployment>;
}

/** Tests that run the suite against deployments; one mock for each worker stands behind them. */
export const test = base.extend<Given, { mock: RunningMock }>({
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
  deploy: async ({ mock }, use) => {
    const started: Deployment[] = [];
    await use(async (intercept) => {
      const deployment = await startDeployment(mock.port, intercept);
      started.push(deployment);
      return deployment;
    });
    await Promise.all(started.map((one) => one.close()));
  },
});
