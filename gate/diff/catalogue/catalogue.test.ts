import { expect, test } from 'vitest';
import { catalogue } from '../index.ts';

test('an id stands for one rule', () => {
  const ids = catalogue.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('ids are permanent, and each is found by searching for it: its direction is put before its name', async () => {
  const lines = catalogue.map(({ id, level, version }) => `${id} ${level} ${version}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('golden/rules.txt');
});

test('every rule says what it means for clients, in a sentence', () => {
  for (const { id, sentence } of catalogue) {
    expect(sentence({ subject: 'the body', from: 'this', to: 'that' }), id).toMatch(/^(Clients|Generated code) .+\.$/);
  }
});
