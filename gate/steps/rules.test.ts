import { expect, test } from 'vitest';
import type { Problem } from '../../spec/print.ts';
import type { Rule } from '../../spec/register.ts';
import { document } from '../../spec/testing/contract.ts';
import {
  checkAnnotations,
  checkCoverage,
  checkLock,
  checkOperations,
  checkOwners,
  checkRegister,
  findVanished,
  pinRules,
  readRules,
} from './rules.ts';

type Node = Record<string, unknown>;

const rules = readRules();
const lines = (problems: Problem[]) => problems.map(({ about, message }) => `${about}: ${message}`);
const messages = (problems: Problem[]) => problems.map(({ message }) => message);

const rule = (changes: Partial<Record<keyof Rule | 'restOn', unknown>>): Rule =>
  ({ ...(rules[0] as Rule), ...changes }) as Rule;

/** The contract after one node of it was changed. */
function changeDocument(path: string[], change: (node: Node) => void) {
  const copy = structuredClone(document);
  change(path.reduce((node: Node, step) => node[step] as Node, copy.json));
  return copy;
}

test('register and contract have no problem', () => {
  expect(checkRegister(rules, document)).toEqual([]);
  expect(checkAnnotations(rules, document)).toEqual([]);
  expect(checkOwners(document)).toEqual([]);
});

const faults: [Parameters<typeof rule>[0], string][] = [
  [{ id: 'auth-1' }, 'the id is not a prefix and a number'],
  [{ level: 'must' }, 'its level must is none of MUST, SHOULD, MAY'],
  [{ basis: 'guess' }, 'its basis guess is none of source, assumption'],
  [{ observe: 'log' }, 'its observe log is none of response, delivered mail, clock, nobody'],
  [{ observe: 'nobody' }, '`reason` and the observation nobody go together'],
  [{ basis: 'assumption' }, '`assumption` and the basis assumption go together'],
  [{ statement: '' }, 'has no statement'],
  [{ clause: undefined }, 'has no clause'],
  [{ restOn: ['DIR-6'] }, 'unknown key "restOn"; did you mean "restsOn"?'],
  [{ needs: undefined }, '`needs` is not a list'],
  [{ id: 'AUTH-0' }, 'the id is not a prefix and a number'],
  [{ id: 'an AUTH-1' }, 'the id is not a prefix and a number'],
  [{ id: 'AUTH-1a' }, 'the id is not a prefix and a number'],
  [{ needs: ['luck'] }, 'nothing is known of the need luck'],
  [{ needs: ['my reservation'] }, 'nothing is known of the need my reservation'],
  [{ needs: ['reservations'] }, 'nothing is known of the need reservations'],
  [{ operation: ['sendFax'] }, 'the contract has no operation sendFax'],
];

for (const [changes, message] of faults) {
  test(`a rule is refused: ${message}`, () => {
    expect(messages(checkRegister([rule(changes)], document))).toEqual([message]);
  });
}

const choice = {
  name: 'pageBeyond',
  about: 'a page beyond the last one',
  default: 'empty',
  alternatives: { empty: '' },
};
const badChoices: [Partial<Record<keyof Rule, unknown>>, string][] = [
  [{ choices: [choice] }, '`choices` goes with the basis assumption only'],
  [
    { basis: 'assumption', assumption: 'D', choices: [choice, choice] },
    'the choice pageBeyond is repeated in the register',
  ],
  [
    { basis: 'assumption', assumption: 'D', choices: [{ ...choice, default: 'last' }] },
    'of pageBeyond, the default must be one of empty',
  ],
  [{ basis: 'assumption', assumption: 'D', restsOn: ['DIR-6'] }, '`restsOn` names rules of the source only'],
  [{ basis: 'assumption', assumption: 'D', fixed: { status: [400] } }, '`fixed` goes with the basis source only'],
];

for (const [changes, message] of badChoices) {
  test(`a choice is refused: ${message}`, () => {
    expect(messages(checkRegister([rule(changes)], document))).toEqual([message]);
  });
}

test('a choice of another rule is not repeated', () => {
  const chosen = (id: string) => rule({ id, basis: 'assumption', assumption: 'D', choices: [choice] });
  expect(lines(checkRegister([chosen('AUTH-98'), chosen('AUTH-99')], document))).toEqual([
    'AUTH-99: the choice pageBeyond is repeated in the register',
  ]);
});

