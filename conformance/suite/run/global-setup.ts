import { prepare } from './prepare.ts';
import { currentRun, runOptions } from './run.ts';

/**
 * Runs once before all cases, in Playwright's main process. The command line of the suite has begun a run already; under
 * Playwright alone this begins one, and what it returns runs after all cases, also after Ctrl-C.
 */
export default async function globalSetup(): Promise<undefined | (() => Promise<void>)> {
  if (currentRun()) return undefined;
  const prepared = await prepare(runOptions());
  return async () => {
    await prepared.putBack();
    await prepared.end();
  };
}
