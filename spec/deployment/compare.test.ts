import { expect, test } from 'vitest';
import { document } from '../testing/contract.ts';
import { compareDeployments, compareFiles, differenceText } from './compare.ts';
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
    'the title of a code that one has by itself and the other among its titles',
    { titles: { '1': 'a' }, refusals: { 'ERR-10': { code: '1' } } },
    { titles: { '1': 'a' }, refusals: { 'ERR-10': { code: '1', title: 'b' } } },
    ['refusals.ERR-10.title was a, is b: ERR-10'],
  ],
];

for (const [what, one, other, bothSay, besides = []] of table) {
  test(`two deployments are compared by ${what}`, () => {
    const told = (compare: typeof compareFiles) =>
      compare(completed(one), completed(other), document).map(differenceText);
    expect(told(compareDeployments)).toEqual(bothSay);
    expect(told(compareFiles)).toEqual([...bothSay, ...besides]);
  });
}
