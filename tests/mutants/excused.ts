import { parseYaml, readText } from '../../spec/document.ts';
import type { Mutant } from './operators.ts';

/** A mutant that needs no test, and why: it changes nothing that anybody could see, or nothing that is promised. */
interface Excuse {
  file: string;
  /** The line of code as it is. */
  code: string;
  change: string;
  because: string;
}

/** Tells whether a mutant is listed in a file of excuses, wherever its line stands today. */
export function readExcuses(file: string): (mutant: Mutant) => boolean {
  const excuses = (parseYaml(readText(file), file) ?? []) as Excuse[];
  return (mutant) =>
    excuses.some(({ file, code, change }) => file === mutant.file && code === mutant.code && change === mutant.change);
}
