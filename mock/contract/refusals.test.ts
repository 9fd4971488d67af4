import { expect, test } from 'vitest';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import { answer } from './answer.ts';
import type { OwnedViolation } from './check.ts';
import { decidingRules, type RefusalFacts, refuseViolations } from './refusals.ts';

const facts: RefusalFacts = { code: '10015' };

function violation(changes: Partial<OwnedViolation>): OwnedViolation {
  return {
    in: 'body',
    pointer: '/a',
    keyword: 'pattern',
    message: 'must be odd',
    params: {},
    schemaPath: '/x',
    value: 'x',
    rules: [],
    ...changes,
  };
}

const refused = (one: Partial<OwnedViolation>, own: Partial<RefusalFacts> = {}) =>
  refuseViolations({ violations: [violation(one)] }, { ...facts, ...own }, ours);

const error = (detail: string, source?: object) => ({
  errors: [{ code: '10015', title: 'Invalid request', detail, ...(source && { source }) }],
});

test('a request without violations is not refused', () => {
  expect(refuseViolations({ violations: [] }, facts, ours)).toBeUndefined();
});

for (const [keyword, own, status, rules] of [
  ['absent', {}, 400, ['HTTP-3', 'HTTP-4']],
  ['absent', { bodiless: ['SIM-2'] }, 400, ['SIM-2']],
  ['syntax', { bodiless: ['SIM-2'] }, 400, ['HTTP-3', 'HTTP-4']],
  ['mediaType', {}, 415, ['HTTP-5', 'HTTP-6']],
] as const) {
  test(`a body with the fault ${keyword} is refused with ${status} under ${rules}`, () => {
    expect(refused({ keyword, message: 'Why.', pointer: '' }, own)).toEqual({ status, body: error('Why.'), rules });
  });
}

for (const [what, changes, detail, source] of [
  ['a member', {}, '/a must be odd.', { pointer: '/a' }],
  ['the body', { pointer: '' }, 'The body must be odd.', { pointer: '' }],
  ['a missing member', { params: { missingProperty: 'b/c' } }, '/a must be odd.', { pointer: '/a/b~1c' }],
  ['an unknown member', { params: { additionalProperty: 'd' } }, '/a must be odd.', { pointer: '/a/d' }],
  [
    'a parameter of the query',
    { in: 'query', parameter: 'n' },
    'The query parameter n must be odd.',
    { parameter: 'n' },
  ],
  ['a parameter of the path', { in: 'path', parameter: 'id' }, 'The path parameter id must be odd.', undefined],
] as [string, Partial<OwnedViolation>, string, object | undefined][]) {
  test(`what is wrong with ${what} is told in a sentence, with its place`, () => {
    const rules = ['ERR-10', changes.in === undefined ? 'ERR-11' : 'ERR-12'];
    expect(refused(changes)).toEqual({ status: 422, body: error(detail, source), rules, fault: 'value' });
  });
}

test('rules beside come first, then those of the place, then those about all', () => {
  const rulesBeside = () => ['SIM-2', 'SIM-9'] as const;
  const told = refused({ rules: ['ERR-11', 'SIM-4', 'SIM-9'], value: null }, { rulesBeside });
  expect([told?.rules, told?.fault]).toEqual([['SIM-2', 'SIM-9', 'SIM-4', 'ERR-10', 'ERR-11'], 'null']);
});

test('where an operation refuses in a body of its own, it does so with all, each with what decided it', () => {
  const refuseAll = (told: readonly OwnedViolation[]) => ({
    ...answer(
      422,
      told.map(({ parameter }) => parameter),
    ),
    rules: told.flatMap(({ rules }) => rules),
  });
  const violations = [
    violation({ in: 'query', parameter: 'b', rules: ['RUN-1'] }),
    violation({ in: 'query', parameter: 'a', rules: ['RUN-2'], value: '' }),
  ];
  const told = (choices: Partial<Choices> & { errorOrder?: 'byName' } = {}, given = violations) =>
    refuseViolations({ violations: given }, { ...facts, refuseViolations: refuseAll }, { ...ours, ...choices });
  const first = { rules: ['RUN-1'], fault: 'value' };
  const second = { rules: ['RUN-2'], fault: 'empty' };
  const all = { status: 422, body: ['b', 'a'], rules: ['RUN-1', 'RUN-2'], fault: 'value', each: [first, second] };
  expect(told()).toEqual(all);
  expect(told({ errorOrder: 'byName' })).toEqual(all);
  expect(told({ entriesTold: 'first' })).toEqual({ status: 422, body: ['b'], ...first });
  expect(told({ entriesTold: 'first', errorOrder: 'byName' })).toEqual({ status: 422, body: ['a'], ...second });
});

test('the rules of all answers with a status go for those that the operation decided', () => {
  const generalRules = (status: number) => (status === 422 ? (['RUN-9'] as const) : []);
  const of = (...rules: Parameters<typeof refusedUnder>) =>
    decidingRules(refusedUnder(...rules), { ...facts, generalRules });
  expect(of('RUN-1')).toEqual(['RUN-1', 'RUN-9']);
  expect(of()).toEqual([]);
  expect(of('RUN-1', 'HTTP-8')).toEqual(['RUN-1', 'HTTP-8']);
  expect(decidingRules(refusedUnder('RUN-1'), facts)).toEqual(['RUN-1']);
});

function refusedUnder(...rules: OwnedViolation['rules'][number][]) {
  return answer(422, {}, ...rules);
}
