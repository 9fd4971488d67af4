import { expect, test } from 'vitest';
import { document } from '../../spec/testing/contract.ts';
import type { OperationId } from '../../spec/types.ts';
import { findHints, findRelatedPath, guessPath, type HintedRequest } from './hints.ts';

const json = { 'content-type': 'application/json' };

function notes(id: OperationId, request: Partial<HintedRequest>): string[] {
  const operation = document.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  return findHints({ operation, query: [], headers: json, body: undefined, ...request }, document);
}

for (const [label, id, request, hint] of [
  ['an unlike parameter', 'listDirDocumentTypes', { query: ['x'] }, 'there are page[number], page[size].'],
  [
    'a key for an operation without keys',
    'createNumberReservation',
    { headers: { ...json, 'idempotency-key': 'k' } },
    'this operation has none.',
  ],
  [
    'a member that wraps the known ones',
    'updateSimCardDataUsageNotification',
    { body: { data: { threshold: {} } } },
    'its content belongs one level higher.',
  ],
  [
    'a member with a slash in its name',
    'createEmailMessage',
    { body: { attachments: [{ 'a/b': 1 }] } },
    '/attachments/0/a~1b is unknown',
  ],
] as [string, OperationId, Partial<HintedRequest>, string][]) {
  test(`${label} has the hint "${hint}"`, () => {
    expect(notes(id, request)).toEqual([expect.stringContaining(hint)]);
  });
}

test('known headers, page parameters and free-form members have no hints', () => {
  const headers = { ...json, 'idempotency-key': 'k', prefer: 'code=200' };
  expect(notes('createEmailMessage', { headers, body: { metadata: { any: 1 } } })).toEqual([]);
  expect(notes('listDirDocumentTypes', { query: ['page[size]', 'page[number]'] })).toEqual([]);
});

for (const body of [undefined, null, 5, 'x', [{ a: 1 }]]) {
  test(`the body ${JSON.stringify(body)} has no members to hint at`, () => {
    expect(notes('createEmailMessage', { body })).toEqual([]);
  });
}

test('a request has at most twenty hints of a kind, with long names cut', () => {
  const names = Array.from({ length: 60 }, (_, index) => `${'x'.repeat(200)}${index}`);
  const hints = notes('createEmailMessage', { body: Object.fromEntries(names.map((name) => [name, 1])) });
  expect(hints).toHaveLength(20);
  expect(hints[0]?.length).toBeLessThan(200);
});

const routes = [
  { path: '/mail', method: 'post' },
  { path: '/mail/{id}', method: 'get' },
  { path: '/mailing', method: 'patch' },
  { path: '/teams/members/runs', method: 'get' },
] as const;

for (const [method, path, related] of [
  ['GET', '/mail', '/mail/{id}'],
  ['POST', '/mail/{id}', '/mail'],
  ['PATCH', '/mail', undefined],
  ['PUT', '/mail', undefined],
] as const) {
  test(`${method} ${path} has the hint ${related ?? 'that no related path has the method'}`, () => {
    expect(findRelatedPath(method, path, routes)).toBe(related);
  });
}

for (const [path, meant] of [
  ['/teams/members/runs', '/v2/teams/members/runs'],
  ['/runs', '/v2/teams/members/runs'],
  ['/members/teams/runs', undefined],
  ['/v2/teams', '/v2/teams/members/runs'],
  ['/teams', undefined],
  ['/v2/mial/7', '/v2/mail/7'],
  ['/v2mail/7', '/v2/mail/7'],
  ['/v2/mail/7', '/v2/mail'],
  ['/v2/mails/9e85e0de-841b-4837-8cdc-17fc8e4affe1', '/v2/mail/9e85e0de-841b-4837-8cdc-17fc8e4affe1'],
  ['/v2/lost/9e85e0de-841b-4837-8cdc-17fc8e4affe1', undefined],
] as const) {
  test(`the unknown path ${path} has ${meant ? `the hint ${meant}` : 'no hint'}`, () => {
    expect(guessPath(path, '/v2', routes)).toBe(meant);
  });
}
