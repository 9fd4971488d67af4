import { complain, say } from '../spec/print.ts';

/**
 * Runs the main function of a script and ends the process with the code that it gives.
 * Whatever it throws becomes one line on stderr and exit code 2.
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

/** A fault: its file, its place (a rule id, an operation, a pointer), and a message. */
export interface Problem {
  file: string;
  about: string;
  message: string;
}

/** Prints one line for each problem, or the summary when there is none. Gives the exit code. */
export function report(problems: readonly Problem[], summary: string): number {
  for (const { file, about, message } of problems) complain(`${file}: ${about}: ${message}`);
  if (problems.length > 0) return 1;
  say(summary);
  return 0;
}
