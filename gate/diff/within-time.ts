import { types } from 'node:util';
import { createContext, Script } from 'node:vm';

// The timeout of a script ends whatever runs inside it, wherever that is: a regular expression, too.
const sandbox = createContext({ task: () => {} });
const runTask = new Script('task()');

/** Runs a task that may take `ms` milliseconds. What it throws passes, and `isOutOfTime` knows the error of one that took longer. */
export function withinTime<T>(ms: number, task: () => T): T {
  const outer = sandbox.task;
  sandbox.task = task;
  try {
    return runTask.runInContext(sandbox, { timeout: ms }) as T;
  } finally {
    sandbox.task = outer;
  }
}

/** Whether an error is that of a task that took too long. */
export function isOutOfTime(error: unknown): boolean {
  // Not `instanceof`: the error belongs to the sandbox.
  return types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
