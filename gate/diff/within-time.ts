import { types } from 'node:util';
import { createContext, Script } from 'node:vm';

// The timeout of a script interrupts any code that runs inside it, regular expressions included.
const sandbox = createContext({ task: () => {} });
const runTask = new Script('task()');

/**
 * Runs a task, and interrupts it after so many milliseconds of processor time. It is the last resort behind limits that count.
 *
 * The timer of a script counts the time of day, so a task that a busy machine did not let work is run again, with twice the time: it must
 * be repeatable. Errors of the task pass through; `isOutOfTime` recognizes the error of an interrupted one.
 */
export function withinTime<T>(cpuMs: number, task: () => T): T {
  const outer = sandbox.task;
  try {
    for (let timeout = cpuMs; ; timeout *= 2) {
      // An interrupted task may have left a nested one here.
      sandbox.task = task;
      const before = process.cpuUsage();
      try {
        return runTask.runInContext(sandbox, { timeout }) as T;
      } catch (error) {
        const { user, system } = process.cpuUsage(before);
        if (!isOutOfTime(error) || user + system > 900 * cpuMs) throw error;
      }
    }
  } finally {
    sandbox.task = outer;
  }
}

/** Whether an error is that of an interrupted task. */
export function isOutOfTime(error: unknown): boolean {
  // Not `instanceof`: the error belongs to the sandbox.
  return types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
