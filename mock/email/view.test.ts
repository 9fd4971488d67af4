import { expect, test } from 'vitest';
import { acceptedMessage } from '../testing.ts';
import { madeOf, showMessage } from './view.ts';

const file = {
  content: 'aGVsbG8=',
  contentType: 'application/octet-stream',
  disposition: 'attachment',
  filename: 'attachment',
  contentId: null,
};
const parent = '00000000-0000-4000-8000-000000000000';
const schedule = { text: '2098-01-01T08:00:00Z', due: Date.UTC(2098, 0, 1, 8) };

test('of a message that asked for nothing, nothing is told again but whom it does not reach', () => {
  expect(madeOf(acceptedMessage())).toEqual({ asked: {}, lists: { suppressed: [] } });
  const suppressed = ['b@example.com', 'a@example.com'].map(
    (to) => ({ to, reason: 'invalid', scope: 'account', override_allowed: false }) as const,
  );
  expect(madeOf(acceptedMessage({ suppressed }))).toEqual({ asked: {}, lists: { suppressed } });
});

for (const [what, changes, asked] of [
  ['the message that it replies to', { inReplyTo: `<${parent}@mail.example.com>` }, { in_reply_to_message_id: parent }],
  ['the message that it forwards', { forwardOf: parent }, { forward_of_message_id: parent }],
  ['its group', { groupId: parent }, { group_id: parent }],
  ['its tags', { tags: ['spring'] }, { tags: ['spring'] }],
  ['its metadata', { metadata: { order: 7 } }, { metadata: { order: 7 } }],
  ['its time', { schedule }, { scheduled_at: schedule.text }],
  [
    'its time as it was written',
    { schedule: { ...schedule, asked: '2098-01-01T10:00:00+02:00' } },
    { scheduled_at: '2098-01-01T10:00:00+02:00' },
  ],
  [
    'what is not usual of its attachments',
    {
      attachments: [
        file,
        { ...file, contentType: 'text/plain' },
        { ...file, disposition: 'inline', contentId: 'logo' },
        { ...file, filename: 'a.txt' },
      ],
    },
    {
      attachments: [
        {},
        { content_type: 'text/plain' },
        { disposition: 'inline', content_id: 'logo' },
        { filename: 'a.txt' },
      ],
    },
  ],
] as const) {
  test(`what a message asked for is told again: ${what}`, () => {
    expect(madeOf(acceptedMessage(structuredClone(changes) as object)).asked).toEqual(asked);
  });
}

test('a message shows its time and that it is sandboxed where it is so, and the size of a file in bytes', () => {
  const plain = showMessage(acceptedMessage());
  expect([plain.attachments, 'scheduled_at' in plain, 'sandbox' in plain]).toEqual([[], false, false]);
  const shown = showMessage(acceptedMessage({ schedule, sandbox: true, attachments: [file] }));
  expect(shown).toMatchObject({ scheduled_at: schedule.text, sandbox: true, attachments: [{ size_bytes: 5 }] });
});
