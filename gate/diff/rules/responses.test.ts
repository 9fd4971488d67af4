import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

const json = (type: string) => ({ content: { 'application/json': { schema: { type } } } });
const answer = { description: 'Done.', ...json('object') };

/** A document with an operation that has these answers. */
const documentOf = (responses: object) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1.0.0' },
  paths: { '/things': { get: { operationId: 'read', responses } } },
});

/** What the comparison says of answers that changed. */
const told = (base: object, revision: object) =>
  diffDocuments(documentOf(base), documentOf(revision)).changes.map(({ rule, level }) => `${level} ${rule}`);

/** What it says of an answer that is new beside a 200, and beside others of the base. */
const added = (status: string, base: object = {}) =>
  told({ 200: answer, ...base }, { 200: answer, ...base, [status]: answer });

test('a new error is safe for who is ready for errors, a new success or redirection is not', () => {
  const [error, success] = [added('404'), added('202')];
  expect(error).toEqual([expect.stringMatching(/ response-error-status-added$/)]);
  expect(success).toEqual([expect.stringMatching(/ response-status-added$/)]);
  for (const status of ['400', '500', '4XX']) expect(added(status), status).toEqual(error);
  expect(added('103')).toEqual(error);
  for (const status of ['201', '302', '304', '3XX']) expect(added(status), status).toEqual(success);
});

test('a new error that is unlike the default one is met by nobody', () => {
  expect(added('404', { default: answer })).toEqual(added('404'));
  expect(added('404', { default: { description: 'Wrong.', ...json('string') } })).toEqual(added('202'));
  const beside = (now: object) =>
    told({ 200: answer, default: answer }, { 200: answer, default: answer, 404: { description: 'Gone.', ...now } });
  expect(beside({})).toEqual(added('404'));
  expect(beside({ content: { 'text/plain': {} } })).toEqual(added('202'));
});

test('a status that a range of the base had already is not new', () => {
  expect(added('404', { '4XX': answer })).toEqual([]);
  expect(added('500', { '4XX': answer })).toEqual(added('404'));
});

test('two ranges of errors stand for the default answer, one of them does not', () => {
  const becomes = (now: object) => told({ 200: answer, default: answer }, { 200: answer, ...now });
  const both = becomes({ '4XX': answer, '5XX': answer });
  expect(both).toContainEqual(expect.stringMatching(/ response-status-respelt$/));
  expect(both).not.toContainEqual(expect.stringMatching(/^breaking /));
  for (const range of ['4XX', '5XX'])
    expect(becomes({ [range]: answer })).toContainEqual(expect.stringMatching(/^breaking response-status-removed$/));
});

test('a range of statuses is the same in letters of any case', () => {
  const list = { ...answer, ...json('array') };
  for (const range of ['4xx', '4Xx', '4xX']) {
    expect(told({ 200: answer, '4XX': answer }, { 200: answer, [range]: answer }), range).toEqual([]);
    expect(told({ 200: answer, [range]: answer }, { 200: answer, '4XX': list }), range).toEqual(
      told({ 200: answer, '4XX': answer }, { 200: answer, '4XX': list }),
    );
  }
});

test('a range that comes beside a status of it is new for the others', () => {
  expect(told({ 200: answer }, { 200: answer, '2XX': answer })).toEqual(added('202'));
  expect(told({ 200: answer, 404: answer }, { 200: answer, 404: answer, '4XX': answer })).toEqual(added('404'));
});

test('a range that stands for a status that is gone is told by that alone, and compared', () => {
  const respelt = expect.stringMatching(/^soft response-status-respelt$/);
  expect(told({ 200: answer, 404: answer }, { 200: answer, '4XX': answer })).toEqual([respelt]);
  expect(told({ 200: answer, 201: answer }, { 200: answer, '2XX': answer })).toEqual([respelt]);
  expect(told({ 200: answer, 404: answer, 409: answer }, { 200: answer, '4XX': answer })).toEqual([respelt, respelt]);
  const list = { ...answer, ...json('array') };
  const becomes = (now: object) => told({ 200: answer, 404: answer }, { 200: answer, ...now });
  expect(becomes({ '4XX': list })).toEqual([expect.stringMatching(/^breaking response-type-changed$/), respelt]);
});

test('the default answer stands for an error that is gone, and for no success', () => {
  const both = { 200: answer, default: answer };
  expect(told({ ...both, 404: answer }, both)).toEqual([expect.stringMatching(/^soft response-status-respelt$/)]);
  expect(told({ ...both, 201: answer }, both)).toEqual([expect.stringMatching(/^breaking response-status-removed$/)]);
});

test('an answer that stands for one status of a range that is gone is told by that alone, and compared', () => {
  const becomes = (now: object) => told({ 200: answer, '4XX': answer }, { 200: answer, 404: now, 409: answer });
  expect(becomes(answer)).toEqual(['soft response-status-respelt']);
  const { changes } = diffDocuments(
    documentOf({ 200: answer, '4XX': answer }),
    documentOf({ 200: answer, 409: answer, 404: answer }),
  );
  expect(changes.map(({ message, pointer }) => [message, pointer])).toEqual([
    [expect.stringMatching(/\b4XX\b.*\b404, 409\b/), '/paths/~1things/get/responses/404'],
  ]);
  expect(becomes({ ...answer, ...json('array') })).toEqual([
    'breaking response-type-changed',
    'soft response-status-respelt',
  ]);
});

test('a header of an answer that is new takes nothing from who reads it, always there or not', () => {
  const withHeader = (required: boolean) => ({
    ...answer,
    headers: { 'X-A': { required, schema: { type: 'string' } } },
  });
  for (const required of [true, false])
    expect(told({ 200: answer }, { 200: withHeader(required) })).toEqual(['safe response-header-added']);
});

test('links of an answer that are gone, new or others are told each', () => {
  const linked = (links: object) => ({ 200: { ...answer, links } });
  const [a, b, c] = ['a', 'b', 'c'].map((operationId) => ({ operationId }));
  expect(told(linked({ a, b, empty: {} }), linked({ empty: {}, b: c, c }))).toEqual([
    'soft response-link-removed',
    'soft response-link-changed',
    'safe response-link-added',
  ]);
});
