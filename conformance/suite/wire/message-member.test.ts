import { expect, test } from 'vitest';
import { messageMember, withMessageInData } from './message-member.ts';

const message = { id: '1', to: [], status: 'queued' };
const suppressed = [{ to: 'a@example.com' }];

for (const [where, body, member, found] of [
  ['in `data`', { data: message, suppressed }, 'data', { data: message, suppressed }],
  ['in another member', { message, suppressed }, 'message', { data: message, suppressed }],
  ['as the answer itself', { ...message, suppressed }, '', { data: message, suppressed }],
  ['as the answer itself, and nobody suppressed', message, '', { data: message }],
  ['as an id alone', { id: '1' }, '', { data: { id: '1' } }],
  ['nowhere', { ok: true }, undefined, { ok: true }],
] as const) {
  test(`a message is found ${where}`, () => {
    expect(messageMember('createEmailMessage', body)).toBe(member);
    expect(withMessageInData('createEmailMessage', body)).toEqual(found);
  });
}

test('the answer of another operation has no message', () => {
  expect(messageMember('createNumberReservation', { data: message })).toBeUndefined();
  expect(withMessageInData('createNumberReservation', message)).toEqual(message);
});
