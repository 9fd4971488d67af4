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

/** A value that nests so deep. */
function nested(levels: number): unknown {
  return JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
}

const hasNo = (member: string) => `must have required property '${member}'`;
const unknown = 'must not have the property unknown';
const deep = 'must not nest deeper than 106 levels';
for (const [what, state, ...flaws] of [
  ['an entry', { holds: [hold, { ...hold, until: 1 }] }, ['/holds/1/until', 'must be an ISO 8601 time']],
  ['an entry of a list within', { numbers: { free: [], held: [{ account, from }] } }, ['/numbers/held/0', hasNo('to')]],
  [
    'an entry of a list under a name of its own',
    { missionRuns: { 'a/b': [{}] } },
    ['/missionRuns/a~1b/0', hasNo('run_id')],
  ],
  [
    'an entry under a name of JavaScript',
    { missionRuns: { constructor: [{}] } },
    ['/missionRuns/constructor/0', hasNo('run_id')],
  ],
  [
    'a list of too many',
    { suppressions: Array.from({ length: 100_001 }, () => suppression) },
    ['/suppressions', 'must NOT have more than 100000 items'],
  ],
  ['no list', { messages: {} }, ['/messages', 'must be a list']],
  ['a member that there is not', { unknown: 1 }, ['', unknown]],
  [
    'a member that there is not, and an entry',
    { unknown: 1, holds: [{}] },
    ['', unknown],
    ['/holds/0', hasNo('number')],
  ],
  ['an entry that nests too deep', { templates: [nested(108)] }, ['/templates/0', deep]],
  ['an unknown member that nests too deep', { unknown: nested(108) }, ['', unknown], ['/unknown', deep]],
  ['an entry that nests as deep as one may', { templates: [nested(107)] }, ['/templates/0', 'must be an object']],
  [
    'several entries of several lists within',
    { missionRuns: { acme: [{}, {}], globex: [{}] }, numbers: { free: [{ from }, {}], held: [{ account, from }] } },
    ['/missionRuns/acme/0', hasNo('run_id')],
    ['/missionRuns/acme/1', hasNo('run_id')],
    ['/missionRuns/globex/0', hasNo('run_id')],
    ['/numbers/free/0', hasNo('to')],
    ['/numbers/free/1', hasNo('from')],
    ['/numbers/held/0', hasNo('to')],
  ],
  [
    'null in the place of an object and of a list',
    { numbers: null, holds: null },
    ['/numbers', 'must be an object'],
    ['/holds', 'must be a list'],
  ],
  ['no object', [], ['', 'must be an object']],
] as const) {
  test(`what is wrong is found, and where: ${what}`, () => {
    expect(atOnce(flawsOf(STATE, state)).map(({ pointer, message }) => [pointer, message])).toEqual(flaws);
  });
}

test('of very many flaws fifty are told', () => {
  const holds = Array.from({ length: 60 }, () => ({ ...hold, until: 1 }));
  const places = atOnce(flawsOf(STATE, { holds })).map(({ pointer }) => pointer);
  expect(places).toEqual(holds.slice(0, 50).map((_, at) => `/holds/${at}/until`));
});
