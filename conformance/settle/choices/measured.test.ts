import { expect, test } from 'vitest';
import { type Choices, ours } from '../../../spec/generated/choices.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { measuredChoices } from './measured.ts';

interface Asked {
  method?: string;
  path?: string;
  body?: unknown;
}

interface Answered {
  headers?: [string, string][];
  body?: unknown;
}

/** An exchange of an operation, or of none. */
function seen(
  operation: OperationId | undefined,
  asked: Asked,
  status: number,
  answered: Answered = {},
): NotedExchange {
  const { method = 'GET', path = '/x', body } = asked;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    ...{ case: 'a case', rules: [], at: 0, broken: [], status, headers: answered.headers ?? [] },
    ...(operation && { operation }),
    text: JSON.stringify(answered.body ?? {}),
    request: { method, url: `http://target/v2${path}`, headers: [], ...(text !== undefined && { body: text }) },
  };
}

const asked = (method: string, status: number, headers: [string, string][] = []) =>
  seen(undefined, { method }, status, { headers });

const update = (threshold: object, status: number, answer: object = {}) =>
  seen('updateSimCardDataUsageNotification', { method: 'PATCH', body: { threshold } }, status, {
    body: { data: { threshold: answer } },
  });

const [held, gone] = [{ errors: '', status: 'pending', expired_at: '2026-11-22T12:00:00Z' }, { errors: 'held' }];
const reserved = (status: string | undefined, ...phone_numbers: object[]) =>
  seen('createNumberReservation', { method: 'POST' }, 201, { body: { data: { status, phone_numbers } } });

const list = (path: string, body: object) => seen('listDirDocumentTypes', { path }, 200, { body });
const page = (size: string, meta: object) => list(`/dir/document_types${size}`, { data: [], meta });
const linked = (...sizes: string[]) =>
  list('/dir/document_types', { data: [], links: sizes.map((size) => `/x?page%5Bsize%5D=${size}`) });

const sent = (length: number, status: number) =>
  seen('createEmailMessage', { method: 'POST', body: 'x'.repeat(length) }, status);

