import { types } from 'node:util';
import { createContext, Script } from 'node:vm';

// The timeout of a script interrupts any code that runs inside it.
const sandbox = createContext({ task: () => {} });
const runTask = new Script('task()');

/**
 * Runs a task, and interrupts it after so many milliseconds of processor time: a last resort behind limits that count.
 *
 * The timeout of a script is real time. A busy machine may give a task less processor time than that: then the task, which must be
 * repeatable, runs again with twice the time. Errors of the task pass through; `isOutOfTime` recognizes that of an interrupted one.
 */
export function withinTime<T>(cpuMs: number, task: () => T): T {
  for (let timeout = cpuMs; ; timeout *= 2) {
    sandbox.task = task;
    const before = process.cpuUsage();
    try {
      return runTask.runInContext(sandbox, { timeout }) as T;
    } catch (error) {
      const { user, system } = process.cpuUsage(before);
      if (!isOutOfTime(error) || user + system > 900 * cpuMs) throw error;
    }
  }
}

/** Recognizes the error of an interrupted task; not by `instanceof`, because it belongs to the sandbox. */
export function isOutOfTime(error: unknown): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
