import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import packaged from '@sparticuz/chromium';

/** The usual paths of an installed Chromium. */
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Flags of a Chromium that runs as root, or where the system allows no sandbox. */
const args = ['--no-sandbox'];

/** Starts a real Chromium: Playwright's own, the system's, or a development dependency's. Throws when none starts. */
export async function startChromium(): Promise<Browser> {
  if (existsSync(chromium.executablePath())) return chromium.launch({ args });
  const executablePath = installed.find((path) => existsSync(path)) ?? (await packaged.executablePath());
  // The arguments that the package proposes would switch off the rules between origins, which the tests are about.
  for (;;) {
    try {
      return await chromium.launch({ executablePath, args });
    } catch (error) {
      // The first of several workers unpacks it for all: the system starts no file that is still written.
      if (!String(error).includes('ETXTBSY')) throw error;
    }
    await setTimeout(200);
  }
}
