import type { RunningMock } from '../../mock/support/serve.ts';
import { type Deployment, type Intercept, startDeployment } from './deployment.ts';

/** Starts a deployment, which ends with the test. */
export type Deploy = (intercept?: Intercept) => Promise<Deployment>;

/** Deployments of a test, with the mock of its worker behind them. Both runners take it. */
export async function deploy({ mock }: { mock: RunningMock }, use: (deploy: Deploy) => Promise<void>): Promise<void> {
  const started: Deployment[] = [];
  await use(async (intercept) => {
    const deployment = await startDeployment(mock.port, intercept);
    started.push(deployment);
    return deployment;
  });
  await Promise.all(started.map((server) => server.close()));
}
