import { expect, test } from 'vitest';
import { filtersOf, isNarrowed, isSelected, matches, rulesOf } from './selection.ts';

test('globs match whole ids, whatever the letter case', () => {
  expect(matches('EMAIL-IDEM-*', 'EMAIL-IDEM-12')).toBe(true);
  expect(matches('page-?', 'PAGE-1')).toBe(true);
  expect(matches('PAGE-?', 'PAGE-12')).toBe(false);
  expect(matches('PAGE-{1,12}', 'PAGE-12')).toBe(true);
  const all = ['*-IDEM-*', 'EMAIL-????-12', '{PAGE,RSV,EMAIL}-IDEM-{1,12}', '[EMAIL]*', 'EMAIL-IDEM-12$', '(EMAIL|X)*'];
  expect(all.map((glob) => matches(glob, 'EMAIL-IDEM-12'))).toEqual([true, true, true, false, false, false]);
  expect(['PAGE-1', 'PAGE-2', 'PAGE-11'].filter((id) => matches('PAGE-{1,12}', id))).toEqual(['PAGE-1']);
  expect(['PAGE-1', 'PAGEX1', 'XPAGE-1'].filter((id) => matches('PAGE.1', id))).toEqual([]);
});

test('a selection by operation takes the rules of all operations along', () => {
  const selection = { rules: [], operation: 'createEmail', quick: false };
  expect(isSelected({ id: 'AUTH-1', operation: 'all' }, selection)).toBe(true);
  expect(isSelected({ id: 'EMAIL-IDEM-23', operation: ['createEmailMessage', 'createEmail'] }, selection)).toBe(true);
  expect(isSelected({ id: 'SIM-1', operation: 'updateSimCardDataUsageNotification' }, selection)).toBe(false);
});

test("Playwright's filters take the cases of the selected rules, and of no other that only names them", () => {
  const [grep = ''] = filtersOf({ rules: ['PAGE-4'], quick: false }, true);
  const pattern = new RegExp(grep.replace('--grep=', ''), 'i');
  expect('conformance pagination.spec.ts PAGE-3, PAGE-4: a title').toMatch(pattern);
  expect('conformance pagination.spec.ts PAGE-1: see PAGE-4').not.toMatch(pattern);
  expect('conformance x.spec.ts EMAIL-PAGE-4: a title').not.toMatch(pattern);
  expect(filtersOf({ rules: [], quick: false }, true)).toEqual([]);
});

test('what only shows choices is left out where nobody looks for them, also beside what is left out to be quick', () => {
  expect(filtersOf({ rules: [], quick: false }, false)).toEqual(['--grep-invert=@(choice)$']);
  expect(filtersOf({ rules: [], quick: true }, false)).toEqual(['--grep-invert=@(thorough|derived|choice)$']);
  expect(filtersOf({ rules: [], quick: true }, true)).toEqual(['--grep-invert=@(thorough|derived)$']);
});

test('a selection is narrowed by rules, by an operation, or by being quick', () => {
  const all = { rules: [], quick: false };
  expect(isNarrowed(all)).toBe(false);
  for (const more of [{ rules: ['*'] }, { operation: 'createEmail' }, { quick: true }])
    expect(isNarrowed({ ...all, ...more }), JSON.stringify(more)).toBe(true);
});

test('a selection by rules and an operation takes what both are about, and filters by that', () => {
  const selection = { rules: ['RSV-1', 'RSV-2', 'SIM-1'], operation: 'createNumberReservation', quick: false };
  expect(rulesOf(selection)).toEqual(['RSV-1', 'RSV-2']);
  expect(filtersOf(selection, true)).toEqual(['--grep=(^| )(RSV-1|RSV-2)[,:]']);
  expect(filtersOf({ ...selection, rules: [] }, true)).toEqual([expect.stringMatching(/^--grep=.*\|RSV-1\|/)]);
});
