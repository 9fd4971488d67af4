import { expect, test } from 'vitest';
import { diffDocuments } from '../../diff/index.ts';
import type { TableChange } from './change.ts';
import { areas, base } from './index.ts';

const judged = new Map<TableChange, ReturnType<typeof diffDocuments>>();

function judge(change: TableChange) {
  const result = judged.get(change) ?? diffDocuments(base, change.revision());
  judged.set(change, result);
  return result;
}

for (const [area, changes] of Object.entries(areas)) {
  for (const change of changes) {
    test(`${area}: ${change.name} is ${change.expected}`, () => expect(judge(change).verdict).toBe(change.expected));
  }

  test(`changes of ${area} have the rules, levels and versions that are recorded`, async () => {
    const lines = changes.map((change) => {
      const { changes: found, requiredVersion } = judge(change);
      const rules = new Set(found.map(({ level, rule }) => `${level} ${rule}`));
      return `${change.name}: ${[requiredVersion, ...rules].join(', ')}\n`;
    });
    await expect(lines.join('')).toMatchFileSnapshot(`golden/${area}.txt`);
  });
}
