import { loadCases } from '../../../conformance/cases.ts';
import { loadDocument } from '../../../spec/document.ts';
import type { Problem } from '../problem.ts';
import { checkAnnotations, checkCoverage, checkOwners, checkRegister } from './check.ts';
import { checkLock, readLock } from './lock.ts';
import { readRules } from './read.ts';

/** Holds register, contract, cases and pins against each other; gives what is wrong, and a sentence for when nothing is. */
export async function checkRules(): Promise<{ problems: Problem[]; summary: string }> {
  const rules = readRules();
  const document = loadDocument();
  const cases = await loadCases();
  const covered = new Set<string>(cases.flatMap((one) => one.rules.map(({ id }) => id)));
  const problems = [
    ...checkRegister(rules, document),
    ...checkAnnotations(rules, document),
    ...checkOwners(document),
    ...checkCoverage(rules, covered),
    ...checkLock(rules, readLock()),
  ];
  const counts = `${rules.length} rules, ${document.operations.length} operations, ${cases.length} cases`;
  return { problems, summary: `${counts}: register, contract and suite agree` };
}
