import { loadCases } from '../conformance/cases.ts';
import { loadDocument } from '../spec/document.ts';
import { readFlags, runScript } from './lib/cli.ts';
import { report } from './lib/problem.ts';
import { checkAnnotations, checkCoverage, checkOperations, checkOwners, checkRegister } from './rules/check.ts';
import { checkLock, readLock } from './rules/lock.ts';
import { readRules } from './rules/read.ts';

await runScript(async (args) => {
  readFlags(args, []);
  const rules = readRules();
  const document = loadDocument();
  const cases = await loadCases();
  const covered = new Set<string>(cases.flatMap((one) => one.rules.map(({ id }) => id)));
  const problems = [
    ...checkRegister(rules, document),
    ...checkOperations(rules, document),
    ...checkAnnotations(rules, document),
    ...checkOwners(document),
    ...checkCoverage(rules, covered),
    ...checkLock(rules, readLock()),
  ];
  return report(
    problems,
    `${rules.length} rules, ${document.operations.length} operations, ${cases.length} cases: register, contract and suite agree`,
  );
});
