import { say } from '../../spec/print.ts';
import { diffDocuments } from '../diff/index.ts';
import { areas, base } from './index.ts';

/** Prints the verdict and the rules of every change in the table. Exits with 1 when a verdict is not the expected one. */
let [count, wrong] = [0, 0];
for (const [area, changes] of Object.entries(areas)) {
  say(`\n${area}`);
  for (const { name: change, expected, revision } of changes) {
    const { verdict, changes: found } = diffDocuments(base, revision());
    const rules = [...new Set(found.filter(({ level }) => level === verdict).map(({ rule }) => rule))];
    const remark = verdict === expected ? '' : `  EXPECTED ${expected}`;
    say(`  ${verdict.padEnd(8)} ${change}${rules.length > 0 ? `: ${rules.join(', ')}` : ''}${remark}`);
    count += 1;
    if (verdict !== expected) wrong += 1;
  }
}
say(`\n${count} changes, ${wrong} with another verdict than expected`);
process.exitCode = wrong > 0 ? 1 : 0;
