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
  [
    'as the answer itself, beside an object with an id',
    { id: '1', status: 'sent', of: { id: '2' } },
    '',
    {
      data: { id: '1', status: 'sent', of: { id: '2' } },
    },
  ],
  [
    'in another member, beside an id that tells nothing',
    { id: '1', of: { id: '2' } },
    'of',
    { data: { id: '2' }, id: '1' },
  ],
  ['nowhere, as an id is a text', { to: [], id: 1, of: { id: 2 } }, undefined, { to: [], id: 1, of: { id: 2 } }],
  ['in `data`, though it is null there', { data: null, id: '1', to: [] }, 'data', { data: null, id: '1', to: [] }],
  ['nowhere', { ok: true }, undefined, { ok: true }],
  ['nowhere in a list', [{ id: '1' }], undefined, [{ id: '1' }]],
  ['nowhere in nothing', null, undefined, null],
] as const) {
  test(`a message is found ${where}`, () => {
    expect(messageMember('createEmailMessage', body)).toBe(member);
    expect(withMessageInData('createEmailMessage', body)).toEqual(found);
  });
}

test('a message that is read is found as one that was sent', () => {
  for (const operation of ['getEmailMessage', 'getEmail', 'createEmail'] as const)
    expect(messageMember(operation, { message }), operation).toBe('message');
});

test('each member that only a message has tells of an object with an id that it is one', () => {
  for (const name of ['to', 'from', 'subject', 'status', 'created_at'])
    expect(messageMember('createEmailMessage', { id: '1', [name]: null, of: { id: '2' } }), name).toBe('');
});

test('the answer of another operation has no message', () => {
  expect(messageMember('createNumberReservation', { data: message })).toBeUndefined();
  expect(withMessageInData('createNumberReservation', message)).toEqual(message);
});
