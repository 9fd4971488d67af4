import { expect, test } from 'vitest';
import { acceptedMessage } from '../testing.ts';
import { replyTo, standalone } from './threading.ts';

test('a message that replies to nothing has no threading headers', () => {
  expect(standalone).toEqual({ inReplyTo: null, references: [] });
});

test('a reply names its parent', () => {
  const parent = acceptedMessage({ id: 'p' });
  expect(replyTo(parent)).toEqual({ inReplyTo: parent.messageId, references: [parent.messageId] });
});

test('the references of a deep thread go from its root to the parent', () => {
  let message = acceptedMessage({ id: '0' });
  for (let depth = 1; depth <= 40; depth++) message = acceptedMessage({ id: `${depth}`, ...replyTo(message) });
  expect(message.inReplyTo).toBe('<39@mail.example.com>');
  expect(message.references).toEqual(Array.from({ length: 40 }, (_, depth) => `<${depth}@mail.example.com>`));
});

test('the references name each id once', () => {
  const parent = acceptedMessage({ id: 'p', references: ['<a@x>', '<p@mail.example.com>', '<b@x>'] });
  expect(replyTo(parent).references).toEqual(['<a@x>', '<b@x>', '<p@mail.example.com>']);
});

test('a reply does not change the headers of its parent', () => {
  const parent = acceptedMessage({ id: 'p', references: ['<a@x>'] });
  replyTo(parent);
  expect(parent.references).toEqual(['<a@x>']);
});
