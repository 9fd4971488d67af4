import { expect, test } from 'vitest';
import type { Deployment } from '../../spec/deployment/deployment.ts';
import { document } from '../../spec/testing/contract.ts';
import type { OperationId } from '../../spec/types.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import type { Differs } from './asked/likeness.ts';
import { entriesAbout } from './entries-about.ts';

const deployment: Deployment = {
  contract: document.version,
  settled: 'by hand',
  refusals: { 'SIM-14': { status: 422 } },
  answers: {
    createEmailMessage: { members: { '/data/group_id': { missing: null }, '/data/slot': { missing: 1 } } },
    listDirDocumentTypes: { status: 200 },
  },
  choices: { emptyUpdate: 'refusedKnown', amountShown: 'given' },
  unsettled: [],
  otherwise: [],
};

const entries = (about: Partial<Pick<Differs, 'rule' | 'at'>>, operation?: OperationId) =>
  entriesAbout(
    { rule: undefined, at: '', ...about, seen: { operation } as NotedExchange },
    deployment,
    document.operations,
  );

test('what an answer differs in leads to the choices of its rule that are not ours, and to how it is refused', () => {
  expect(entries({ rule: 'SIM-14' })).toEqual(['choices.emptyUpdate', 'refusals.SIM-14']);
  expect(entries({ rule: 'SIM-22' })).toEqual([]);
  expect(entries({})).toEqual([]);
});

test('a member that differs leads to its entry, of an alias to that of its original', () => {
  const place = 'answers.createEmailMessage.members./data/group_id';
  expect(entries({ at: '/data/group_id', rule: 'EMAIL-ANS-1' }, 'createEmailMessage')).toEqual([place]);
  expect(entries({ at: '/data/group_id' }, 'createEmail')).toEqual([place]);
  for (const operation of ['createEmail', 'listDirDocumentTypes', 'getEmailMessage', undefined] as const)
    expect(entries({ at: '/data/subject', rule: 'SIM-14' }, operation), operation).toEqual([]);
});

test('a member of an alias that is told by itself leads to the entry of the alias', () => {
  const answers: Deployment['answers'] = {
    ...deployment.answers,
    createEmail: { members: { '/data/slot': 'absent' } },
  };
  const about = { rule: undefined, at: '/data/slot', seen: { operation: 'createEmail' } as NotedExchange };
  const places = entriesAbout(about, { ...deployment, answers }, document.operations);
  expect(places).toEqual(['answers.createEmail.members./data/slot']);
});
