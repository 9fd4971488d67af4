import { complain, say } from '../spec/print.ts';

/**
 * Runs the main function of a script and ends the process with its exit code. An error becomes one line on stderr and exit code 2.
 */
export async function runScript(main: (args: string[]) => number | Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    complain(message);
    process.exitCode = 2;
  }
}

/** A fault of a file, with its place there: a rule id, an operation, or a pointer. */
export interface Problem {
  file: string;
  about: string;
  message: string;
}

/** Prints one line for each problem, or the summary when there is none. Returns the exit code. */
export function report(problems: readonly Problem[], summary: string): number {
  for (const { file, about, message } of problems) complain(`${file}: ${about}: ${message}`);
  if (problems.length > 0) return 1;
  say(summary);
  return 0;
}
