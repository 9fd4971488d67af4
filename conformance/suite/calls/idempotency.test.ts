import { expect, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import { messageOf } from './idempotency.ts';

const answered = (body: object) =>
  new Answer({
    operation: 'createEmailMessage',
    status: 202,
    headers: [['X-Request-Id', (body as { request_id: string }).request_id]],
    text: JSON.stringify(body),
    request: { method: 'POST', url: 'https://staging.example.com/v2/email_messages', headers: [] },
  });

test('a message that shows no id in its usual place is the same under another request id', () => {
  const shown = { message: { id: 'm1' }, links: { self: '/requests/request-1' } };
  const [first, again] = ['request-1', 'request-2'].map((request_id) =>
    answered({ ...shown, request_id, links: { self: `/requests/${request_id}` } }),
  ) as [Answer, Answer];
  expect(messageOf(again)).toBe(messageOf(first));
  expect(messageOf(answered({ ...shown, message: { id: 'm2' }, request_id: 'request-3' }))).not.toBe(messageOf(first));
});
