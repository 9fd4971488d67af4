import { expect, test } from 'vitest';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { loadRegister } from '../../../spec/register.ts';
import type { OperationId } from '../../../spec/types.ts';
import { Answer } from './answer.ts';
import { inspect, operationAt } from './contract.ts';

function rulesOf(
  operation: OperationId,
  status: number,
  body: unknown,
  type = 'application/json',
  method = 'GET',
): string[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = { method, url: 'http://a.example/v2/x', headers: [] };
  const headers = [['Content-Type', type]] as [string, string][];
  return inspect(new Answer({ operation, status, headers, text, request })).map(({ rule }) => rule);
}

const meta = { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 };

test('paths lead to their operations', () => {
  expect(operationAt('PATCH', '/sim_card_data_usage_notifications/x')).toBe('updateSimCardDataUsageNotification');
  expect(operationAt('GET', '/emails/1?a=b')).toBe('getEmail');
  expect(operationAt('DELETE', '/emails/1')).toBeUndefined();
  expect(operationAt('GET', '/nothing')).toBeUndefined();
});

const oddIds = [
  ...['%2F..%2F', 'a%2fb', '%5C', 'a%5Cb', '.', '..', '%2e%2E', '', 'a//b', 'a;b', 'a%3Bb', '%252F'],
  ...['%00', 'a%0Ab', '%FF', '%', '{id}', '\\', 'x'.repeat(256)],
];
for (const id of oddIds) {
  test(`a path that others may read as another one leads to no operation: ${JSON.stringify(id).slice(0, 20)}`, () => {
    expect(operationAt('PATCH', `/sim_card_data_usage_notifications/${id}`)).toBeUndefined();
    expect(operationAt('GET', `/email_messages/${id}`)).toBeUndefined();
  });
}

const plainIds = ['not-a-uuid', 'null', '-1', 'a..b', "'%20OR%201=1--", '%F0%9F%98%80', 'x'.repeat(255)];
for (const id of plainIds) {
  test(`a malformed id that all read alike leads to the operation: ${id.slice(0, 20)}`, () => {
    expect(operationAt('PATCH', `/sim_card_data_usage_notifications/${id}?a=%2F`)).toBe(
      'updateSimCardDataUsageNotification',
    );
  });
}

test('a refusal in another form than the standard error body breaks the source on one of the five operations only', () => {
  const page = { detail: 'Not Found' };
  expect(rulesOf('updateSimCardDataUsageNotification', 404, page)).toEqual(['ERR-1']);
  expect(rulesOf('getEmailMessage', 404, page)).toEqual(['EMAIL-GET-4']);
  expect(rulesOf('getEmailMessage', 422, '<html>', 'text/html')).toEqual(['EMAIL-GET-6', 'EMAIL-GET-6']);
  for (const status of [400, 401, 403, 404, 405, 410, 422, 500]) {
    const broken = rulesOf('getEmailMessage', status, page).map((rule) => loadRegister().get(rule as RuleId)?.basis);
    expect(new Set(broken), String(status)).toEqual(new Set(['assumption']));
  }
});

test('a good answer breaks no rule', () => {
  expect(rulesOf('listDirDocumentTypes', 200, { data: [], meta })).toEqual([]);
});

test('a mismatch is charged to the rule that owns the place', () => {
  expect(rulesOf('listDirDocumentTypes', 200, { data: [], meta: { ...meta, page_size: 'x' } })).toEqual(['PAGE-2']);
  expect(rulesOf('listRecentAiMissionRuns', 201, { data: [], meta })).toEqual(['PAGE-6']);
  expect(rulesOf('createEmailMessage', 200, { data: 7 })).toEqual(['EMAIL-ANS-3', 'EMAIL-ANS-4']);
});

test('another content type and a body that is no JSON belong to the rule about JSON', () => {
  expect(rulesOf('listDirDocumentTypes', 200, '<html>', 'text/html')).toEqual(['HTTP-1', 'HTTP-1']);
  for (const type of ['application/json; charset=utf-8', 'application/json ;charset=utf-8', 'Application/JSON'])
    expect(rulesOf('listDirDocumentTypes', 200, { data: [], meta }, type), type).toEqual([]);
  const others = [
    'application/jsonp',
    'application/json-patch+json',
    'application/problem+json',
    'text/application/json',
  ];
  for (const type of others)
    expect(rulesOf('listDirDocumentTypes', 200, { data: [], meta }, type), type).toEqual(['HTTP-1']);
});

