import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Locator } from '../../spec/locator.ts';
import type { Rule } from '../../spec/register.ts';
import { hashOf, readRules } from '../checks/register.ts';
import { root } from '../contract.ts';
import { resultOfRules, sincePinned } from './rules.ts';

const rule = (id: string) => ({ id, statement: `What ${id} says.`, level: 'MUST', basis: 'source' }) as Rule;
const [kept, anew, added] = [rule('DIR-1'), rule('DIR-2'), rule('DIR-3')];
const pinned = { 'DIR-1': hashOf(kept), 'DIR-2': 'another', 'DIR-9': 'x' };

/** The rules reported as gone, and as in need of a new pin. */
const changed = (...reported: string[]) => {
  const { gone, reworded } = sincePinned([kept, anew, added], pinned, new Set(reported));
  return [gone, reworded].map((problems) => problems.map(({ about }) => about));
};

test('rules that are gone or changed since they were pinned are reported', () => {
  expect(changed()).toEqual([['DIR-9'], ['DIR-2']]);
});

test('a rule with a reported problem is not reported again', () => {
  expect(changed('DIR-2')).toEqual([['DIR-9'], []]);
  expect(changed('DIR-9')).toEqual([[], ['DIR-2']]);
  expect(changed('DIR-1', 'DIR-2', 'DIR-9')).toEqual([[], []]);
});

test('each problem is a finding at its place: at a rule, at an operation, at a pointer', () => {
  const register = readRules();
  const [first, second] = register as [Rule, Rule];
  const checked = {
    summary: 'all agree',
    problems: [
      { file: 'spec/rules.yaml', about: second.id, message: 'has no case' },
      { file: 'spec/openapi.yaml', about: 'getEmail', message: 'response 200 has no x-rule' },
      { file: 'spec/openapi.yaml', about: '#/info/version', message: 'is odd' },
      { file: 'spec/rules.lock.json', about: second.id, message: 'is not pinned' },
    ],
  };
  const { outcome, summary, findings } = resultOfRules(checked, register, {
    [first.id]: 'x',
    [second.id]: 'x',
    NO: 'x',
  });
  expect([outcome, summary]).toEqual(['failed', '5 problems']);
  const lines = findings.map(({ severity, rule: name, message, place }) => {
    const text = readFileSync(join(root, place.file), 'utf8').split('\n')[place.line - 1] ?? '';
    return `${severity} ${name} ${message} at ${place.file}: ${text.slice(place.column - 1)}`;
  });
  expect(lines).toEqual([
    `error rules-agree ${second.id}: has no case at spec/rules.yaml: id: ${second.id}`,
    'error rules-agree getEmail: response 200 has no x-rule at spec/openapi.yaml: get:',
    expect.stringMatching(/^error rules-agree #\/info\/version: is odd at spec\/openapi\.yaml: version: /),
    expect.stringMatching(`^error rules-agree ${second.id}: is not pinned at spec/rules.lock.json: "${second.id}": `),
    'error rules-permanent NO: is pinned but gone; keep it, with `retired: true` at spec/rules.yaml: # The rule register: every expectation that the contract, the mock and the conformance suite share, one rule each.',
    `warning rules-pinned ${first.id}: was pinned anew: statement, level or basis changed at spec/rules.yaml: id: ${first.id}`,
  ]);
  const gets = findings.filter(({ message }) => message.startsWith('getEmail')).map(({ place }) => place.line);
  const operation = new Locator('', readFileSync(join(root, 'spec/openapi.yaml'), 'utf8')).at(
    '/paths/~1emails~1{id}/get',
  );
  expect(gets).toEqual([operation.line]);
});

test('nothing that is wrong passes with the sentence for that', () => {
  expect(resultOfRules({ problems: [], summary: 'all agree' }, [kept], {})).toEqual({
    outcome: 'passed',
    summary: 'all agree',
    findings: [],
  });
});
