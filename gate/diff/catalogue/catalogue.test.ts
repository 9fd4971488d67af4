import { expect, test } from '@playwright/test';
import { catalogue } from '../index.ts';

test('an id stands for one rule', () => {
  const ids = catalogue.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('ids are permanent, and each is found by searching for it: its direction is put before its name', () => {
  const lines = catalogue.map(({ id, level, version }) => `${id} ${level} ${version}\n`);
  expect(lines.join('')).toMatchSnapshot('rules.txt');
});

test('every rule says what it means for clients, in a sentence', () => {
  for (const { id, sentence } of catalogue) {
    expect(sentence({ subject: 'the body', from: 'this', to: 'that' }), id).toMatch(/^(Clients|Generated code) .+\.$/);
  }
});