test('500 belongs to the rule about 500', () => {
  const errors = [{ code: '10007', title: 'Unexpected error' }];
  expect(rulesOf('listDirDocumentTypes', 500, { errors })).toContain('HTTP-12');
});

test('the title of 10007 belongs to a rule of its own, that of another code does not', () => {
  const titled = (code: string, title: string) =>
    rulesOf('updateSimCardDataUsageNotification', 422, { errors: [{ code, title }] });
  expect(titled('10007', 'Another')).toEqual(['ERR-9']);
  expect(titled('10007', 'Unexpected error')).toEqual([]);
  expect(titled('10015', 'Another')).toEqual([]);
});

test('a status that the contract does not name breaks a rule as a success and as a failure of the server, not as a refusal', () => {
  const errors = [{ code: '10015', title: 'No' }];
  expect(rulesOf('listDirDocumentTypes', 201, { data: [], meta })).toEqual(['PAGE-6']);
  expect(rulesOf('listDirDocumentTypes', 503, { errors })).toEqual(['ERR-13']);
  expect(rulesOf('listDirDocumentTypes', 418, { errors })).toEqual([]);
});

test('what has no body by its nature is not missing one', () => {
  expect(rulesOf('listDirDocumentTypes', 200, '')).toEqual(['DIR-2']);
  expect(rulesOf('listDirDocumentTypes', 200, '', 'text/html', 'HEAD')).toEqual([]);
  expect(rulesOf('listDirDocumentTypes', 304, '')).toEqual([]);
});

test('a target without the legacy route for reading says that as it likes, and nothing else', () => {
  const page = { detail: 'Not Found' };
  for (const status of [404, 405]) expect(rulesOf('getEmail', status, page), String(status)).toEqual([]);
  for (const status of [403, 410]) expect(rulesOf('getEmail', status, page), String(status)).toEqual(['ERR-13']);
});

const id = '11111111-1111-4111-8111-111111111111';
const time = '2026-11-22T10:00:00.000Z';
const lists = { to: [{ email: 'a@b.example' }], cc: [], bcc: [], attachments: [], events: [] };
const message = {
  ...{ id, record_type: 'email_message', status: 'queued', created_at: time, ...lists },
  ...{ from: { email: 'a@b.example' }, reply_to: null, subject: 'Hi', template_id: null, template_variables: {} },
};
const { reply_to: _reply, ...withoutReply } = message;
const { subject: _subject, ...withoutSubject } = message;
const seconds = '2026-11-22T10:00:00Z';
const run = { run_id: id, mission_id: id, status: 'running', started_at: seconds, updated_at: seconds };
const read = (data: object) => rulesOf('getEmailMessage', 200, { data });
const listed = (...data: object[]) => rulesOf('listRecentAiMissionRuns', 200, { data, meta });
const nothings: [what: string, good: () => string[], bad: () => string[]][] = [
  ['a member that may be null is left out', () => read(withoutReply), () => read(withoutSubject)],
  [
    'false where true alone is known',
    () => read({ ...message, sandbox: false }),
    () => read({ ...message, sandbox: 1 }),
  ],
  [
    'a null that the contract does not name',
    () => read({ ...message, scheduled_at: null }),
    () => read({ ...message, scheduled_at: false }),
  ],
  [
    'the same in all entries of a list',
    () => listed({ ...run, finished_at: null }, { ...run, finished_at: null, error: null }),
    () => listed({ ...run, finished_at: null }, { ...run, finished_at: false }),
  ],
];
for (const [what, good, bad] of nothings) {
  test(`what says nothing breaks nothing: ${what}`, () => {
    expect(read(message)).toEqual([]);
    expect(good()).toEqual([]);
    expect(bad()).toHaveLength(1);
  });
}

