import { writeFileSync } from 'node:fs';
import { readFlags, runScript } from './lib/cli.ts';
import { report } from './lib/problem.ts';
import { lockFile, lockOf, readLock, vanished } from './rules/lock.ts';
import { readRules } from './rules/read.ts';

await runScript((args) => {
  readFlags(args, []);
  const rules = readRules();
  const before = readLock();
  const gone = vanished(rules, before);
  if (gone.length > 0) return report(gone, '');
  const lock = lockOf(rules);
  const changed = Object.keys(lock).filter((id) => lock[id] !== before[id]);
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
  return report([], `${rules.length} rules pinned, ${changed.length} of them new or changed`);
});
