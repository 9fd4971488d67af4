import { types } from 'node:util';
import { createContext, Script } from 'node:vm';

// The timeout of a script ends whatever runs inside it, wherever that is.
const sandbox = createContext({ task: () => {} });
const runTask = new Script('task()');

/** How often a task is begun again that a busy machine did not let work, each time with twice the time. */
const AGAIN = 4;

/**
 * Runs a task that may work for `ms` milliseconds, and that may be begun again. What it throws passes, and `isOutOfTime` knows the error of
 * one that took longer. Comes back within that time, unless the machine is busy with something else: within thirty times that.
 */
export function withinTime<T>(ms: number, task: () => T): T {
  const outer = sandbox.task;
  try {
    for (let again = 0; ; again++) {
      // Each time: what ran inside a task that was ended has put nothing back.
      sandbox.task = task;
      const before = process.cpuUsage();
      try {
        return runTask.runInContext(sandbox, { timeout: ms * 2 ** again }) as T;
      } catch (error) {
        const { user, system } = process.cpuUsage(before);
        const hadItsTime = user + system > 800 * ms;
        if (!isOutOfTime(error) || hadItsTime || again === AGAIN) throw error;
      }
    }
  } finally {
    sandbox.task = outer;
  }
}

/** Whether an error is that of a task that took too long. */
export function isOutOfTime(error: unknown): boolean {
  // Not `instanceof`: the error belongs to the sandbox.
  return types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
