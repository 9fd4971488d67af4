import { expect, test } from 'vitest';
import { loadRegister } from '../../../spec/register.ts';
import type { CaseOptions } from '../api/case.ts';
import { type DeclaredCase, isCaseSelected, isNarrowed, isSelected, matches, type Selection } from './cases.ts';

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
  const ids = [...loadRegister().values()].filter((rule) => isSelected(rule, selection)).map(({ id }) => id);
  expect(ids).toEqual(['RSV-1']);
});

const rules = ['PAGE-3', 'PAGE-4'].map((id) => loadRegister().get(id as 'PAGE-3')) as DeclaredCase['rules'];
const isRun = (options: CaseOptions, selection: Partial<Selection> = {}) =>
  isCaseSelected({ rules, options }, { rules: [], quick: false, ...selection });

test('a case runs with any of its rules', () => {
  expect([isRun({}, { rules: ['page-4'] }), isRun({}, { rules: ['PAGE-1'] })]).toEqual([true, false]);
});

test('--quick leaves out thorough cases, and every run the choices unless it is about them', () => {
  const marks = ['thorough', 'choice'] as const;
  const ran = (selection: Partial<Selection>) => marks.filter((mark) => isRun({ [mark]: true }, selection));
  expect(ran({ choices: true })).toEqual(marks);
  expect(ran({})).toEqual(['thorough']);
  expect(ran({ quick: true })).toEqual([]);
});

test('rules, an operation and --quick narrow a selection', () => {
  const everything = { rules: [], quick: false };
  const narrowed = [{}, { rules: ['*'] }, { operation: 'createEmail' }, { quick: true }];
  expect(narrowed.map((more) => isNarrowed({ ...everything, ...more }))).toEqual([false, true, true, true]);
});
