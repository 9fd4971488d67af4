import { expect, test } from 'vitest';
import { acceptedMessage } from '../testing.ts';
import { parentsOf, replyTo } from './threading.ts';

test('a reply names its parent', () => {
  const parent = acceptedMessage({ id: 'p' });
  expect(replyTo(parent)).toEqual({ inReplyTo: parent.messageId, references: [parent.messageId] });
});

test('the references name each id once', () => {
  const parent = acceptedMessage({ id: 'p', references: ['<a@x>', '<p@mail.example.com>', '<b@x>'] });
  expect(replyTo(parent).references).toEqual(['<a@x>', '<b@x>', '<p@mail.example.com>']);
});

const mail = (
  messageId: string,
  inReplyTo: string | null = null,
  references: string[] = [],
): Parameters<typeof parentsOf>[0][number] => ({
  messageId,
  inReplyTo,
  references,
});

/** Each mail as `parent > mail`, with `?` for an orphan. */
function arranged(...mails: ReturnType<typeof mail>[]): string[] {
  return [...parentsOf(mails)].map(
    ([{ messageId }, { parent, orphan }]) => `${parent?.messageId ?? ''} > ${messageId}${orphan ? '?' : ''}`,
  );
}

for (const [label, mails, expected] of [
  ['replies', [mail('a'), mail('b', 'a', ['a']), mail('c', 'b', ['a', 'b'])], [' > a', 'a > b', 'b > c']],
  ['a reply before its parent', [mail('b', 'a', ['a']), mail('a')], ['a > b', ' > a']],
  ['a reply whose parent is missing', [mail('a'), mail('c', 'b', ['a', 'b'])], [' > a', 'a > c?']],
  ['a reply without any ancestor', [mail('b', 'a', ['a'])], [' > b?']],
  ['References alone', [mail('a'), mail('b', null, ['a'])], [' > a', 'a > b']],
  ['a reply to itself', [mail('a', 'a')], [' > a']],
] as const) {
  test(`mails with ${label} are arranged as ${expected.join(', ')}`, () => {
    expect(arranged(...mails)).toEqual(expected);
  });
}
