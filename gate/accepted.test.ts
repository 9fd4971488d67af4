import { expect, test } from 'vitest';
import { matchAccepted, pruned, readAccepted, readAcknowledgements } from './accepted.ts';

const entry = (pointer: string, reason = 'nobody uses it') =>
  `  - rule: property-removed\n    pointer: ${pointer}\n    reason: ${reason}\n    owner: ann\n`;
const file = (...entries: string[]) => `# Wanted changes.\nchanges:\n${entries.join('')}`;
const change = (name: string, rule = 'property-removed') => ({ rule, name });

/** The reasons that acknowledge changes, those that have to be renewed, and the entries that match nothing. */
function match(changes: ReturnType<typeof change>[], today?: string, before?: string, knowsBefore = true) {
  const found = matchAccepted(changes, readAcknowledgements(today, before, knowsBefore));
  return {
    accepted: changes.map((change) => found.acceptedBy(change)?.reason),
    landed: changes.map((change) => found.landedFor(change)?.reason),
    unmatched: found.unmatched.map(({ pointer, place }) => `${pointer} ${place.line}`),
  };
}

test('an entry acknowledges the change of its rule and pointer, and no other change', () => {
  const changes = [change('/a'), change('/b'), change('/a', 'type-changed'), change('/a/b'), change('')];
  const { accepted, unmatched } = match(changes, file(entry('/a')));
  expect([accepted, unmatched]).toEqual([['nobody uses it', undefined, undefined, undefined, undefined], []]);
  expect(match([], undefined).unmatched).toEqual([]);
});

test('a new entry that matches nothing is found, one that landed is not', () => {
  expect(match([], file(entry('/old'), entry('/new')), file(entry('/old'))).unmatched).toEqual(['/new 7']);
  expect(match([], file(entry('/new')), undefined, false).unmatched).toEqual([]);
});

test('an entry that landed does not acknowledge the next change of the same place, until it is renewed', () => {
  const landed = file(entry('/a'));
  expect(match([change('/a'), change('/b')], landed, landed)).toMatchObject({
    accepted: [undefined, undefined],
    landed: ['nobody uses it', undefined],
  });
  for (const renewed of [file(entry('/a', 'gone for good')), file(entry('/a'), entry('/a', 'gone for good'))])
    expect(match([change('/a')], renewed, landed)).toMatchObject({ accepted: ['gone for good'], landed: [undefined] });
});

test('a broken file at the base has no entries', () => {
  expect(match([change('/a')], file(entry('/a')), 'changes: 7').accepted).toEqual(['nobody uses it']);
});

for (const [text, message] of [
  ['{}', 'accepted.yaml:1:1: has no list `changes`'],
  ['', 'accepted.yaml:1:1: has no list `changes`'],
  ['changes: [null]', 'accepted.yaml:1:11: an entry has rule, pointer, reason, owner'],
  [file(entry('/a'), entry('/b', '7')), 'accepted.yaml:7:5: the entry has no reason'],
  [file(entry('/a', "' '")), 'accepted.yaml:3:5: the entry has no reason'],
  ['changes:\n  - rule: x\n    pointer: /a\n    owner: ann\n', 'accepted.yaml:2:5: the entry has no reason'],
  [`${file(entry('/a'))}    until: never\n`, 'accepted.yaml:7:5: an entry has no until'],
  ['changes: [a, {]', 'accepted.yaml:1:15: '],
] as const) {
  test(`a file is refused: ${message}`, () => {
    expect(() => readAccepted(text, 'accepted.yaml')).toThrow(message);
  });
}

test('pruning removes entries and leaves the rest of the file as it is', () => {
  const stays = entry('/b', `long is the reason ${'why '.repeat(40)}it stays`);
  const text = file(entry('/a'), '  # the one that stays\n', stays, entry('/c'));
  const spent = readAccepted(text, 'accepted.yaml').filter(({ pointer }) => pointer !== '/b');
  expect(pruned(text, spent)).toBe(file('  # the one that stays\n', stays));
});
