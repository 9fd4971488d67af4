import { expect, test } from 'vitest';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import { document } from '../../spec/testing/contract.ts';
import type { OperationId } from '../../spec/types.ts';
import { notesOn, type Said } from './notes.ts';

function notes(id: OperationId, said: Partial<Said>, choices: Partial<Choices> = {}): string[] {
  const operation = document.operations.find((one) => one.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  const plain = { operation, query: [], headers: { 'content-type': 'application/json' }, body: undefined };
  return notesOn({ ...plain, ...said }, { document, choices: { ...ours, ...choices } });
}

const long = 'x'.repeat(200);
const shown = `${'x'.repeat(100)}…`;

test('all that counts for nothing is noted: parameters, headers, a body without its type, members', () => {
  const headers = { 'idempotency-key': 'k', prefr: 'x', 'x-other': '1' };
  const body = { subjct: 'x', to: ['a@b.co', { email: 'a@b.co', title: 'Dr' }], metadata: { any: 1 } };
  expect(notes('createEmailMessage', { query: ['colour', 'Idempotency-Key'], headers, body })).toEqual([
    'The query parameter colour is unknown and was ignored.',
    'The query parameter Idempotency-Key is unknown and was ignored; did you mean the header Idempotency-Key?',
    'The header prefr was ignored; did you mean Prefer?',
    'The body came without a Content-Type and was read as application/json.',
    '/subjct is unknown and was ignored; did you mean "subject"?',
    '/to/1/title is unknown and was ignored; there are email, name.',
  ]);
});

test('a parameter is told with those that there are, and not where it is refused', () => {
  const query = ['page[size]', 'page[sise]', 'x'];
  expect(notes('listDirDocumentTypes', { query })).toEqual([
    'The query parameter page[sise] is unknown and was ignored; did you mean "page[size]"?',
    'The query parameter x is unknown and was ignored; there are page[number], page[size].',
  ]);
  expect(notes('listDirDocumentTypes', { query }, { unknownParameters: 'refusedByLists' })).toEqual([]);
  expect(notes('createEmailMessage', { query: ['x'] }, { unknownParameters: 'refusedByLists' })).toEqual([
    'The query parameter x is unknown and was ignored.',
  ]);
});

test('a header that other operations read is told as one that this one has not', () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'k', prefer: 'code=200' };
  expect(notes('createNumberReservation', { headers, body: {} })).toEqual([
    'The header Idempotency-Key was ignored: this operation has none.',
  ]);
  expect(notes('createEmailMessage', { headers })).toEqual([]);
});

test('names are shown by their first hundred characters', () => {
  expect(notes('createEmailMessage', { query: [long], body: { [long]: 1, [`x${long}`]: { subject: 'x' } } })).toEqual([
    `The query parameter ${shown} is unknown and was ignored.`,
    `/${'x'.repeat(99)}… is unknown and was ignored.`,
    `/${'x'.repeat(99)}… is unknown and was ignored; what is in it belongs one level higher.`,
  ]);
});

test('twenty of a kind are noted at most, and fifty headers looked at', () => {
  const names = Array.from({ length: 60 }, (_, at) => `Idempotency-Ke${at}`);
  const others = Object.fromEntries(Array.from({ length: 49 }, (_, at) => [`z${at}`, '']));
  const strange = Object.fromEntries(names.map((name) => [name, 1]));
  const nested = { to: [strange, strange] };
  const of = (said: Partial<Said>) => notes('createEmailMessage', said).length;
  expect([of({ query: names }), of({ headers: strange }), of({ body: strange }), of({ body: nested })]).toEqual([
    20, 20, 20, 20,
  ]);
  expect(notes('createEmailMessage', { headers: { ...others, prefr: '', prefe: '' } })).toEqual([
    'The header prefr was ignored; did you mean Prefer?',
  ]);
});

const id = 'updateSimCardDataUsageNotification';
test('a read-only member is noted where it is ignored', () => {
  const body = { id: 'x', threshold: { amount: '1' } };
  expect(notes(id, { body })).toEqual(['/id is read-only and was ignored.']);
  expect(notes(id, { body }, { readOnlyMembers: 'refused' })).toEqual([]);
});

test('a member that belongs a level deeper or higher is told with its place', () => {
  expect(
    notes(id, { body: { amount: '1', data: { other: 1, threshold: {} }, threshold: { threshold: { unit: 'MB' } } } }),
  ).toEqual([
    '/amount is unknown and was ignored; did you mean /threshold/amount?',
    '/data is unknown and was ignored; what is in it belongs one level higher.',
    '/threshold/threshold is unknown and was ignored; what is in it belongs one level higher.',
  ]);
  expect(notes('createEmailMessage', { body: { attachments: [{ 'a/b': 1 }], filename: 'x' } })).toEqual([
    '/attachments/0/a~1b is unknown and was ignored; there are content, content_id, content_type, disposition, filename.',
    '/filename is unknown and was ignored.',
  ]);
});

/** The notes on a body that a schema describes. */
function notesBy(schema: object, body: object): string[] {
  const [operation] = document.operations;
  if (!operation) throw new Error('no operation');
  const spec = { ...operation, parameters: [], body: { required: true, pointer: '/body' } };
  const said = { operation: spec, query: [], headers: { 'content-type': 'application/json' }, body };
  return notesOn(said, { document: { ...document, json: { body: schema } }, choices: ours });
}

test('a member of an entry of a list that belongs a level deeper is told with its whole place', () => {
  const inner = { type: 'object', properties: { limit: { type: 'object', properties: { amount: {} } } } };
  const schema = { type: 'object', properties: { list: { type: 'array', items: inner } } };
  expect(notesBy(schema, { list: [{ amount: 1 }] })).toEqual([
    '/list/0/amount is unknown and was ignored; did you mean /list/0/limit/amount?',
  ]);
});

test('a member that is refused as unknown was not ignored, those within its neighbours may be', () => {
  const open = { type: 'object', properties: { first: {} } };
  const schema = { type: 'object', properties: { open }, additionalProperties: false };
  expect(notesBy(schema, { x: 1, open: { x: null } })).toEqual([
    '/open/x is unknown and was ignored; there are first.',
  ]);
});

test('what is no object, and a request without a body, has no members to note', () => {
  for (const body of [undefined, null, 5, 'x', [{ a: 1 }]]) expect(notes('createEmailMessage', { body })).toEqual([]);
  expect(notes('createEmailMessage', { headers: {} })).toEqual([]);
});
