import { expect, test } from 'vitest';
import { memorySize } from '../collections/memory.ts';
import { acceptedMessage } from '../testing.ts';
import { isLarge } from './large-mail.ts';
import type { OutboundMessage } from './message.ts';

const file = { contentType: 'a/b', contentId: null, disposition: 'attachment', filename: 'a' };

/** A message that is weighed with so many bytes; its files count as they are. */
function weighing(bytes: number, changes: Partial<OutboundMessage> = {}) {
  const rest = memorySize(acceptedMessage({ ...changes, text: 'x'.repeat(501) })) - 501;
  return acceptedMessage({ ...changes, text: 'x'.repeat(bytes - rest) });
}

test('a message is large from 50,000 bytes on, of which those of files count for a tenth', () => {
  expect([50_000, 50_001].map((bytes) => isLarge(weighing(bytes)))).toEqual([false, true]);
  const attachments = [10_000, 30_000].map((length) => ({ ...file, content: 'A'.repeat(length) }));
  expect([86_000, 86_001].map((bytes) => isLarge(weighing(bytes, { attachments })))).toEqual([false, true]);
});
