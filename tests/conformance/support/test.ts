import { test as base } from '../../mock/support/whole.ts';
import { type Deploy, deploy } from './deploy.ts';

export { expect } from '@playwright/test';

/** Tests that run the suite against deployments. */
export const test = base.extend<{ deploy: Deploy }>({ deploy });