const shown: [choice: keyof Choices, what: string, exchanges: NotedExchange[], value: unknown][] = [
  ['headMethod', 'a head that came', [asked('HEAD', 200)], 'answered'],
  ['headMethod', 'one that is not allowed', [asked('HEAD', 405)], 'refused'],
  ['headMethod', 'one that is not found', [asked('HEAD', 404)], 'refused'],
  ['headMethod', 'one that is elsewhere', [asked('HEAD', 301)], undefined],
  ['headMethod', 'one that broke the service', [asked('HEAD', 500)], undefined],
  ['headMethod', 'one that came, and one that did not', [asked('HEAD', 200), asked('HEAD', 405)], undefined],
  ['headMethod', 'an answer to another method', [asked('GET', 200)], undefined],
  ['optionsMethod', 'an answer without content', [asked('OPTIONS', 204)], 'answered204'],
  ['optionsMethod', 'an answer', [asked('OPTIONS', 200)], 'answered200'],
  ['optionsMethod', 'a refusal', [asked('OPTIONS', 405)], 'refused'],
  ['optionsMethod', 'credentials that are asked for', [asked('OPTIONS', 401)], undefined],
  ['optionsMethod', 'an answer to another method', [asked('GET', 200)], undefined],
  ['allowHeader', 'a header', [asked('PUT', 405, [['allow', 'GET']])], 'shown'],
  ['allowHeader', 'none', [asked('PUT', 405)], 'absent'],
  ['allowHeader', 'a header of another refusal', [asked('PUT', 404, [['allow', 'GET']])], undefined],
  ['wwwAuthenticate', 'a header', [asked('GET', 401, [['WWW-Authenticate', 'Bearer']])], 'shown'],
  ['wwwAuthenticate', 'none', [asked('GET', 401)], 'absent'],
  ['partOfThreshold', 'a refusal of the form', [update({ unit: 'MB' }, 422)], 'refused'],
  ['partOfThreshold', 'a refusal of who asks', [update({ unit: 'MB' }, 403)], undefined],
  ['partOfThreshold', 'an amount of nothing', [update({ unit: 'GB' }, 200, { amount: '0.0' })], 'completed'],
  ['partOfThreshold', 'an amount of before', [update({ unit: 'GB' }, 200, { amount: '5.0' })], 'merged'],
  ['partOfThreshold', 'no amount', [update({ unit: 'GB' }, 200)], undefined],
  ['partOfThreshold', 'an amount of null', [update({ unit: 'GB' }, 200, { amount: null })], undefined],
  ['partOfThreshold', 'a unit that nobody knows', [update({ unit: 'KB' }, 422)], undefined],
  ['partOfThreshold', 'a whole threshold', [update({ unit: 'MB', amount: '0.0' }, 200, { amount: '0.0' })], undefined],
  ['partlyHeld', 'numbers of which one is held', [reserved('pending', held, gone)], 'pending'],
  ['partlyHeld', 'numbers none of which is held', [reserved('failed', gone)], undefined],
  [
    'holdMinutes',
    'a number that is held for a time',
    [reserved('pending', { created_at: '2026-11-22T11:30:01Z', expired_at: '2026-11-22T12:00:00Z' })],
    30,
  ],
  ['holdMinutes', 'a number that could not be held', [reserved('failed', gone)], undefined],
  ['partlyHeld', 'numbers that all are held', [reserved('pending', held)], undefined],
  ['partlyHeld', 'a reservation without status', [reserved(undefined, held, gone)], undefined],
  ['noneHeld', 'numbers none of which is held', [reserved('failed', gone)], 'failed'],
  ['noneHeld', 'no numbers', [reserved('failed')], undefined],
  ['pagesOfNothing', 'no pages', [page('', { total_results: 0, total_pages: 0 })], 0],
  ['pagesOfNothing', 'one page', [page('', { total_results: 0, total_pages: 1 })], 1],
  ['pagesOfNothing', 'pages of no items', [page('?page[size]=0', { total_results: 0, total_pages: 0 })], undefined],
  ['pagesOfNothing', 'a page that tells no pages', [page('', { total_results: 0 })], undefined],
  ['pagesOfNothing', 'a page that tells null', [page('', { total_results: 0, total_pages: null })], undefined],
  ['pagesOfNothing', 'a list of something', [page('', { total_results: 1, total_pages: 1 })], undefined],
  ['documentTypesDefaultSize', 'links that say it', [linked('25', '25')], 25],
  ['documentTypesDefaultSize', 'links that say two', [linked('25', '50')], undefined],
  ['documentTypesDefaultSize', 'a page of more', [page('', { page_size: 25, total_results: 40 })], 25],
  ['documentTypesDefaultSize', 'a page of all', [page('', { page_size: 25, total_results: 25 })], undefined],
  ['documentTypesDefaultSize', 'a size that is a text', [page('', { page_size: '25', total_results: 40 })], undefined],
  ['documentTypesDefaultSize', 'a size of null', [page('', { page_size: null, total_results: 40 })], undefined],
  ['documentTypesDefaultSize', 'links that say no size', [linked('0')], undefined],
  ['bodyLimit', 'a body that was read, and one that was a byte too large', [sent(90, 202), sent(91, 413)], 90],
  ['bodyLimit', 'one that was much too large', [sent(90, 202), sent(99, 413)], undefined],
  [
    'bodyLimit',
    'one that was as large as ours may be, and one that was a byte too large',
    [sent(ours.bodyLimit, 202), sent(ours.bodyLimit + 1, 413)],
    ours.bodyLimit,
  ],
  ['bodyLimit', 'one that was larger than ours may be', [sent(ours.bodyLimit + 1, 202)], 64_000_000],
];
for (const [choice, what, exchanges, value] of shown) {
  test(`${choice} is ${value ?? 'not settled'} by ${what}`, () => {
    expect(measuredChoices(exchanges)[choice]).toBe(value);
  });
}
