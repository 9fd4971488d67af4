import { expect, test } from 'vitest';
import { catalogue } from '../index.ts';

test('an id stands for one rule', () => {
  const ids = catalogue.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('ids are permanent, and each is found by searching for it: its direction is put before its name', async () => {
  const told = ({ sentence }: (typeof catalogue)[number], to: string) =>
    sentence({ subject: 'SUBJECT', from: 'FROM', to });
  const lines = catalogue.map((rule) => {
    // What is said where nothing took the place, if that is more than another word.
    const bare = ['none', 'nothing'].filter((to) => told(rule, to) !== told(rule, 'TO').replaceAll('TO', to));
    const { id, level, version, direction } = rule;
    return [`${id} ${level} ${version} ${direction}`, told(rule, 'TO'), ...bare.map((to) => told(rule, to))].join(
      '\n  ',
    );
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('golden/rules.txt');
});

test('every rule says what it means for clients, in a sentence', () => {
  for (const { id, sentence } of catalogue) {
    expect(sentence({ subject: 'the body', from: 'this', to: 'that' }), id).toMatch(/^(Clients|Generated code) .+\.$/);
  }
});
