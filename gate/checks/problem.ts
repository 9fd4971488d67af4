import { complain, say } from '../../spec/print.ts';

/** One thing that is wrong: in which file, with what (a rule id, an operation, a pointer), and what it is. */
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
