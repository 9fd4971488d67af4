import { chooseProfile, resolveTarget } from '../target/target.ts';
import { prepare, putBack } from './prepare.ts';
import { currentRun, endWithParent, runOptions } from './run.ts';

/**
 * Runs once before all cases, in Playwright's main process, and begins a run unless the suite's command line has. The returned function
 * runs after all cases and before the report is written, also after Ctrl-C.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  endWithParent();
  // The channel alone does not keep the process alive.
  process.channel?.unref();
  const run = currentRun();
  if (run) return () => putBack(resolveTarget(chooseProfile(run.profile).profile, run.facts), run);
  const prepared = await prepare(runOptions());
  return async () => {
    await putBack(prepared.target, prepared.run);
    await prepared.end();
  };
}
