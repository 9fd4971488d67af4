import type { Browser, Page } from '@playwright/test';
import { test as base } from '../../mock/support/whole.ts';
import { startChromium } from './chromium.ts';

export { expect } from '@playwright/test';

/** The pages of the console. */
export const tabs = ['Requests', 'Outbox', 'State', 'Scenarios'] as const;

/** The console, on the partition of the test. */
export interface Console {
  page: Page;
  /** Opens a tab, and an item in it. */
  open(tab: (typeof tabs)[number], id?: string): Promise<void>;
  /** Errors of the browser: broken scripts and violations of the page's policy. */
  complaints: string[];
}

/** Console tests in a real Chromium, against the worker's mock, in a partition each. */
export const test = base.extend<{ console: Console }, { browser: Browser }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const browser = await startChromium();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  console: async ({ page, api }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    const open = async (tab: string, id?: string) => {
      const place = [api.partition, tab, ...(id === undefined ? [] : [id])].join('/');
      await page.goto(`http://127.0.0.1:${api.port}/console#/${place}`);
    };
    await use({ page, open, complaints });
  },
});
