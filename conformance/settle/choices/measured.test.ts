import { expect, test } from 'vitest';
import { type Choices, ours } from '../../../spec/generated/choices.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { measuredChoices } from './measured.ts';

interface Asked {
  method?: string;
  path?: string;
  headers?: [string, string][];
  body?: unknown;
  rules?: RuleId[];
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
  const { method = 'GET', path = '/x', headers = [], body, rules = [] } = asked;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    ...{ case: 'a case', rules, at: 0, broken: [], status, headers: answered.headers ?? [] },
    ...(operation && { operation }),
    text: JSON.stringify(answered.body ?? {}),
    request: { method, url: `http://target/v2${path}`, headers, ...(text !== undefined && { body: text }) },
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

/** A page of 70 items, of which so many came; a refusal where none is said. */
const sized = (size: number | string, came?: number) => {
  const path = `/dir/document_types?page[size]=${size}`;
  const meta = { total_results: 70, page_size: came };
  return came === undefined ? seen('listDirDocumentTypes', { path }, 422) : list(path, { data: [], meta });
};
const runs = (search: string, status: number, body: object) =>
  seen('listRecentAiMissionRuns', { path: `/ai/missions/runs${search}` }, status, { body });

const [number, times] = ['+447700900123', { created_at: '2026-11-22T11:00:00Z', expired_at: '2026-11-22T12:00:00Z' }];
const reservedWith = (status: number, ...phone_numbers: object[]) =>
  seen('createNumberReservation', { method: 'POST' }, status, { body: { data: { status: 'failed', phone_numbers } } });

/** An update of an id that nobody has. */
const unknown = (body: unknown, status = 404) =>
  seen('updateSimCardDataUsageNotification', { method: 'PATCH', body, rules: ['SIM-24'] }, status);
const [wrong, broken] = [{ threshold: { unit: 'KB' } }, '{"threshold":'];
const emptied = (status: number, id: string, type = 'application/json', search = '') =>
  seen(
    'updateSimCardDataUsageNotification',
    { method: 'PATCH', path: `/x/${id}${search}`, headers: [['Content-Type', type]], body: {} },
    status,
  );
const ids = ['0f6a3c1e-5b7d-4a9f-8e21-3c4d5e6f7081', '1a7b4d2f-6c8e-4bb0-9f32-4d5e6f708192'] as const;

const sent = (length: number, status: number, letter = 'x') =>
  seen('createEmailMessage', { method: 'POST', body: letter.repeat(length) }, status);
const parent = '2119a97e-111e-45ab-94d5-6840557d949a';
const reply = (status: number, ...details: unknown[]) =>
  seen('createEmailMessage', { method: 'POST', body: { in_reply_to_message_id: parent } }, status, {
    body: { errors: details.map((detail) => ({ detail })) },
  });

/** What somebody sent whose credentials are no good. */
const ofNobody = (body: string, status: number, type = 'application/json', rules: RuleId[] = ['EMAIL-IDEM-25']) =>
  seen('createEmailMessage', { method: 'POST', headers: [['Content-Type', type]], body, rules }, status);

/** A refusal that tells faults at these places. */
const told = (status: number, about: Asked & { of?: OperationId }, ...pointers: string[]) =>
  seen(about.of, about, status, { body: { errors: pointers.map((pointer) => ({ source: { pointer } })) } });
const several = ['/c', '/d', '/e'].map((pointer) => told(422, {}, '/a', pointer));
const twofold = { of: 'updateSimCardDataUsageNotification', body: { sim_card_id: 'none', threshold: 7 } } as const;
const bare = { of: 'createEmailMessage', body: {} } as const;

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
  ['bodyLimit', 'bytes, of which a letter may have several', [sent(60, 202, 'é'), sent(121, 413)], 120],
  ['bodyLimit', 'the largest that was read', [sent(90, 202), sent(50, 202), sent(95, 301), sent(91, 413)], 90],
  ['bodyLimit', 'a byte more that was refused for something else', [sent(90, 202), sent(91, 422)], undefined],
  [
    'documentTypesDefaultSize',
    'a refusal',
    [seen('listDirDocumentTypes', {}, 422, { body: { meta: { page_size: 2, total_results: 40 } } })],
    undefined,
  ],
  [
    'documentTypesDefaultSize',
    'a size that was asked for',
    [page('?page[size]=7', { page_size: 7, total_results: 40 })],
    undefined,
  ],
  [
    'documentTypesDefaultSize',
    'links beside one that is none',
    [list('/dir/document_types', { data: [], links: ['http://[', '/x?page%5Bsize%5D=1'] })],
    1,
  ],
  ['documentTypesLargestSize', 'a size of a million', [sized(1_000_000, 70)], 1_000_000],
  ['documentTypesLargestSize', 'a size of more than a million', [sized(1_000_001, 70)], undefined],
  ['documentTypesLargestSize', 'a size of a thousand', [sized(1000, 70)], undefined],
  ['documentTypesLargestSize', 'a size of one, and four that are refused', [sized(1, 1), sized(4)], 1],
  ['documentTypesLargestSize', 'a size of one, and five that are refused', [sized(1, 1), sized(5)], undefined],
  ['documentTypesLargestSize', 'the first of two that are refused', [sized(25, 25), sized(1000), sized(100)], 25],
  ['documentTypesLargestSize', 'a size below one that is refused', [sized(50, 50), sized(100), sized(300, 70)], 50],
  [
    'documentTypesLargestSize',
    'pages that ask for nothing else',
    [sized(25, 25), sized('30&page[number]=3', 10), sized(100, 70), sized(250)],
    100,
  ],
  [
    'documentTypesLargestSize',
    'refusals, not what breaks the service',
    [sized(25, 25), { ...sized(50), status: 503 }, sized(100, 70), sized(250)],
    100,
  ],
  ['pagesOfNothing', 'two pages', [page('', { total_results: 0, total_pages: 2 })], 1],
  [
    'pagesOfNothing',
    'pages of no items and of no items',
    [page('?page[size]=0&page[size]=0', { total_results: 0, total_pages: 1 })],
    1,
  ],
  [
    'pagesOfNothing',
    'a refusal',
    [seen('listDirDocumentTypes', {}, 422, { body: { meta: { total_results: 0, total_pages: 1 } } })],
    undefined,
  ],
  ['entriesTold', 'an entry for two faults', [runs('?page[size]=-1&page[number]=0', 422, { detail: [{}] })], 'first'],
  ['entriesTold', 'entries of a success', [runs('', 200, { detail: [{}, {}] })], undefined],
  ['entriesTold', 'no entry', [runs('?page[size]=-1&page[number]=0', 422, { detail: 'No' })], undefined],
  ['entriesTold', 'an entry for a number', [runs('?page[size]=0&page[number]=0', 422, { detail: [{}] })], undefined],
  ['entriesTold', 'an entry for a size', [runs('?page[size]=-1&page[number]=1', 422, { detail: [{}] })], undefined],
  ['entriesTold', 'an entry for a size alone', [runs('?page[size]=-1', 422, { detail: [{}] })], undefined],
  [
    'holdMinutes',
    'the first number that is held',
    [reserved('pending', { ...times, errors: 'held' }, { ...times, created_at: '2026-11-22T11:30:31Z' })],
    29,
  ],
  ['holdMinutes', 'a hold that does not say when it began', [reserved('pending', held)], undefined],
  ['unavailableExpiry', 'a number without an end beside one that is held', [reserved('pending', held, gone)], 'absent'],
  ['unavailableExpiry', 'a number that is held', [reserved('pending', held)], undefined],
  ['unavailableNumber', 'numbers beside others', [reserved('pending', held, gone)], undefined],
  ['unavailableNumber', 'a refusal of the form', [reserved('pending', held, gone), reservedWith(422)], undefined],
  ['noneHeld', 'numbers of a refusal', [reservedWith(409, gone)], undefined],
  ['unknownNumber', 'an entry that says nothing', [reservedWith(201, { phone_number: number })], undefined],
  [
    'unknownNumber',
    'the end of a hold of somebody else',
    [reservedWith(201, { phone_number: number, errors: 'held', ...times })],
    'unavailable',
  ],
  ['partOfThreshold', 'another refusal of the form', [update({ unit: 'GB' }, 400)], 'refused'],
  ['partOfThreshold', 'what broke the service', [update({ unit: 'GB' }, 500, { amount: '5.0' })], undefined],
  ['idAndBody', 'an unreadable body, whatever came then', [unknown(broken), unknown(wrong)], 'idBeforeReading'],
  ['idAndBody', 'a wrong body, whatever came then', [unknown(wrong), unknown({}), unknown(broken, 400)], 'idFirst'],
  ['idAndBody', 'no body', [unknown(undefined)], undefined],
  ['idAndBody', 'a body with a known unit', [unknown({ threshold: { unit: 'MB' } })], undefined],
  ['idAndBody', 'a case about something else', [update({ unit: 'KB' }, 404)], undefined],
  [
    'emptyUpdate',
    'a form that is refused',
    [emptied(422, ids[0], 'Application/JSON'), emptied(404, ids[1], 'application/json; charset=utf-8', '?a=b')],
    'refusedKnown',
  ],
  ['emptyUpdate', 'another refusal of the form', [emptied(400, ids[0]), emptied(404, ids[1])], 'refusedKnown'],
  [
    'emptyUpdate',
    'another type',
    [emptied(400, ids[0], 'application/merge-patch+json'), emptied(404, ids[1])],
    undefined,
  ],
  [
    'emptyUpdate',
    'an id that is looked at first',
    [emptied(400, ids[0]), emptied(404, ids[1]), unknown(wrong)],
    undefined,
  ],
  ['trailingSlash', 'a list elsewhere', [seen(undefined, { path: '/x/?a=1' }, 301)], 'redirected301'],
  ['trailingSlash', 'a list elsewhere by its method', [seen(undefined, { path: '/x/' }, 308)], 'redirected308'],
  ['trailingSlash', 'a slash of a query', [seen(undefined, { path: '/x?a=/' }, 200)], undefined],
  ['trailingSlash', 'a path of the contract', [seen('listDirDocumentTypes', { path: '/x/' }, 200)], undefined],
  ['trailingSlash', 'another method', [seen(undefined, { method: 'PUT', path: '/x/' }, 404)], undefined],
  ['messageMember', 'a refusal', [seen('createEmailMessage', {}, 422, { body: { id: 'a', to: [] } })], undefined],
  ['unknownParent', 'the second detail, in capitals', [reply(404, 'Not found', `No ${parent.toUpperCase()}`)], 'named'],
  ['unknownParent', 'a refusal of the form', [reply(422, `Wrong: ${parent}`)], undefined],
  ['unknownParent', 'no detail', [reply(404, null)], undefined],
  ['credentialsAndReading', 'an unreadable body', [ofNobody('{', 401, 'Application/JSON')], 'credentialsFirst'],
  ['credentialsAndReading', 'no body', [ofNobody('', 401)], undefined],
  ['credentialsAndReading', 'a body that can be read', [ofNobody('{"to":1}', 401)], undefined],
  [
    'credentialsAndReading',
    'a case about something else',
    [ofNobody('{', 400, 'application/json', ['HTTP-3'])],
    undefined,
  ],
  ['credentialsAndKey', 'a body that says something', [ofNobody('{"to":1}', 400)], undefined],
  ['credentialsAndPath', 'a path of the contract', [seen('getEmailMessage', {}, 404)], undefined],
  ['credentialsAndPath', 'a refusal of the form', [seen(undefined, {}, 400)], undefined],
  ['faultsTold', 'a success', [told(200, {}, '/a')], undefined],
  ['faultsTold', 'two refusals of several faults', several.slice(1), 'first'],
  ['faultsTold', 'three refusals of several faults', several, 'all'],
  ['faultsTold', 'refusals of one fault each', several.map(() => told(422, {}, '/a')), 'first'],
  ['faultsTold', 'one fault of two kinds', [...several, told(422, twofold, '/threshold')], 'byStage'],
  [
    'faultsTold',
    'one fault of two kinds, and both',
    [...several, told(422, twofold, '/threshold'), told(422, twofold, '/threshold', '/sim_card_id')],
    'all',
  ],
  ['faultsTold', 'one fault of two kinds that broke the service', [...several, told(500, twofold, '/a')], 'all'],
  ['faultsTold', 'a wrong type', [...several, told(422, { ...twofold, body: { threshold: 7 } }, '/a')], 'all'],
  ['faultsTold', 'a wrong value', [...several, told(422, { ...twofold, body: { sim_card_id: 'none' } }, '/a')], 'all'],
  ['faultsTold', 'members of an empty send', [...several, told(422, bare, '/from', '/to')], 'membersFirst'],
  ['faultsTold', 'a member of an empty send', [...several, told(422, bare, '/from', '/from')], 'all'],
  ['faultsTold', 'an empty send that broke the service', [...several, told(500, bare, '/from', '/to')], 'all'],
  ['faultsTold', 'an empty body of no send', [...several, told(422, { body: {} }, '/from', '/to')], 'all'],
  [
    'faultsTold',
    'the subject of one empty send',
    [...several, told(422, bare, '/to', '/subject'), told(422, bare, '/from', '/to')],
    'all',
  ],
];
for (const [choice, what, exchanges, value] of shown) {
  test(`${choice} is ${value ?? 'not settled'} by ${what}`, () => {
    expect(measuredChoices(exchanges)[choice]).toBe(value);
  });
}
