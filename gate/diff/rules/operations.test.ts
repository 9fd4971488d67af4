import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

/** An operation with an answer of this status. */
const answering = (status: string) => ({ responses: { [status]: { description: 'Done.' } } });

const documentOf = (paths: object) => ({ openapi: '3.2.0', info: { title: 'T', version: '1.0.0' }, paths });

const told = (base: object, revision: object) =>
  diffDocuments(documentOf(base), documentOf(revision)).changes.map(({ rule, message }) => `${rule}: ${message}`);

test('paths that differ in the names of their parameters alone are told apart by these', () => {
  const paths = (first: string, status: string) => ({
    [`/things/{${first}}`]: { get: answering(status) },
    '/things/{name}': { get: answering('200') },
  });
  expect(told(paths('id', '204'), paths('id', '204'))).toEqual([]);
  const changed = told(paths('id', '204'), paths('id', '202'));
  expect(changed).toEqual(told({ '/things': { get: answering('204') } }, { '/things': { get: answering('202') } }));
  expect(told(paths('id', '204'), paths('key', '204'))).toEqual([
    'path-parameter-renamed: Generated code names the path parameter `key` instead of `id`; the address stays.',
  ]);
  const one = { '/things/{name}': { get: answering('200') } };
  expect(told(paths('id', '204'), one)).toEqual([
    'operation-removed: Clients that call GET /things/{id} find nothing there.',
  ]);
  expect(told(one, paths('id', '204'))).toEqual(['operation-added: Clients may call GET /things/{id}, which is new.']);
});

test('the tags of an operation are told where there are others, not where they are told in another order', () => {
  const tagged = (...tags: string[]) => ({ '/things': { get: { operationId: 'read', tags, ...answering('200') } } });
  expect(told(tagged('b', 'a'), tagged('a', 'b'))).toEqual([]);
  expect(told(tagged('b', 'a'), tagged())).toEqual([expect.stringMatching(/^tags-changed: .*\ba, b\b.*\bnone\b/)]);
});

test('an operation of a further method is one like others', () => {
  const further = (additionalOperations: object) => ({ '/things': { get: answering('200'), additionalOperations } });
  const copy = further({ COPY: answering('201') });
  expect(told(copy, copy)).toEqual([]);
  expect(told(copy, further({}))).toEqual(['operation-removed: Clients that call COPY /things find nothing there.']);
  expect(told(further({}), copy)).toEqual(['operation-added: Clients may call COPY /things, which is new.']);
  expect(told(copy, further({ COPY: answering('204') }))).toContainEqual(expect.stringMatching(/^response-status-rem/));
});

test('each parameter of a path that is renamed is told where it stands', () => {
  const of = (...names: string[]) => {
    const parameters = names.map((name) => ({ in: 'path', name, required: true, schema: { type: 'string' } }));
    const path = ['shops', 'shelves', 'things'].map((what, index) => `/${what}/{${names[index]}}`).join('');
    return documentOf({ [path]: { get: { parameters, ...answering('200') } } });
  };
  const { changes } = diffDocuments(of('shop', 'shelf', 'thing'), of('shop', 'board', 'id'));
  expect(changes.map(({ message, pointer, basePointer }) => [message, pointer, basePointer])).toEqual(
    [
      ['shelf', 'board', 1],
      ['thing', 'id', 2],
    ].map(([from, to, at]) => [
      `Generated code names the path parameter \`${to}\` instead of \`${from}\`; the address stays.`,
      `/paths/~1shops~1{shop}~1shelves~1{board}~1things~1{id}/get/parameters/${at}`,
      `/paths/~1shops~1{shop}~1shelves~1{shelf}~1things~1{thing}/get/parameters/${at}`,
    ]),
  );
});
