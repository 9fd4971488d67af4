import { prepare, putBack } from './prepare.ts';
import { currentRun } from './run.ts';

/**
 * Runs once before all cases, in Playwright's main process: looks at the target, unless the command line of the suite has
 * done so already. What it returns runs after all cases, also after Ctrl-C.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const prepared = currentRun() ? undefined : await prepare();
  for (const line of prepared?.lines ?? []) console.log(line);
  return async () => {
    const problem = await putBack();
    if (problem) console.error(`Notification: ${problem}`);
    await prepared?.end();
  };
}
