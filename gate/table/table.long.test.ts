import { expect, test } from 'vitest';
import { type Change, diffDocuments } from '../diff/index.ts';
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
    test(`${name}: changes of ${area} weigh what they should, and are told as they were`, async () => {
      const told = changes.map(({ name: change, expected, revision }) => {
        const { verdict, changes: found, requiredVersion } = diffDocuments(base, revision());
        expect.soft(verdict, `${change}: ${JSON.stringify(found)}`).toBe(expected);
        if (area === 'spelling') expect.soft(found, change).toEqual([]);
        return [`${change} (${requiredVersion})`, ...found.map(textOf), ''].join('\n');
      });
      await expect(told.join('\n')).toMatchFileSnapshot(`golden/${name}-${area}.txt`);
    });
  }
}

/** All that is told of a change: how it weighs, for whom, where, why, and what shows it. */
function textOf({ message, example, ...change }: Change): string {
  const { level, rule, operation, operations = [operation], direction, pointer, basePointer } = change;
  const places = basePointer === pointer ? pointer : `${basePointer ?? 'new'} -> ${pointer}`;
  const shown = example && `\n      ${JSON.stringify(example)}`;
  return `  ${level} ${rule} (${direction} of ${operations.join(', ')}) at ${places}\n      ${message}${shown ?? ''}`;
}
