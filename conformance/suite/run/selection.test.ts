import { expect, test } from '@playwright/test';
import { isSelected, matches } from './selection.ts';

test('globs match whole ids, whatever the letter case', () => {
  expect(matches('EMAIL-IDEM-*', 'EMAIL-IDEM-12')).toBe(true);
  expect(matches('page-?', 'PAGE-1')).toBe(true);
  expect(matches('PAGE-?', 'PAGE-12')).toBe(false);
  expect(matches('PAGE-{1,12}', 'PAGE-12')).toBe(true);
});

test('a selection by operation takes the rules of all operations along', () => {
  const selection = { rules: [], operation: 'createEmail', quick: false };
  expect(isSelected({ id: 'AUTH-1', operation: 'all' }, selection)).toBe(true);
  expect(isSelected({ id: 'EMAIL-IDEM-23', operation: ['createEmailMessage', 'createEmail'] }, selection)).toBe(true);
  expect(isSelected({ id: 'SIM-1', operation: 'updateSimCardDataUsageNotification' }, selection)).toBe(false);
});
