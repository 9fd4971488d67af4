import { expect, test } from 'vitest';
import { judge, worst } from './outcome.ts';

test('the worst outcome decides, in the order fail, error, inconclusive, warn, blocked, pass', () => {
  expect(worst(['pass', 'warn', 'blocked', 'inconclusive', 'error', 'fail'])).toBe('fail');
  expect(worst(['pass', 'warn', 'blocked', 'inconclusive', 'error'])).toBe('error');
  expect(worst(['pass', 'warn', 'blocked', 'inconclusive'])).toBe('inconclusive');
  expect(worst(['pass', 'warn', 'blocked'])).toBe('warn');
  expect(worst(['pass', 'warn'])).toBe('warn');
  expect(worst(['pass', 'blocked'])).toBe('blocked');
  expect(worst(['notApplicable', 'outOfScope', 'pass'])).toBe('pass');
  expect(worst(['notApplicable', 'outOfScope'])).toBe('outOfScope');
  expect(worst([])).toBe('notApplicable');
});

test('only a MUST of the source fails on a lenient target; on a strict one everything does but a MAY', () => {
  expect(judge({ level: 'MUST', basis: 'source' }, 'warn')).toBe('fail');
  expect(judge({ level: 'MUST', basis: 'assumption' }, 'warn')).toBe('warn');
  expect(judge({ level: 'SHOULD', basis: 'source' }, 'warn')).toBe('warn');
  expect(judge({ level: 'MUST', basis: 'assumption' }, 'strict')).toBe('fail');
  expect(judge({ level: 'SHOULD', basis: 'source' }, 'strict')).toBe('fail');
  expect(judge({ level: 'MAY', basis: 'source' }, 'strict')).toBe('pass');
});