test('the operation of a rule is one of the contract, several or all', () => {
  const named = (operation: unknown) => messages(checkRegister([rule({ operation })], document));
  expect(named('all')).toEqual([]);
  expect(named(['listDirDocumentTypes', 'all', 'sendFax'])).toEqual([
    'the contract has no operation all',
    'the contract has no operation sendFax',
  ]);
});

test('a repeated id is found', () => {
  expect(lines(checkRegister([rule({}), rule({})], document))).toEqual(['AUTH-1: is repeated in the register']);
});

test('a rule that can be observed needs a case, and one that can not has none', () => {
  const seen = rule({ id: 'AUTH-1', observe: 'response' });
  const hidden = rule({ id: 'AUTH-2', observe: 'nobody' });
  const dropped = rule({ id: 'AUTH-3', retired: true });
  expect(checkCoverage([seen, hidden, dropped], new Set(['AUTH-1']))).toEqual([]);
  expect(lines(checkCoverage([seen, hidden, dropped], new Set(['AUTH-2'])))).toEqual([
    'AUTH-1: has no case in conformance/rules, and no reason why',
    'AUTH-2: has a case, but is not observable',
  ]);
});

test('an annotation names an active rule of the register with the right basis', () => {
  const path = ['components', 'schemas', 'DirDocumentType', 'properties', 'short_name'];
  const found = (key: string, value: unknown, among = rules) =>
    messages(
      checkAnnotations(
        among,
        changeDocument(path, (node) => Object.assign(node, { [key]: value })),
      ),
    );
  expect(found('x-rule', 'DIR-99')).toEqual(['x-rule names DIR-99, which the register does not have']);
  expect(found('x-rule', 'DIR-6')).toEqual(['x-rule names DIR-6, whose basis is assumption']);
  expect(found('x-assumption', { type: 'DIR-3' })).toEqual(['x-assumption names DIR-3, whose basis is source']);
  expect(found('x-request-rule', 'DIR-99')).toEqual(['x-request-rule names DIR-99, which the register does not have']);
  const retired = rules.map((entry) => (entry.id === 'DIR-5' ? { ...entry, retired: true } : entry));
  expect(found('x-rule', 'DIR-3', retired)).toEqual(['x-rule names DIR-5, which is retired']);
});

test('a word of an enum that no statement of its rules has is found', () => {
  const more = changeDocument(['components', 'schemas', 'MissionRunStatus'], ({ enum: words }) =>
    (words as string[]).push('lost'),
  );
  expect(lines(checkAnnotations(rules, more))).toEqual([
    '#/components/schemas/MissionRunStatus: the statement of RUN-10 has no `lost`',
  ]);
});

test('an operation that suite or mock lack is found', () => {
  const ids = document.operations.map(({ id }) => id);
  expect(lines(checkOperations(document, { suite: ids, mock: ids.filter((id) => id !== 'getEmailMessage') }))).toEqual([
    'getEmailMessage: is not in mock',
    'getEmail: is not in mock',
  ]);
});

test('a response and a parameter without an owner are found', () => {
  const operation = ['paths', '/ai/missions/runs', 'get'];
  const disowned = (node: Node) => {
    const { parameters } = node as { parameters: Node[] };
    for (const parameter of parameters) for (const word of ['x-rule', 'x-assumption']) delete parameter[word];
  };
  expect(lines(checkOwners(changeDocument(operation, disowned)))).toEqual(
    ['status', 'page[number]', 'page[size]'].map(
      (name) => `listRecentAiMissionRuns: parameter ${name} has no x-rule or x-assumption`,
    ),
  );
  const response = ['components', 'responses', 'EmailInProgress'];
  expect(checkOwners(changeDocument(response, (node) => delete node['x-rule']))).toHaveLength(2);
});

test('a pinned rule neither changes nor vanishes unseen', () => {
  const lock = pinRules(rules);
  expect(checkLock(rules, lock)).toEqual([]);
  expect(lines(checkLock([rule({ level: 'MAY' }), ...rules.slice(1)], lock))[0]).toContain('AUTH-1: statement, level');
  expect(lines(checkLock([...rules, rule({ id: 'AUTH-99' })], lock))[0]).toContain('AUTH-99: is not pinned');
  const left = rules.slice(1);
  for (const gone of [findVanished(left, lock), checkLock(left, lock), checkLock(left, pinRules(left), lock)])
    expect(lines(gone)).toEqual([expect.stringMatching(/^AUTH-1: is pinned but gone/)]);
  expect(checkLock([rule({ retired: true }), ...rules.slice(1)], lock)).toEqual([]);
  expect(Object.keys(lock)).toEqual(Object.keys(lock).sort());
});
