import { expect, test } from 'vitest';
import { document } from '../testing/contract.ts';
import { addressAt, askedOf, requestMembersOf, requestPlaceOf, valueAt } from './request-place.ts';

const operation = (id: string) => {
  const found = document.operations.find((one) => one.id === id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
};
const error = (source: object) => ({ errors: [{}, { source }] });
const query = (...loc: string[]) => ({ detail: [{}, { loc }] });

const places: [what: string, on: string, body: object | undefined, choices: object, place: string | undefined][] = [
  ['a member', 'createEmail', error({ pointer: '/subject' }), {}, '/subject'],
  ['an entry of a list', 'createEmail', error({ pointer: '/to/7' }), {}, '/to/*'],
  ['a member of an entry', 'createEmail', error({ pointer: '/attachments/0/filename' }), {}, '/attachments/*/filename'],
  ['an entry of a map', 'createEmail', error({ pointer: '/headers/X-Note' }), {}, '/headers/*'],
  ['a member that nobody knows', 'createEmail', error({ pointer: '/colour' }), {}, '*'],
  [
    'a member within a member',
    'updateSimCardDataUsageNotification',
    error({ pointer: '/threshold/unit' }),
    {},
    '/threshold/unit',
  ],
  ['the body as a whole', 'createEmail', error({ pointer: '' }), {}, ''],
  ['a pointer where there is no body', 'getEmail', error({ pointer: '/subject' }), {}, '/subject'],
  ['a parameter', 'listDirDocumentTypes', error({ parameter: 'page[size]' }), {}, 'page[size]'],
  [
    'a parameter of another name',
    'listDirDocumentTypes',
    error({ parameter: 'page' }),
    { documentTypesPageName: 'page' },
    'page',
  ],
  ['a parameter that nobody knows', 'listDirDocumentTypes', error({ parameter: 'colour' }), {}, '*'],
  ['a query', 'listRecentAiMissionRuns', query('query', 'page[size]'), {}, 'page[size]'],
  ['a query that nobody knows', 'listRecentAiMissionRuns', query('query', 'limit'), {}, '*'],
  ['a query of another name', 'listRecentAiMissionRuns', query('query', 'limit'), { pageSizeName: 'limit' }, 'limit'],
  ['nothing', 'createEmail', error({}), {}, undefined],
  ['no body', 'createEmail', undefined, {}, undefined],
];
for (const [what, on, body, choices, place] of places) {
  test(`the place of a request that a refusal names is told: ${what}`, () => {
    expect(requestPlaceOf(body, 1, operation(on), document, choices)).toBe(place);
  });
}

test('of no operation no place is known', () => {
  expect(requestPlaceOf(error({ pointer: '/a' }), 1, undefined, document, {})).toBeUndefined();
});

test('what a request may have is told in the order of the contract, by the names of the deployment', () => {
  expect(requestMembersOf(operation('listRecentAiMissionRuns'), document, {})).toEqual([
    'status',
    'page[number]',
    'page[size]',
  ]);
  const choices = { pageNumberName: 'page', pageSizeName: 'limit' };
  expect(requestMembersOf(operation('listRecentAiMissionRuns'), document, choices)).toEqual([
    'status',
    'page',
    'limit',
  ]);
  expect(requestMembersOf(operation('getEmail'), document, {})).toEqual([]);
  expect(requestMembersOf(operation('createNumberReservation'), document, {})).toEqual([
    '/customer_reference',
    '/phone_numbers',
  ]);
});

test('what a request says is found where an error or an answer leads', () => {
  const body = { to: ['a', { email: 'b' }], note: null };
  expect(['', '/to/0', '/to/1/email', '/cc', 'page'].map((place) => valueAt(place, { body }))).toEqual([
    body,
    'a',
    'b',
    undefined,
    undefined,
  ]);
  expect(valueAt('page', { body, query: { page: '2' } })).toBe('2');
  expect([addressAt('/to/0', body), addressAt('/to/1', body), addressAt('/to', body)]).toEqual([
    '/to/0',
    '/to/1/email',
    '/to',
  ]);
  expect(askedOf('email', { email: 'b' }, body)).toBe('b');
  expect(askedOf('to', undefined, body)).toBe(body.to);
  expect(askedOf('to', {}, body)).toBeUndefined();
  expect(askedOf('note', body, body)).toBeUndefined();
});
