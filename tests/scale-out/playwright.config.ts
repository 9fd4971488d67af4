import { defineConfig } from '@playwright/test';

/** Needs nginx, so it is no part of `npm test`. One worker: all tests speak of the same mocks. */
export default defineConfig({ testMatch: '*.spec.ts', workers: 1, timeout: 600_000, reporter: 'list' });
