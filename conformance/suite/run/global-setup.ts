import { readFileSync } from 'node:fs';
import { prepare } from './prepare.ts';
import { type RunOptions, shareRun } from './run.ts';

/**
 * Begins a run of Playwright's own command line, by the options in the file that `CONFORMANCE_RUN` names. The returned function runs after
 * all cases, also after Ctrl-C.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const file = process.env.CONFORMANCE_RUN;
  const options = file ? (JSON.parse(readFileSync(file, 'utf8')) as RunOptions) : {};
  const { run, putBack, end } = await prepare(options);
  shareRun(run, options.profile);
  return async () => {
    await putBack();
    await end();
  };
}
