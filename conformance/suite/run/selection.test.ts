import { expect, test } from 'vitest';
import { filtersOf, isNarrowed, isSelected, matches, rulesOf } from './selection.ts';

const globs: [glob: string, id: string, isMatch: boolean][] = [
  ['EMAIL-IDEM-*', 'EMAIL-IDEM-12', true],
  ['page-?', 'PAGE-1', true],
  ['PAGE-?', 'PAGE-12', false],
  ['PAGE-{1,12}', 'PAGE-12', true],
  ['PAGE-{1,12}', 'PAGE-11', false],
  ['PAGE-1', 'XPAGE-1', false],
  ['PAGE.1', 'PAGE-1', false],
  ['(PAGE|X)*', 'PAGE-1', false],
];
for (const [glob, id, isMatch] of globs) {
  test(`the glob ${glob} ${isMatch ? 'matches' : 'does not match'} ${id}`, () => {
    expect(matches(glob, id)).toBe(isMatch);
  });
}

test('a selection by operation includes rules of all operations', () => {
  const selection = { rules: [], operation: 'createEmail', quick: false };
  expect(isSelected({ id: 'AUTH-1', operation: 'all' }, selection)).toBe(true);
  expect(isSelected({ id: 'EMAIL-IDEM-23', operation: ['createEmailMessage', 'createEmail'] }, selection)).toBe(true);
  expect(isSelected({ id: 'SIM-1', operation: 'updateSimCardDataUsageNotification' }, selection)).toBe(false);
});

test('a selection by rules and an operation has the rules of both', () => {
  const selection = { rules: ['RSV-1', 'SIM-1'], operation: 'createNumberReservation', quick: false };
  expect(rulesOf(selection)).toEqual(['RSV-1']);
});

test("Playwright's filter takes the cases of a rule, and none that only mentions it", () => {
  const [grep = ''] = filtersOf({ rules: ['PAGE-4'], quick: false });
  const pattern = new RegExp(grep.replace('--grep=', ''), 'i');
  expect('conformance pagination.spec.ts PAGE-3, PAGE-4: a title').toMatch(pattern);
  expect('conformance pagination.spec.ts PAGE-1: see PAGE-4').not.toMatch(pattern);
  expect('conformance x.spec.ts EMAIL-PAGE-4: a title').not.toMatch(pattern);
});

test('--quick leaves out thorough and derived cases, and every run the choices unless it is about them', () => {
  expect(filtersOf({ rules: [], quick: false, choices: true })).toEqual([]);
  expect(filtersOf({ rules: [], quick: false })).toEqual(['--grep-invert=@(choice)$']);
  expect(filtersOf({ rules: [], quick: true })).toEqual(['--grep-invert=@(thorough|derived|choice)$']);
});

test('rules, an operation and --quick narrow a selection', () => {
  const all = { rules: [], quick: false };
  const narrowed = [{}, { rules: ['*'] }, { operation: 'createEmail' }, { quick: true }];
  expect(narrowed.map((more) => isNarrowed({ ...all, ...more }))).toEqual([false, true, true, true]);
});
