import { expect, test } from 'vitest';
import { messageMember, withMessageInData } from './message.ts';

const message = { id: '1', to: [], status: 'queued' };
const suppressed = [{ to: 'a@example.com' }];
const bodies: [where: string, body: unknown, member: string | undefined, read: unknown][] = [
  ['in data', { data: message, suppressed }, 'data', { data: message, suppressed }],
  ['in data that is null', { data: null, id: '1', to: [] }, 'data', { data: null, id: '1', to: [] }],
  ['in another member', { message, suppressed }, 'message', { data: message, suppressed }],
  ['in another member next to an id', { id: '1', of: { id: '2' } }, 'of', { data: { id: '2' }, id: '1' }],
  ['as the whole body', { ...message, suppressed }, '', { data: message, suppressed }],
  ['as the id alone', { id: '1' }, '', { data: { id: '1' } }],
  ['nowhere without a text id', { to: [], id: 1 }, undefined, { to: [], id: 1 }],
  ['nowhere in a list', [{ id: '1' }], undefined, [{ id: '1' }]],
];
for (const [where, body, member, read] of bodies) {
  test(`a message is found ${where}`, () => {
    expect(messageMember('createEmailMessage', body)).toBe(member);
    expect(withMessageInData('createEmailMessage', body)).toEqual(read);
  });
}

test('an answer of an operation without messages stays as it is', () => {
  expect(withMessageInData('createNumberReservation', message)).toEqual(message);
});
