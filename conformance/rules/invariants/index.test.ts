import { expect, test } from 'vitest';
import type { OperationId } from '../../../spec/types.ts';
import { Answer } from '../../suite/wire/answer.ts';
import { judge } from './index.ts';

/** The mismatches of an answer with such a body; text is sent unchanged. */
function mismatches(operation: OperationId, status: number, body: unknown, type = 'application/json', method = 'GET') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = { method, url: 'http://a.example/v2/x', headers: [] };
  return judge(new Answer({ operation, status, headers: [['Content-Type', type]], text, request })).broken;
}
const rulesOf = (...answer: Parameters<typeof mismatches>) => mismatches(...answer).map(({ rule }) => rule);

const id = '11111111-1111-4111-8111-111111111111';
const time = '2026-11-22T10:00:00.000Z';
const meta = { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 };
const message = {
  ...{ id, record_type: 'email_message', status: 'queued', created_at: time, template_id: null },
  ...{ to: [{ email: 'a@b.example' }], cc: [], bcc: [], attachments: [], events: [], template_variables: {} },
  ...{ from: { email: 'a@b.example' }, reply_to: null, subject: 'Hi' },
};
const seconds = '2026-11-22T10:00:00Z';
const single = { ...meta, total_pages: 1, total_results: 1, page_size: 1 };
const run = { run_id: id, mission_id: id, status: 'running', started_at: seconds, updated_at: seconds };
const { reply_to: _reply, ...withoutReply } = message;
const { subject: _subject, ...withoutSubject } = message;
const fallback = (title: string) => ({ errors: [{ code: '10007', title }] });

const charged: [label: string, answer: Parameters<typeof mismatches>, rules: string[]][] = [
  ['a good answer', ['listDirDocumentTypes', 200, { data: [], meta }], []],
  [
    'a member of another type',
    ['listDirDocumentTypes', 200, { data: [], meta: { ...meta, page_size: 'x' } }],
    ['PAGE-2'],
  ],
  ['an absent member', ['listDirDocumentTypes', 200, { data: [] }], ['PAGE-1']],
  [
    'a member of an entry',
    ['listRecentAiMissionRuns', 200, { data: [{ ...run, mission_id: 7 }], meta: single }],
    ['RUN-4'],
  ],
  ['another constant', ['getEmailMessage', 200, { data: { ...message, record_type: 'x' } }], ['EMAIL-ANS-5']],
  ['a body of another type', ['listDirDocumentTypes', 200, []], ['DIR-2']],
  ['an empty body', ['listDirDocumentTypes', 200, ''], ['DIR-2']],
  ['an answer to HEAD', ['listDirDocumentTypes', 200, '', 'text/html', 'HEAD'], []],
  ['304', ['listDirDocumentTypes', 304, ''], []],
  [
    'a content type with a charset',
    ['listDirDocumentTypes', 200, { data: [], meta }, 'Application/JSON;charset=utf-8'],
    [],
  ],
  [
    'a content type like JSON',
    ['listDirDocumentTypes', 200, { data: [], meta }, 'application/problem+json'],
    ['HTTP-1'],
  ],
  ['an HTML page', ['listDirDocumentTypes', 200, '<html>', 'text/html'], ['HTTP-1']],
  ['an undeclared success', ['listRecentAiMissionRuns', 201, { data: [], meta }], ['PAGE-6']],
  ['an undeclared success with a wrong body', ['createEmailMessage', 200, { data: 7 }], ['EMAIL-ANS-3', 'EMAIL-ANS-4']],
  ['an undeclared failure', ['listDirDocumentTypes', 503, { errors: [{ code: '1', title: 'No' }] }], ['ERR-13']],
  ['an undeclared refusal', ['listDirDocumentTypes', 418, { errors: [{ code: '1', title: 'No' }] }], ['ERR-13']],
  ['500', ['updateSimCardDataUsageNotification', 500, fallback('Unexpected error')], ['HTTP-12']],
  ['10007 with another title', ['updateSimCardDataUsageNotification', 422, fallback('Another')], ['ERR-9']],
  ['another error body', ['updateSimCardDataUsageNotification', 404, { detail: 'Not Found' }], ['ERR-1', 'SIM-23']],
  ['another error body of the supporting read', ['getEmailMessage', 404, { detail: 'Not Found' }], ['EMAIL-GET-4']],
  ['a target without the legacy read', ['getEmail', 404, { detail: 'Not Found' }], []],
  ['the legacy read with 403', ['getEmail', 403, { detail: 'Forbidden' }], ['ERR-13']],
  ['a nullable member left out', ['getEmailMessage', 200, { data: withoutReply }], []],
  ['a required member left out', ['getEmailMessage', 200, { data: withoutSubject }], ['EMAIL-ANS-17']],
  ['false where only true is declared', ['getEmailMessage', 200, { data: { ...message, sandbox: false } }], []],
  ['null in an optional member', ['getEmailMessage', 200, { data: { ...message, scheduled_at: null } }], []],
  [
    'null in each entry',
    [
      'listRecentAiMissionRuns',
      200,
      {
        data: [
          { ...run, error: null },
          { ...run, error: null },
        ],
        meta: { ...single, total_results: 2, page_size: 2 },
      },
    ],
    [],
  ],
];
for (const [label, answer, rules] of charged) {
  test(`${label} ${rules.length > 0 ? `is charged to ${[...new Set(rules)].join(' and ')}` : 'breaks no rule'}`, () => {
    expect(rulesOf(...answer)).toEqual(rules);
  });
}

test('a mismatch shows the place, the value and the answer', () => {
  const [mismatch] = mismatches('listRecentAiMissionRuns', 200, { data: [{ ...run, mission_id: 7 }], meta: single });
  expect(mismatch?.expected).toContain('/data/0/mission_id');
  expect(mismatch?.actual).toMatch(/^7 in 200 \{"data":/);
});
