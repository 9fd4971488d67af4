import { expect, test } from 'vitest';
import { document } from '../../spec/testing/contract.ts';
import { reachOf } from './reach.ts';

const all = document.operations.map(({ id }) => id);
const lists = ['listDirDocumentTypes', 'listRecentAiMissionRuns'];
const mails = ['createEmailMessage', 'createEmail'];

const nothing = (pointer: string, detail: string) => ({ pointer, detail });

for (const [what, effect, operation, reach] of [
  ['all, where no answer is needed', {}, undefined, { operations: all }],
  ['the operation that is named', {}, 'createEmailMessage', { operations: ['createEmailMessage'] }],
  ['lists, where rows come and go', { rows: -1 }, undefined, { operations: lists }],
  ['one list', { rows: 1 }, lists[1], { operations: [lists[1]] }],
  ['those that have the answer', { answer: { status: 202 } }, undefined, { operations: mails }],
  ['those that have its example', { answer: { status: 202, example: 'sandbox' } }, undefined, { operations: mails }],
  ['all, for an error that the default covers', { answer: { status: 400 } }, undefined, { operations: all }],
  [
    'none, for a status that is no error',
    { answer: { status: 399 } },
    'listDirDocumentTypes',
    nothing('/answer/status', 'listDirDocumentTypes has no answer 399; it has 200, 401, 422 and any other error.'),
  ],
  [
    'none, for a status that no operation has',
    { answer: { status: 204 } },
    undefined,
    nothing(
      '/answer/status',
      'The contract has no answer 204; it has 200, 202, 400, 401, 403, 404, 409, 413, 415, 422, 503 and any other error.',
    ),
  ],
  [
    'none, for an example of an answer that there is not',
    { answer: { status: 202, example: 'sandbox' } },
    'listDirDocumentTypes',
    nothing('/answer/status', 'listDirDocumentTypes has no answer 202; it has 200, 401, 422 and any other error.'),
  ],
  [
    'none, for an example that no answer has',
    { answer: { status: 202, example: 'gone' } },
    undefined,
    nothing(
      '/answer/example',
      'The contract has no example gone of an answer 202; there are: queued, scheduled, sandbox, partlySuppressed.',
    ),
  ],
  [
    'none, for rows of what is no list',
    { rows: 1 },
    'createEmailMessage',
    nothing('/operation', 'createEmailMessage is no list; these are: listDirDocumentTypes, listRecentAiMissionRuns.'),
  ],
  ['none, for no operation', {}, 'sendFax', nothing('/operation', 'The contract has no operation sendFax.')],
] as [string, Parameters<typeof reachOf>[0], string | undefined, object][]) {
  test(`an effect reaches ${what}`, () => expect(reachOf(effect, operation, document)).toEqual(reach));
}
