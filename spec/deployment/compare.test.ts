import { expect, test } from 'vitest';
import { ours } from '../generated/choices.ts';
import { document } from '../testing/contract.ts';
import { compareDeployments, compareFiles, differenceText, sideBySideText } from './compare.ts';
import type { Deployment } from './deployment.ts';
import { completed } from './read.ts';

type Says = Partial<Deployment>;

const types = (...names: string[]): Says => ({ documentTypes: names.map((short_name) => ({ short_name })) });
const member = (form: object | 'absent'): Says => ({
  answers: { createEmailMessage: { members: { '/data/x': form } } },
});

/** What two deployments say, and what they decide otherwise: of all that both say, and of two files beside that what one alone says. */
const table: [what: string, one: Says, other: Says, bothSay: string[], besides?: string[]][] = [
  [
    'the order of errors',
    { errorOrder: ['/to', '/from'] },
    { errorOrder: 'byName' },
    ['errorOrder was /to,/from, is byName: ERR-14'],
  ],
  ['the same order of errors', { errorOrder: ['/to'] }, { errorOrder: ['/to'] }, []],
  [
    'an order of errors beside none',
    {},
    { errorOrder: ['/to'] },
    [],
    ['errorOrder was as the contract has it, is /to: ERR-14'],
  ],
  ['titles', { titles: { '10007': 'a' } }, { titles: { '10007': 'b' } }, ['titles.10007 was a, is b: ERR-9']],
  ['a document type that is gone', types('a', 'b'), types('b'), ['documentTypes.0 was a, is gone: DIR-3']],
  ['a document type that was added', types('a'), types('a', 'b'), [], ['documentTypes was nothing, is b: DIR-3']],
  [
    'document types beside none',
    types('a', 'b'),
    {},
    [],
    ['documentTypes was 2 types, is as the contract has it: DIR-3'],
  ],
  ['examples of a member', member({ missing: 'a' }), member({ missing: 'b' }), []],
  ['an example that is empty', member({ missing: '' }), member({ missing: 'b' }), []],
  [
    'refusals of which each says something else',
    { refusals: { 'ERR-10': { status: 400 } } },
    { refusals: { 'ERR-10': { code: '1' } } },
    [],
    [
      'refusals.ERR-10.status was 400, is as the contract has it: ERR-10',
      'refusals.ERR-10.code was as the contract has it, is 1: ERR-10',
    ],
  ],
  [
    'a member that is null or not',
    member({ missing: null }),
    member({ missing: 'b' }),
    ['answers.createEmailMessage.members./data/x was {"missing":null}, is {"missing":"..."}: EMAIL-ANS-3'],
  ],
  [
    'a member that is there in some situations only',
    member({ where: { sandbox: 1 } }),
    { answers: { createEmailMessage: {} } },
    [],
  ],
  [
    'a member that is absent',
    member('absent'),
    member({ missing: 1 }),
    ['answers.createEmailMessage.members./data/x was absent, is {"missing":"..."}: EMAIL-ANS-3'],
  ],
  [
    'where a success leads',
    { answers: { createEmailMessage: { location: '/a' } } },
    { answers: { createEmailMessage: {} } },
    ['answers.createEmailMessage.location was /a, is absent: EMAIL-ANS-3'],
  ],
  [
    'a refusal of one operation that the other tells as all of its rule',
    { refusals: { 'ERR-10': { status: 422, on: { createEmail: { status: 400 } } } } },
    { refusals: { 'ERR-10': { status: 422 } } },
    ['refusals.ERR-10.on.createEmail.status was 400, is 422: ERR-10'],
  ],
  [
    'a refusal that says by itself what the other says of all',
    { refusals: { 'ERR-1': { code: '1' }, 'ERR-10': { code: '1' } } },
    { refusals: { 'ERR-1': { code: '1' }, 'ERR-10': {} } },
    [],
  ],
  [
    'all refusals',
    { refusals: { 'RUN-23': { loc: 'name', msg: 'a' } } },
    { refusals: { 'RUN-23': { loc: 'query', msg: 'b' } } },
    ['refusals.RUN-23.loc was name, is query: RUN-23'],
  ],
  [
    'a choice',
    { choices: { holdMinutes: 10 } },
    { choices: { holdMinutes: 20 } },
    ['choices.holdMinutes was 10, is 20: RSV-16'],
  ],
  [
    'a choice that one alone says, as ours or otherwise',
    { choices: { holdMinutes: 10, statusCase: ours.statusCase } },
    { choices: {} },
    [],
    [`choices.holdMinutes was 10, is ${ours.holdMinutes}: RSV-16`],
  ],
  [
    'statuses, in some situations too',
    { answers: { createEmail: { status: 201, where: { sandbox: 200 }, locatedIn: ['queued'] } } },
    { answers: { createEmail: { status: 202, where: { sandbox: 203 } } } },
    [
      'answers.createEmail.status was 201, is 202: EMAIL-ANS-3',
      'answers.createEmail.where was {"sandbox":200}, is {"sandbox":203}: EMAIL-ANS-3',
      'answers.createEmail.locatedIn was ["queued"], is []: EMAIL-ANS-3',
    ],
  ],
  [
    'answers that one alone says',
    { answers: { createEmail: { status: 201 } } },
    {},
    [],
    ['answers.createEmail.status was 201, is as the contract has it: EMAIL-ANS-3'],
  ],
  [
    'a member that the second alone tells otherwise',
    { answers: { createEmail: {} } },
    { answers: { createEmail: { members: { '/data/a~b': { null: 'absent' } } } } },
    ['answers.createEmail.members./data/a~b was as the contract has it, is {"null":"absent"}: EMAIL-ANS-3'],
  ],
  [
    'what examples of a refusal show',
    { refusals: { 'ERR-10': { meta: { a: 1 }, text: 'a', msg: 'a', members: { '/a': { missing: 1 } } } } },
    { refusals: { 'ERR-10': { meta: { a: 2 }, text: 'b', msg: 'b', members: { '/a': { missing: 2 } } } } },
    [],
  ],
  [
    'a refusal at one place, beside one at a place that begins alike',
    { refusals: { 'ERR-10': { status: 400, at: { '/to': { status: 409 }, '/to_all': { status: 410 } } } } },
    { refusals: { 'ERR-10': { status: 400, at: { '/to': { status: 409 } } } } },
    ['refusals.ERR-10.at./to_all.status was 410, is 400: ERR-10'],
  ],
  [
    'refusals that one alone says',
    { refusals: { 'ERR-10': { status: 400 } } },
    {},
    [],
    ['refusals.ERR-10.status was 400, is as the contract has it: ERR-10'],
  ],
  [
    'the title of a code that one has by itself and the other among its titles',
    { titles: { '1': 'a' }, refusals: { 'ERR-10': { code: '1' } } },
    { titles: { '1': 'a' }, refusals: { 'ERR-10': { code: '1', title: 'b' } } },
    ['refusals.ERR-10.title was a, is b: ERR-10'],
  ],
];

