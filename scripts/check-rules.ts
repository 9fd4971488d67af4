import { loadDocument } from '../spec/document.ts';
import { readFlags, runScript } from './lib/cli.ts';
import { report } from './lib/problem.ts';
import { checkAnnotations, checkOperations, checkOwners, checkRegister } from './rules/check.ts';
import { checkLock, readLock } from './rules/lock.ts';
import { readRules } from './rules/read.ts';

await runScript((args) => {
  readFlags(args, []);
  const rules = readRules();
  const document = loadDocument();
  const problems = [
    ...checkRegister(rules, document),
    ...checkOperations(rules, document),
    ...checkAnnotations(rules, document),
    ...checkOwners(document),
    ...checkLock(rules, readLock()),
  ];
  return report(
    problems,
    `${rules.length} rules, ${document.operations.length} operations: register and contract agree`,
  );
});
