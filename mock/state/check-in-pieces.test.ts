import { expect, test } from 'vitest';
import { validators } from '../../spec/testing/contract.ts';
import { atOnce } from '../time/turns.ts';
import { checkInPieces } from './check-in-pieces.ts';

const flawsOf = checkInPieces(validators);
const STATE = '/components/schemas/State';
const account = 'acme';
const suppression = { account, address: 'a@b.co', reason: 'invalid' };
const hold = { number: '+13125550100', until: '2030-01-15T12:00:00Z' };
const [from, to] = ['+13125550100', '+13125550109'];

test('a state is checked entry by entry', () => {
  const steps = flawsOf(STATE, {
    holds: Array.from({ length: 50 }, () => hold),
    numbers: { free: [{ from, to }], held: [] },
  });
  for (let step = 0; step < 51; step++) expect(steps.next().done).toBe(false);
  expect(steps.next()).toEqual({ done: true, value: [] });
});

let deep: unknown = {};
for (let level = 0; level < 200; level++) deep = { deep };

for (const [what, state, pointer] of [
  ['an entry', { holds: [hold, { ...hold, until: 1 }] }, '/holds/1/until'],
  ['an entry of a list within', { numbers: { free: [], held: [{ account, from }] } }, '/numbers/held/0'],
  ['an entry of a list under a name of its own', { missionRuns: { 'a/b': [{}] } }, '/missionRuns/a~1b/0'],
  ['a list of too many', { suppressions: Array.from({ length: 100_001 }, () => suppression) }, '/suppressions'],
  ['no list', { messages: {} }, '/messages'],
  ['a member that there is not', { unknown: 1 }, ''],
  ['an entry that nests too deep', { templates: [deep] }, '/templates/0'],
  ['no object', [], ''],
] as const) {
  test(`what is wrong is found, and where: ${what}`, () => {
    expect(atOnce(flawsOf(STATE, state)).map((flaw) => flaw.pointer)).toEqual([pointer]);
  });
}

test('of very many flaws fifty are told', () => {
  const holds = Array.from({ length: 60 }, () => ({ ...hold, until: 1 }));
  const places = atOnce(flawsOf(STATE, { holds })).map(({ pointer }) => pointer);
  expect(places).toEqual(holds.slice(0, 50).map((_, at) => `/holds/${at}/until`));
});
