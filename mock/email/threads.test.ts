import { expect, test } from 'vitest';
import { arrange, type Threaded } from './threads.ts';

const mail = (messageId: string, inReplyTo: string | null = null, references: string[] = []): Threaded => ({
  messageId,
  inReplyTo,
  references,
});

/** Each mail as `parent > mail`, with `?` behind an orphan. */
function shown(...mails: Threaded[]): string[] {
  return [...arrange(mails)].map(
    ([{ messageId }, { parent, orphan }]) => `${parent?.messageId ?? ''} > ${messageId}${orphan ? '?' : ''}`,
  );
}

test('a reply hangs under the mail that it replies to', () => {
  expect(shown(mail('a'), mail('b', 'a', ['a']), mail('c', 'b', ['a', 'b']))).toEqual([' > a', 'a > b', 'b > c']);
});

test('a reply that came before its parent hangs under it all the same', () => {
  expect(shown(mail('b', 'a', ['a']), mail('a'))).toEqual(['a > b', ' > a']);
});

test('a reply whose parent is missing is an orphan under the nearest ancestor that is there', () => {
  expect(shown(mail('a'), mail('c', 'b', ['a', 'b']))).toEqual([' > a', 'a > c?']);
  expect(shown(mail('a'), mail('c', 'b', ['a']))).toEqual([' > a', 'a > c?']);
});

test('a reply without any ancestor is an orphan at the top', () => {
  expect(shown(mail('b', 'a', ['a']))).toEqual([' > b?']);
});

test('References alone make a thread', () => {
  expect(shown(mail('a'), mail('b', null, ['a']))).toEqual([' > a', 'a > b']);
  expect(shown(mail('a'), mail('b', null, ['a', 'c']))).toEqual([' > a', 'a > b?']);
});

test('mails that reply to each other in a circle still have a top', () => {
  const places = [...arrange([mail('a', 'c'), mail('b', 'a'), mail('c', 'b')]).values()];
  expect(places.filter(({ parent }) => parent === undefined)).toHaveLength(1);
  expect(shown(mail('c', 'a'), mail('a', 'b'), mail('b', 'a'))).toEqual(['a > c', 'b > a', ' > b']);
  expect(shown(mail('a', 'a'))).toEqual([' > a']);
  expect(shown(mail('a'), mail('b', 'b', ['a']))).toEqual([' > a', 'a > b']);
});

test('a chain of ten thousand replies is arranged', () => {
  const chain = Array.from({ length: 10_000 }, (_, n) => mail(`${n}`, n === 0 ? null : `${n - 1}`));
  expect(shown(...chain.reverse()).at(-1)).toBe(' > 0');
});
