import { expect, test } from '@playwright/test';
import { diffDocuments } from '../diff/index.ts';
import { tables } from './index.ts';

test('each table is of another document', () => {
  const titles = Object.values(tables).map(({ base }) => (base.info as { title: string }).title);
  expect(titles).toEqual([...new Set(titles)]);
});

for (const [name, { base, areas }] of Object.entries(tables)) {
  test(`${name}: a document does not differ from itself`, () => {
    const { version } = base.info as { version: string };
    const nothing = { verdict: 'safe', changes: [], requiredVersion: version };
    expect(diffDocuments(base, structuredClone(base))).toEqual(nothing);
  });

  for (const [area, changes] of Object.entries(areas)) {
    test(`${name}: changes of ${area} weigh what they should`, () => {
      for (const { name: change, expected, revision } of changes) {
        const { verdict, changes: found } = diffDocuments(base, revision());
        expect.soft(verdict, `${change}: ${JSON.stringify(found)}`).toBe(expected);
        if (area === 'spelling') expect.soft(found, change).toEqual([]);
      }
    });
  }
}
