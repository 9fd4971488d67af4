import { expect, test } from 'vitest';
import { diffDocuments, rules } from '../../diff/index.ts';
import { areas, base } from './index.ts';

for (const [area, changes] of Object.entries(areas)) {
  for (const { name, expected, revision } of changes) {
    test(`${area}: ${name} is ${expected}`, async () => {
      const { verdict, changes: found } = await diffDocuments(base, revision());
      expect(verdict).toBe(expected);
      for (const { rule, level } of found) expect(rules).toHaveProperty([rule, 'level'], level);
    });
  }
}
