import { expect, test } from 'vitest';
import type { Differs } from './asked/likeness.ts';
import { fidelityLines } from './fidelity-lines.ts';

const differs = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ what: `w${at}`, times: at + 1 }) as Differs);

test('how much is alike is rounded down, and what differs comes with how often and where to look', () => {
  const entries = ({ times }: Differs) => (times === 1 ? ['choices.a', 'refusals.B-1'] : []);
  expect(fidelityLines({ alike: 1999, of: 2000, differs: differs(2) }, entries)).toEqual([
    'fidelity: 99 % (1999 of 2000 answers would be alike)',
    '  w0; see choices.a, refusals.B-1',
    '  w1 (2 times)',
  ]);
});

test('of more than ten ways to differ the first ten are told, and how many more there are', () => {
  const [, ...ten] = fidelityLines({ alike: 1, of: 20, differs: differs(10) }, () => []);
  expect([ten.length, ten.at(-1)]).toEqual([10, '  w9 (10 times)']);
  const [, ...twelve] = fidelityLines({ alike: 1, of: 20, differs: differs(12) }, () => []);
  expect(twelve).toEqual([...ten, '  and 2 more, in conformance.json']);
});

test('where nothing was compared there is nothing to tell', () => {
  expect(fidelityLines({ alike: 0, of: 0, differs: [] }, () => [])).toEqual([]);
});
