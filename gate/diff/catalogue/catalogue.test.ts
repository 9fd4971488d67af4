import { expect, test } from 'vitest';
import { catalogue } from '../index.ts';

test('an id stands for one rule', () => {
  const ids = catalogue.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('each permanent id has the level, version step and direction that are recorded', async () => {
  const lines = catalogue.map(({ id, level, version, direction }) => `${id} ${level} ${version} ${direction}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('golden/rules.txt');
});
