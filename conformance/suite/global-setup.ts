import { prepare } from './prepare.ts';
import { adoptRun, currentRun, type Run } from './run.ts';

/**
 * Runs once before all cases, in Playwright's main process. Under the command line of the suite it waits for the run that
 * this has prepared meanwhile; under Playwright alone it prepares one, and what it returns runs after all cases, also after
 * Ctrl-C.
 */
export default async function globalSetup(): Promise<undefined | (() => Promise<void>)> {
  if (currentRun()) return undefined;
  if (process.env.CONFORMANCE_CLI === '1') {
    // While the mock starts, what the rules files need is loaded: Playwright asks for it only after this.
    const [run] = await Promise.all([handedOver(), import('./rule.ts'), import('./derive/cases.ts')]);
    adoptRun(run);
    return undefined;
  }
  const prepared = await prepare(console.log);
  return async () => {
    const line = await prepared.putBack();
    if (line) console.log(line);
    await prepared.end();
  };
}

function handedOver(): Promise<Run> {
  return new Promise((resolve, reject) => {
    process.once('disconnect', () => reject(new Error('the command line of the suite is gone')));
    process.once('message', (run: Run) => {
      process.removeAllListeners('disconnect');
      // Not at once: where the message was there before its listener, Node still works on the channel after this.
      setImmediate(() => process.disconnect());
      resolve(run);
    });
  });
}
