import { expect, test } from '@playwright/test';
import { catalogue } from '../index.ts';

test('an id stands for one rule', () => {
  const ids = catalogue.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('every rule says what it means for clients, in a sentence', () => {
  for (const { id, sentence } of catalogue) {
    expect(sentence({ subject: 'the body', from: 'this', to: 'that' }), id).toMatch(/^(Clients|Generated code) .+\.$/);
  }
});
