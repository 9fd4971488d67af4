import { expect, test } from 'vitest';
import { findNode, type Json, spellOut } from './json.ts';
import { findAcceptanceOwner, findOwner, findRefusalOwner, findStatusOwner } from './ownership.ts';
import { document, validators } from './testing/contract.ts';
import type { OperationId } from './types.ts';

/** A named example of the contract, so that every case starts from a valid answer. */
function example(operation: OperationId, status: number, name: string): Json {
  const spec = document.operations.find(({ id }) => id === operation);
  const content = spec?.responses.get(String(status))?.replace(/\/schema$/, `/examples/${name}/value`) ?? '';
  return structuredClone(findNode(document.json, content)) as Json;
}

/** Sets the value at a path of property names and indexes; undefined deletes it. */
function broken(body: Json, path: (string | number)[], value: unknown): Json {
  const last = path.at(-1) as string;
  const holder = path.slice(0, -1).reduce((node: unknown, step) => (node as Json)[step], body) as Json;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return body;
}

type Case = [OperationId, number, string, (string | number)[], unknown, string];

const cases: Case[] = [
  ['updateSimCardDataUsageNotification', 200, 'updated', ['data'], undefined, 'SIM-2'],
  ['updateSimCardDataUsageNotification', 200, 'updated', ['data', 'id'], 'seven', 'SIM-3'],
  ['updateSimCardDataUsageNotification', 200, 'updated', ['data', 'record_type'], 'sim', 'SIM-5'],
  ['updateSimCardDataUsageNotification', 200, 'updated', ['data', 'threshold', 'amount'], 4, 'SIM-6'],
  ['updateSimCardDataUsageNotification', 401, 'authenticationFailed', ['errors', 0, 'title'], undefined, 'ERR-2'],
  ['createNumberReservation', 200, 'partlyHeld', ['data', 'phone_numbers', 0, 'id'], 7, 'RSV-8'],
  ['createNumberReservation', 200, 'partlyHeld', ['data', 'status'], 'held', 'RSV-12'],
  ['listDirDocumentTypes', 200, 'firstPage', ['meta', 'page_size'], undefined, 'PAGE-2'],
  ['listDirDocumentTypes', 200, 'firstPage', ['data', 1], 'letter', 'DIR-2'],
  ['listRecentAiMissionRuns', 200, 'firstPage', ['data', 0, 'status'], undefined, 'RUN-9'],
  ['listRecentAiMissionRuns', 200, 'firstPage', ['data', 0, 'status'], 'done', 'RUN-10'],
  ['listRecentAiMissionRuns', 200, 'firstPage', ['data', 0, 'started_at'], '2026-10-30T18:41:09+00:00', 'RUN-6'],
  ['listRecentAiMissionRuns', 422, 'pageNumberZero', ['detail', 0, 'msg'], undefined, 'RUN-23'],
  ['listRecentAiMissionRuns', 422, 'pageNumberZero', ['detail'], [], 'RUN-26'],
  ['createEmailMessage', 202, 'queued', ['data'], undefined, 'EMAIL-ANS-4'],
  ['createEmailMessage', 202, 'queued', ['data', 'to', 0, 'email'], 'nobody', 'EMAIL-ANS-6'],
  ['createEmail', 202, 'queued', ['data', 'to', 0, 'email'], undefined, 'EMAIL-ANS-6'],
  ['createEmailMessage', 422, 'allSuppressed', ['suppressed'], 'all', 'EMAIL-SUPP-14'],
  ['createEmailMessage', 422, 'allSuppressed', ['errors'], [], 'ERR-14'],
  ['createEmailMessage', 422, 'invalidAddress', ['errors', 0, 'source', 'pointer'], 'to', 'ERR-4'],
  ['getEmailMessage', 200, 'sent', ['data', 'html_body'], undefined, 'EMAIL-GET-7'],
];

for (const [operation, status, name, path, value, rule] of cases) {
  test(`${operation} ${status}: ${path.join('.')} = ${JSON.stringify(value)} breaks ${rule}`, () => {
    const body = broken(example(operation, status, name), path, value);
    const violation = validators.responseBody(operation, status, body);
    expect(violation).toBeDefined();
    if (violation) expect(findOwner(document, violation.schemaPath, violation.keyword, violation.missing)).toBe(rule);
  });
}

