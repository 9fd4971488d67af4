import { expect, test } from 'vitest';
import { matchAccepted } from './match.ts';
import { pruned } from './prune.ts';
import { readAccepted } from './read.ts';

const entry = (pointer: string, reason = 'nobody uses it') =>
  `  - rule: property-removed\n    pointer: ${pointer}\n    reason: ${reason}\n    owner: ann\n`;
const file = (...entries: string[]) => `# Wanted changes.\nchanges:\n${entries.join('')}`;
const change = (name: string) => ({ rule: 'property-removed', name });
const match = (names: string[], today: string, before?: string) =>
  matchAccepted(names.map(change), { today, before, knowsBefore: true }, () => true);

test('an entry acknowledges the change of its rule and pointer', () => {
  const { accepted, landed, unmatched } = match(['/a', '/b'], file(entry('/a')));
  expect([...accepted].map(([{ name }, { owner }]) => [name, owner])).toEqual([['/a', 'ann']]);
  expect([[...landed], unmatched]).toEqual([[], []]);
});

test('an entry acknowledges no change of another rule at its pointer, and none around or below that', () => {
  const texts = { today: file(entry('/a')), before: undefined, knowsBefore: true };
  const others = [{ rule: 'type-changed', name: '/a' }, change('/a/b'), change('')];
  const { accepted, unmatched } = matchAccepted(others, texts, () => true);
  expect([[...accepted], unmatched.map(({ pointer }) => pointer)]).toEqual([[], ['/a']]);
});

test('an entry about changes of another kind acknowledges nothing, and is not missed', () => {
  const texts = { today: file(entry('/a')), before: undefined, knowsBefore: true };
  expect(matchAccepted([change('/a')], texts, () => false)).toEqual({
    accepted: new Map(),
    landed: new Map(),
    unmatched: [],
  });
});

test('without a file nothing is acknowledged', () => {
  const texts = { today: undefined, before: file(entry('/a')), knowsBefore: true };
  expect(matchAccepted([change('/a')], texts, () => true)).toEqual({
    accepted: new Map(),
    landed: new Map(),
    unmatched: [],
  });
});

test('a new entry that matches nothing is found, one that landed is not', () => {
  const landed = file(entry('/old'));
  const { unmatched } = match([], file(entry('/old'), entry('/new')), landed);
  expect(unmatched.map(({ pointer, place }) => [pointer, place.line])).toEqual([['/new', 7]]);
});

test('an entry that landed does not acknowledge the next change of the same place, until it is renewed', () => {
  const landed = file(entry('/a'));
  expect(match(['/a'], landed, landed).accepted.size).toBe(0);
  expect([...match(['/a', '/b'], landed, landed).landed.keys()]).toEqual([change('/a')]);
  for (const renewed of [file(entry('/a', 'gone for good')), file(entry('/a'), entry('/a', 'gone for good'))]) {
    const { accepted, landed: earlier } = match(['/a'], renewed, landed);
    expect([...accepted.values(), ...earlier.values()].map(({ reason }) => reason)).toEqual(['gone for good']);
  }
});

test('of a base that is a file nothing is known, so every entry may apply and none has to', () => {
  const texts = { today: file(entry('/a'), entry('/b')), before: undefined, knowsBefore: false };
  const { accepted, unmatched } = matchAccepted([change('/a')], texts, () => true);
  expect([accepted.size, unmatched]).toEqual([1, []]);
});

test('a broken file at the base has no entries, as nobody can mend it', () => {
  expect(match(['/a'], file(entry('/a')), 'changes: 7').accepted.size).toBe(1);
});

for (const [text, message] of [
  ['{}', 'accepted.yaml:1:1: has no list `changes`'],
  ['', 'accepted.yaml:1:1: has no list `changes`'],
  ['changes: [1]', 'accepted.yaml:1:11: an entry has rule, pointer, reason, owner'],
  ['changes: [null]', 'accepted.yaml:1:11: an entry has rule, pointer, reason, owner'],
  [file(entry('/a', "' '")), 'accepted.yaml:3:5: the entry has no reason'],
  [file(entry('/a'), entry('/b', '7')), 'accepted.yaml:7:5: the entry has no reason'],
  ['changes:\n  - rule: x\n    pointer: /a\n    owner: ann\n', 'accepted.yaml:2:5: the entry has no reason'],
  [`${file(entry('/a'))}    until: never\n`, 'accepted.yaml:7:5: an entry has no until'],
  ['changes: [a, {]', 'accepted.yaml:1:15: '],
] as const) {
  test(`the file is refused: ${message}`, () => {
    expect(() => readAccepted(text, 'accepted.yaml')).toThrow(message);
  });
}

test('pruning removes entries and leaves the others as they are', () => {
  const stays = entry('/b', `long is the reason ${'why '.repeat(40)}it stays`);
  const text = file(entry('/a'), '  # the one that stays\n', stays, entry('/c'));
  const [a, , c] = readAccepted(text, 'accepted.yaml');
  if (!a || !c) throw new Error('the entries were not read');
  expect(pruned(text, [a, c])).toBe(file('  # the one that stays\n', stays));
});
