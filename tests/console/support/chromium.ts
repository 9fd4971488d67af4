import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import packaged from '@sparticuz/chromium';

/** Where systems keep a Chromium. */
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Starts a real Chromium: Playwright's own, the system's, or the one that a development dependency carries. Throws when none starts. */
export async function startChromium(): Promise<Browser> {
  if (existsSync(chromium.executablePath())) return chromium.launch();
  const executablePath = installed.find((path) => existsSync(path));
  if (executablePath) return chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return chromium.launch({ executablePath: await packaged.executablePath(), args: packaged.args });
}