test('an answer under an undeclared status is judged by the default error', () => {
  const violation = validators.responseBody('createNumberReservation', 418, { error: 'teapot' });
  expect(violation?.missing).toBe('errors');
  expect(findOwner(document, violation?.schemaPath ?? '', 'required', 'errors')).toBe('ERR-1');
});

test('a refused parameter belongs to its rule', () => {
  const owner = (operation: OperationId, name: string, value: string) => {
    const result = validators.parameter(operation, name, value);
    return 'violation' in result
      ? findOwner(document, result.violation.schemaPath, result.violation.keyword)
      : undefined;
  };
  expect(owner('listRecentAiMissionRuns', 'page[size]', '1001')).toBe('RUN-20');
  expect(owner('listDirDocumentTypes', 'page[size]', '1001')).toBe('PAGE-10');
  expect(owner('createEmail', 'Idempotency-Key', '')).toBe('EMAIL-IDEM-5');
  expect(owner('updateSimCardDataUsageNotification', 'id', 'seven')).toBe('SIM-18');
  expect(owner('getEmail', 'id', 'seven')).toBe('EMAIL-GET-6');
});

test('a refused body member belongs to its rule', () => {
  const owner = (body: Json) => {
    const violation = validators.requestBody('createEmailMessage', body);
    return violation && findOwner(document, violation.schemaPath, violation.keyword, violation.missing);
  };
  const message = { from: 'a@example.com', to: ['b@example.com'] };
  expect(owner(message)).toBeUndefined();
  expect(owner({ to: message.to })).toBe('EMAIL-FROM-4');
  expect(owner({ ...message, to: [] })).toBe('EMAIL-RCPT-9');
  expect(owner({ ...message, headers: { 'X-Note': 'a\nb' } })).toBe('EMAIL-HDR-7');
  expect(owner({ ...message, group_id: 'seven' })).toBe('EMAIL-GROUP-4');
});

test('a value of a request belongs to the rule about requests, not about answers', () => {
  const update = spellOut(
    document.json,
    '/paths/~1sim_card_data_usage_notifications~1{id}/patch/requestBody/content/application~1json/schema/properties',
  );
  const threshold = `${update}/threshold/$ref`;
  expect(findOwner(document, threshold, 'type')).toBe('SIM-6');
  expect(findRefusalOwner(document, threshold, 'type')).toBe('SIM-21');
  expect(findRefusalOwner(document, `${threshold}/properties/unit`, 'enum')).toBe('SIM-21');
  expect(findRefusalOwner(document, `${threshold}/properties/amount`, 'pattern')).toBe('SIM-22');
  expect(findRefusalOwner(document, `${update}/sim_card_id/$ref`, 'format')).toBe('SIM-20');
  expect(findAcceptanceOwner(document, `${threshold}/properties/unit`, 'enum')).toBe('SIM-1');
  expect(findAcceptanceOwner(document, `${threshold}/properties/amount`, 'pattern')).toBe('SIM-22');
  expect(findAcceptanceOwner(document, `${update}/id/$ref`, 'sent')).toBe('SIM-12');
});

test('a status belongs to its rule, declared or not', () => {
  expect(findStatusOwner(document, 'updateSimCardDataUsageNotification', 401)).toBe('AUTH-4');
  expect(findStatusOwner(document, 'listDirDocumentTypes', 401)).toBe('AUTH-5');
  expect(findStatusOwner(document, 'createNumberReservation', 503)).toBe('RSV-30');
  expect(findStatusOwner(document, 'createEmail', 503)).toBe('EMAIL-IDEM-28');
  expect(findStatusOwner(document, 'createEmailMessage', 200)).toBe('EMAIL-ANS-3');
  expect(findStatusOwner(document, 'updateSimCardDataUsageNotification', 204)).toBe('SIM-2');
  expect(findStatusOwner(document, 'updateSimCardDataUsageNotification', 199)).toBe('ERR-13');
  expect(findStatusOwner(document, 'updateSimCardDataUsageNotification', 300)).toBe('ERR-13');
  expect(findStatusOwner(document, 'noSuchOperation' as OperationId, 200)).toBeUndefined();
  expect(findStatusOwner(document, 'getEmailMessage', 418)).toBe('ERR-13');
  expect(findStatusOwner(document, 'listRecentAiMissionRuns', 500)).toBe('HTTP-12');
  expect(findStatusOwner(document, 'createEmailMessage', 429)).toBe('HTTP-13');
});
