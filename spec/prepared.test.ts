import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { preparedJson, preparedLine } from './prepared.ts';

test('of a file is noted what it says, by its name and its text, wherever it lies; in a checkout nothing was noted', () => {
  const hash = createHash('sha256').update('a.yaml\na: Grüße\n').digest('hex');
  const says = { a: 'Grüße' };
  expect(preparedLine('/built/a.yaml', 'a: Grüße\n', says)).toBe(`${hash} {"a":"Grüße"}\n`);
  expect(preparedJson('/built/a.yaml', 'a: Grüße\n')).toBeUndefined();
});
