import { chooseProfile, resolveTarget } from '../target/target.ts';
import { prepare, putBack } from './prepare.ts';
import { currentRun, endWithParent, runOptions } from './run.ts';

/**
 * Runs once before all cases, in Playwright's main process. The command line of the suite has begun a run already; under
 * Playwright alone this begins one. What it returns runs after all cases and before the report is written, also after Ctrl-C.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  endWithParent();
  // To listen for that is no reason to go on when all is done.
  process.channel?.unref();
  const run = currentRun();
  if (run) return () => putBack(resolveTarget(chooseProfile(run.profile).profile, run.facts), run);
  const prepared = await prepare(runOptions());
  return async () => {
    await putBack(prepared.target, prepared.run);
    await prepared.end();
  };
}
