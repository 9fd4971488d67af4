import { expect, test } from 'vitest';
import type { Rule } from '../../spec/register.ts';
import { hashOf } from '../checks/rules/lock.ts';
import { sincePinned } from './rules.ts';

const rule = (id: string) => ({ id, statement: `What ${id} says.`, level: 'MUST', basis: 'source' }) as Rule;
const [kept, anew, added] = [rule('DIR-1'), rule('DIR-2'), rule('DIR-3')];
const pinned = { 'DIR-1': hashOf(kept), 'DIR-2': 'another', 'DIR-9': 'x' };

/** The rules that are told to be gone, and to be pinned anew. */
const changed = (...told: string[]) => {
  const { gone, reworded } = sincePinned([kept, anew, added], pinned, new Set(told));
  return [gone, reworded].map((problems) => problems.map(({ about }) => about));
};

test('rules that are gone since they were pinned, and that say something else, are told', () => {
  expect(changed()).toEqual([['DIR-9'], ['DIR-2']]);
});

test('a rule of which a problem is told already is not told a second time', () => {
  expect(changed('DIR-2')).toEqual([['DIR-9'], []]);
  expect(changed('DIR-9')).toEqual([[], ['DIR-2']]);
  expect(changed('DIR-1', 'DIR-2', 'DIR-9')).toEqual([[], []]);
});