const all = (holdMinutes: number, title: string, status: number, order: string, ...names: string[]): Says => ({
  ...types(...names),
  errorOrder: [order, '/cc'],
  answers: { createEmailMessage: { status: status - 200 }, listDirDocumentTypes: { status: status - 199 } },
  refusals: { 'ERR-10': { status }, 'SIM-20': { title } },
  titles: { '1': title, '2': 'same' },
  choices: { holdMinutes, missionRunsDefaultSize: holdMinutes },
});
table.push([
  'all that they say, in the order of kinds',
  all(10, 'a', 400, '/to', 'a', 'b', 'c'),
  all(20, 'b', 410, '/from', 'b'),
  [
    'choices.holdMinutes was 10, is 20: RSV-16',
    'choices.missionRunsDefaultSize was 10, is 20: PAGE-8',
    'titles.1 was a, is b: ERR-9',
    'refusals.ERR-10.status was 400, is 410: ERR-10',
    'refusals.SIM-20.title was a, is b: SIM-20',
    'answers.createEmailMessage.status was 200, is 210: EMAIL-ANS-3',
    'answers.listDirDocumentTypes.status was 201, is 211: PAGE-6',
    'documentTypes.0 was a, is gone: DIR-3',
    'documentTypes.2 was c, is gone: DIR-3',
    'errorOrder was /to,/cc, is /from,/cc: ERR-14',
  ],
]);

for (const [what, one, other, bothSay, besides = []] of table) {
  test(`two deployments are compared by ${what}`, () => {
    const told = (compare: typeof compareFiles) =>
      compare(completed(one), completed(other), document).map(differenceText);
    expect(told(compareDeployments)).toEqual(bothSay);
    expect(told(compareFiles)).toEqual([...bothSay, ...besides]);
  });
}

test('two files are told side by side, the first one first', () => {
  const [difference] = compareFiles(
    completed({ choices: { holdMinutes: 10 } }),
    completed({ choices: { holdMinutes: 20 } }),
    document,
  );
  expect(difference && sideBySideText(difference, ['a.yaml', 'b.yaml'])).toBe(
    'choices.holdMinutes is 10 in a.yaml, 20 in b.yaml: RSV-16',
  );
});

test('a name with a tilde and a slash is told as it is', () => {
  const difference = { pointer: '/titles/a~01~1b', was: 'a', is: { b: 1 }, rule: undefined };
  expect(differenceText(difference)).toBe('titles.a~1/b was a, is {"b":1}');
});
