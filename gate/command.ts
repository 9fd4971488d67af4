import { complain } from '../spec/print.ts';

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
