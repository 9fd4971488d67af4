import { expect, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import { type Entry, toExchange, traceEvidence } from './failure.ts';
import type { Mail } from './mailbox.ts';

const url = 'https://staging.example.com/v2/email_messages';
function send(id: string, to: string, subject: string): Answer {
  const request = { method: 'POST', url, headers: [], body: JSON.stringify({ to: [to], subject }) };
  const headers = [['X-Request-Id', id] as const];
  return new Answer({ operation: 'createEmailMessage', status: 202, headers, text: '{}', request });
}
const [toAda, toBob, toAdaAgain] = [
  send('r-1', 'Ada@example.com', 'One'),
  send('r-2', 'bob@example.com', 'Two'),
  send('r-3', 'ada@example.com', 'Three'),
];
const mail = { recipients: ['carol@example.com', 'ada@example.com'], raw: 'Subject: One' } as Mail;
const read = { mail, url: 'http://outbox.example/1', readAt: 'noon' };

const subjects: [label: string, subject: object | undefined, repeated: Answer, judged: number][] = [
  ['an answer repeats its request', toBob, toBob, 1],
  ['a mail repeats the last send before it to a recipient', mail, toAda, 2],
  ['an address repeats the last send to it', { address: 'ADA@example.com' }, toAdaAgain, 3],
  ['an address and a subject repeat their send', { address: 'ada@example.com', subject: 'One' }, toAda, 0],
  ['anything else repeats the last request', undefined, toAdaAgain, 3],
];
for (const [label, subject, repeated, judged] of subjects) {
  test(`a finding about ${label}`, () => {
    expect(traceEvidence([toAda, toBob, read, toAdaAgain], subject)).toEqual({
      curl: repeated.curl,
      requestId: repeated.requestId,
      judged,
    });
  });
}

test('answers, mails and lost exchanges are shown in order', () => {
  const lost = { request: toBob.request, failure: 'the connection broke', failedAt: 'later' };
  const entries: Entry[] = [toAda, read, lost];
  expect(entries.map(toExchange)).toMatchObject([
    { method: 'POST', url, requestBody: toAda.request.body, status: 202, requestId: 'r-1' },
    { url: 'http://outbox.example/1', sentAt: 'noon', body: 'Subject: One' },
    { url, requestBody: toBob.request.body, sentAt: 'later', failure: 'the connection broke' },
  ]);
});