const shownRun = { ...run, mission_id: 7 };
const told: [
  what: string,
  operation: OperationId,
  status: number,
  body: unknown,
  type: string | undefined,
  found: string[][],
][] = [
  [
    'a 500',
    'listDirDocumentTypes',
    500,
    { errors: [{ code: '10007', title: 'Unexpected error' }] },
    'application/json',
    [
      ['HTTP-12', 'an answer other than 500', '500 BODY'],
      ['HTTP-12', 'one of the statuses 200, 401, 422', '500 BODY'],
    ],
  ],
  [
    'another title of 10007',
    'listDirDocumentTypes',
    404,
    { errors: [{ code: '1' }, { code: '10007', title: 'No' }] },
    'application/json',
    [
      ['ERR-9', 'the title `Unexpected error` of 10007', '404 BODY'],
      ['ERR-2', "/errors/0 must have required property 'title'", '{"code":"1"} in 404 BODY'],
    ],
  ],
  [
    'a success that is not named',
    'listDirDocumentTypes',
    201,
    { data: [], meta },
    'application/json',
    [['PAGE-6', 'one of the statuses 200, 401, 422', '201 BODY']],
  ],
  [
    'one that is no success by its body either',
    'listDirDocumentTypes',
    201,
    { data: 7, meta },
    'application/json',
    [
      ['PAGE-6', 'one of the statuses 200, 401, 422', '201 BODY'],
      ['DIR-2', '/data must be a list', '7 in 201 BODY'],
    ],
  ],
  [
    'a failure that is not named',
    'listDirDocumentTypes',
    503,
    { errors: [] },
    'application/json',
    [
      ['ERR-13', 'one of the statuses 200, 401, 422', '503 BODY'],
      ['ERR-14', '/errors must NOT have fewer than 1 items', '[] in 503 BODY'],
    ],
  ],
  [
    'a page',
    'listDirDocumentTypes',
    200,
    '<html>',
    'text/html',
    [
      ['HTTP-1', 'the content type application/json', 'the content type text/html'],
      ['HTTP-1', 'a body that parses as JSON', '200 BODY'],
    ],
  ],
  [
    'a body without a type',
    'listDirDocumentTypes',
    200,
    { data: [], meta },
    undefined,
    [['HTTP-1', 'the content type application/json', 'the content type none']],
  ],
  [
    'another type of a member',
    'listRecentAiMissionRuns',
    200,
    { data: [shownRun], meta },
    'application/json',
    [['RUN-4', '/data/0/mission_id must be a UUID', '7 in 200 BODY']],
  ],
  [
    'a member that is absent',
    'listDirDocumentTypes',
    200,
    { data: [] },
    'application/json',
    [['PAGE-1', "the body must have required property 'meta'", '200 BODY']],
  ],
  [
    'another type of the body',
    'listDirDocumentTypes',
    200,
    [],
    'application/json',
    [['DIR-2', 'the body must be an object', '200 BODY']],
  ],
  [
    'another value than the only one',
    'getEmailMessage',
    200,
    { data: { ...message, record_type: 'x' } },
    'application/json',
    [['EMAIL-ANS-5', '/data/record_type must be equal to constant "email_message"', '"x" in 200 BODY']],
  ],
  [
    'an id that is none',
    'getEmailMessage',
    200,
    { data: { ...message, id: 'x' } },
    'application/json',
    [['EMAIL-ANS-5', '/data/id must be a UUID', '"x" in 200 BODY']],
  ],
];
for (const [what, operation, status, body, type, found] of told) {
  test(`what breaks the contract is told with what it says and what came: ${what}`, () => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const request = { method: 'GET', url: 'http://a.example/v2/x', headers: [] };
    const headers = type === undefined ? [] : [['Content-Type', type] as const];
    const answer = new Answer({ operation, status, headers, text, request });
    const all = inspect(answer);
    const shownText = `${answer}`.slice(4);
    expect(all.map((one) => [one.rule, one.expected, one.actual.replace(shownText, 'BODY')])).toEqual(found);
    expect(all.every((one) => one.answer === answer)).toBe(true);
  });
}

test('a long value that breaks the contract is shown by its beginning', () => {
  const textOf = (length: number) => JSON.stringify({ data: { ...message, subject: ['x'.repeat(length)] } });
  const request = { method: 'GET', url: 'http://a.example/v2/x', headers: [] };
  const headers = [['Content-Type', 'application/json']] as [string, string][];
  const said = (length: number) =>
    inspect(new Answer({ operation: 'getEmailMessage', status: 200, headers, text: textOf(length), request }))[0]
      ?.actual;
  expect(said(196)).toMatch(/^\["x{196}"\] in 200 /);
  expect(said(197)).toMatch(/^\["x{197}"\.\.\. in 200 /);
});
