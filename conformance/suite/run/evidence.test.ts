import { expect, test } from 'vitest';
import type { Mail } from '../calls/mailbox.ts';
import { SentTo } from '../calls/subject.ts';
import { Answer } from '../wire/answer.ts';
import type { HeaderPairs } from '../wire/exchange.ts';
import { Evidence } from './evidence.ts';

const url = 'https://staging.example.com/v2/email_messages';

/** A send to these, its answer with a request id. */
function send(id: string, to: readonly string[], subject = 'Hello'): Answer {
  const request = { method: 'POST', url, headers: [['X-A', '1']] as const, body: JSON.stringify({ to, subject }) };
  const headers: HeaderPairs = [['X-Request-Id', id]];
  return new Answer({ operation: 'createEmailMessage', status: 202, headers, text: '{}', request });
}

const read = new Answer({
  operation: 'getEmailMessage',
  status: 200,
  headers: [],
  text: '{"data":{}}',
  request: { method: 'GET', url: `${url}/m1`, headers: [] },
  sentAt: '2026-11-22T12:00:00Z',
  tookMs: 12.345,
});
const mailTo = (...recipients: string[]) => ({ recipients, raw: 'Subject: Hello' }) as Mail;

/** Evidence of these, in this order. */
function evidenceOf(...entries: (Answer | Mail)[]): Evidence {
  const evidence = new Evidence();
  for (const one of entries)
    evidence.add(one instanceof Answer ? one : { mail: one, url: 'http://outbox.example/1', readAt: 'noon' });
  return evidence;
}

test('all that was asked is kept in order: answers, mail, and what nobody answered', () => {
  const sent = send('r-1', ['ada@example.com']);
  const evidence = evidenceOf(sent, read, mailTo('ada@example.com'));
  evidence.add({ request: sent.request, failure: 'the connection broke', failedAt: '2026-11-22T12:00:01Z' });
  const asked = {
    method: 'POST',
    url,
    requestHeaders: [['X-A', '1']],
    requestBody: sent.request.body,
    curl: sent.curl,
  };
  expect(evidence.exchanges).toEqual([
    { ...asked, status: 202, headers: [['X-Request-Id', 'r-1']], body: '{}', requestId: 'r-1' },
    {
      method: 'GET',
      url: `${url}/m1`,
      requestHeaders: [],
      curl: read.curl,
      sentAt: '2026-11-22T12:00:00Z',
      tookMs: 12.3,
      status: 200,
      headers: [],
      body: '{"data":{}}',
    },
    {
      sentAt: 'noon',
      method: 'GET',
      url: 'http://outbox.example/1',
      requestHeaders: [],
      status: 200,
      headers: [],
      body: 'Subject: Hello',
    },
    { ...asked, sentAt: '2026-11-22T12:00:01Z', failure: 'the connection broke', headers: [] },
  ]);
});

test('of an answer alone there is one exchange, and that was judged', () => {
  const sent = send('r-1', []);
  const evidence = evidenceOf(read, sent);
  expect(evidence.of(sent)).toEqual({
    curl: sent.curl,
    requestId: 'r-1',
    exchanges: [evidence.exchanges[1]],
    judged: 0,
  });
  expect(evidence.of(read)).not.toHaveProperty('requestId');
});

const [toAda, toBob, toAdaAgain] = [
  send('r-1', ['Ada@example.com'], 'One'),
  send('r-2', ['bob@example.com'], 'Two'),
  send('r-3', ['ada@example.com'], 'Three'),
];
const mailOfAda = mailTo('carol@example.com', 'ada@example.com');
const all = evidenceOf(toAda, toBob, mailOfAda, toAdaAgain, read);
const about = (answer: Answer, judged: number) => ({
  curl: answer.curl,
  ...(answer.requestId && { requestId: answer.requestId }),
  judged,
});
const subjects: [what: string, subject: object | undefined, found: object][] = [
  ['an answer', toBob, about(toBob, 1)],
  ['a mail, with the last send before it to somebody who got it', mailOfAda, about(toAda, 2)],
  ['what was sent to somebody, the last time', new SentTo('ADA@example.com'), about(toAdaAgain, 3)],
  ['what was sent to somebody with a subject', new SentTo('ada@example.com', 'One'), about(toAda, 0)],
  ['what was sent to nobody', new SentTo('dan@example.com'), about(read, 4)],
  ['nothing that is known', {}, about(read, 4)],
  ['nothing', undefined, about(read, 4)],
];
for (const [what, subject, found] of subjects) {
  test(`what a reader follows is about ${what}`, () => {
    expect(all.about(subject)).toEqual(found);
  });
}

test('where nothing was answered there is nothing to follow, and a mail that nothing was sent for has no request', () => {
  expect(evidenceOf().about(undefined)).toEqual({});
  const mail = mailTo('ada@example.com');
  expect(evidenceOf(mail, mailTo()).about(mail)).toEqual({ judged: 0 });
});
