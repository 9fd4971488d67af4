import { InputError } from './diff/index.ts';

/**
 * Runs the main function of a script and ends the process with the code that it gives.
 * Whatever it throws becomes one line on stderr and exit code 2.
 */
export async function runScript(main: (args: string[]) => number | Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(message.replaceAll(/\s*\n\s*/g, ' '));
    process.exitCode = 2;
  }
}

/** Takes the given flags out of the arguments. Throws an InputError when there is anything else. */
export function readFlags<Flag extends string>(args: string[], known: readonly Flag[]): Set<Flag> {
  const unknown = args.find((arg) => !known.includes(arg as Flag));
  if (unknown !== undefined) {
    const usage = known.length > 0 ? `it takes ${known.join(', ')}` : 'it takes none';
    throw new InputError(`unknown argument ${unknown}; ${usage}`);
  }
  return new Set(args as Flag[]);
}
