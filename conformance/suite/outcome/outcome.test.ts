import { expect, test } from 'vitest';
import { isJudged, isTold, isUnsure, judge, outcomes, word, worst } from './outcome.ts';

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

test('what each outcome says: something of the target, nothing as something went wrong, or what a reader has to follow', () => {
  const said = outcomes.map((one) => [
    word(one),
    [isJudged(one) && 'judged', isUnsure(one) && 'unsure', isTold(one) && 'told'].filter(Boolean).join(', '),
  ]);
  expect(Object.fromEntries(said)).toEqual({
    pass: 'judged',
    fail: 'judged, told',
    warn: 'judged, told',
    'not applicable': '',
    'out of scope': '',
    blocked: '',
    error: 'unsure, told',
    inconclusive: 'unsure, told',
  });
});
