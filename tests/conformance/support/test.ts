import { test as base } from '../../mock/support/test.ts';
import { type Deployment, type Intercept, startDeployment } from './deployment.ts';

export { expect } from '@playwright/test';

interface Given {
  /** Starts a deployment, which ends with the test. */
  deploy(intercept?: Intercept): Promise<Deployment>;
}

/** Tests that run the suite against deployments; the mock of their worker stands behind them. */
export const test = base.extend<Given>({
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
