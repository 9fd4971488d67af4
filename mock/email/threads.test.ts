import { expect, test } from 'vitest';
import { arrange, type Threaded } from './threads.ts';

const mail = (messageId: string, inReplyTo: string | null = null, references: string[] = []): Threaded => ({
  messageId,
  inReplyTo,
  references,
});

/** Each mail as `parent > mail`, with `?` for an orphan. */
function arranged(...mails: Threaded[]): string[] {
  return [...arrange(mails)].map(
    ([{ messageId }, { parent, orphan }]) => `${parent?.messageId ?? ''} > ${messageId}${orphan ? '?' : ''}`,
  );
}

for (const [what, mails, expected] of [
  ['replies', [mail('a'), mail('b', 'a', ['a']), mail('c', 'b', ['a', 'b'])], [' > a', 'a > b', 'b > c']],
  ['a reply before its parent', [mail('b', 'a', ['a']), mail('a')], ['a > b', ' > a']],
  ['a reply whose parent is missing', [mail('a'), mail('c', 'b', ['a', 'b'])], [' > a', 'a > c?']],
  ['a reply without any ancestor', [mail('b', 'a', ['a'])], [' > b?']],
  ['References alone', [mail('a'), mail('b', null, ['a'])], [' > a', 'a > b']],
  ['a circle', [mail('c', 'a'), mail('a', 'b'), mail('b', 'a')], ['a > c', 'b > a', ' > b']],
  ['a reply to itself', [mail('a', 'a')], [' > a']],
] as const) {
  test(`mails with ${what} are arranged as ${expected.join(', ')}`, () => {
    expect(arranged(...mails)).toEqual(expected);
  });
}

test('a chain of ten thousand replies is arranged', () => {
  const chain = Array.from({ length: 10_000 }, (_, n) => mail(`${n}`, n === 0 ? null : `${n - 1}`));
  expect(arranged(...chain.reverse()).at(-1)).toBe(' > 0');
});
