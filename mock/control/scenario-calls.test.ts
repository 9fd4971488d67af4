import { expect, test } from 'vitest';
import { document } from '../../spec/testing/contract.ts';
import { findReach } from '../contract/prism.ts';

const every = document.operations.map(({ id }) => id);
const lists = ['listDirDocumentTypes', 'listRecentAiMissionRuns'];
const mails = ['createEmailMessage', 'createEmail'];

for (const [label, effect, operation, operations] of [
  ['any operation', {}, undefined, every],
  ['the named operation', {}, 'createEmailMessage', ['createEmailMessage']],
  ['both lists, by moved rows', { rows: -1 }, undefined, lists],
  ['the operations with the answer', { answer: { status: 202 } }, undefined, mails],
  ['the operations with the example', { answer: { status: 202, example: 'sandbox' } }, undefined, mails],
  ['any operation, by an error of the default', { answer: { status: 400 } }, undefined, every],
] as [string, Parameters<typeof findReach>[0], string | undefined, string[]][]) {
  test(`a scenario reaches ${label}`, () =>
    expect(findReach({ ...effect, ...(operation && { operation }) }, document)).toEqual({ operations }));
}

for (const [label, effect, operation, pointer] of [
  ['a status other than an error', { answer: { status: 399 } }, 'listDirDocumentTypes', '/answer/status'],
  ['a status of no operation', { answer: { status: 204 } }, undefined, '/answer/status'],
  ['a status of another operation', { answer: { status: 202 } }, 'listDirDocumentTypes', '/answer/status'],
  ['an unknown example', { answer: { status: 202, example: 'gone' } }, undefined, '/answer/example'],
  ['rows of no list', { rows: 1 }, 'createEmailMessage', '/operation'],
  ['an unknown operation', {}, 'sendFax', '/operation'],
] as [string, Parameters<typeof findReach>[0], string | undefined, string][]) {
  test(`a scenario with ${label} is refused at ${pointer}`, () =>
    expect(findReach({ ...effect, ...(operation && { operation }) }, document)).toMatchObject({ pointer }));
}
