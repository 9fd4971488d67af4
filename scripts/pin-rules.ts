import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkRegister, findVanished, lockFile, pinRules, readLock, readRules } from '../gate/steps/rules.ts';
import { loadDocument } from '../spec/document.ts';
import { reportProblems, runScript } from '../spec/print.ts';

await runScript((args) => {
  parseArgs({ args });
  const rules = readRules();
  const before = readLock();
  const problems = [...checkRegister(rules, loadDocument()), ...findVanished(rules, before)];
  if (problems.length > 0) return reportProblems(problems, '');
  const lock = pinRules(rules);
  const changed = Object.keys(lock).filter((id) => lock[id] !== before[id]);
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
  return reportProblems([], `${rules.length} rules pinned, ${changed.length} of them new or changed`);
});
