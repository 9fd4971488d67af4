import { expect, test } from 'vitest';
import { findWorst, isFinding, isJudged, isUnsure, judge, outcomes } from './outcome.ts';

test('the worst outcome decides', () => {
  const order = ['fail', 'error', 'inconclusive', 'warn', 'blocked', 'pass', 'outOfScope', 'notApplicable'] as const;
  for (const [index, outcome] of order.entries())
    expect(findWorst(order.slice(index).toReversed()), outcome).toBe(outcome);
  expect(findWorst([])).toBe('notApplicable');
});

test('only a MUST of the source fails a deployment, and everything but a MAY a strict target', () => {
  expect(judge({ level: 'MUST', basis: 'source' }, 'warn')).toBe('fail');
  expect(judge({ level: 'MUST', basis: 'assumption' }, 'warn')).toBe('warn');
  expect(judge({ level: 'SHOULD', basis: 'source' }, 'warn')).toBe('warn');
  expect(judge({ level: 'MUST', basis: 'assumption' }, 'strict')).toBe('fail');
  expect(judge({ level: 'SHOULD', basis: 'source' }, 'strict')).toBe('fail');
  expect(judge({ level: 'MAY', basis: 'source' }, 'strict')).toBe('pass');
});

test('pass, fail and warn judge a rule; an error and an inconclusive case leave it open', () => {
  expect(outcomes.filter(isJudged).toSorted()).toEqual(['fail', 'pass', 'warn']);
  expect(outcomes.filter(isUnsure).toSorted()).toEqual(['error', 'inconclusive']);
  expect(outcomes.filter(isFinding).toSorted()).toEqual(['error', 'fail', 'inconclusive', 'warn']);
});
