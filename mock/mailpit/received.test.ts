import { expect, test } from 'vitest';
import type { OutboundMessage } from '../email/message.ts';
import { Outbox } from '../email/outbox.ts';
import { acceptedMessage } from '../testing.ts';
import { receive } from './received.ts';

const received = (changes: Partial<OutboundMessage>) =>
  receive(new Outbox().deliver(acceptedMessage(changes), new Date('2025-03-04T05:06:07Z')));

test('a received mail has its sender as Return-Path, and as Bcc the recipients that no header names', async () => {
  const [to, bcc] = [['ann@b.co'], ['one@b.co', 'ANN@b.co']].map((list) => list.map((email) => ({ email, name: 'X' })));
  const { parsed } = await received({ to: to ?? [], bcc: bcc ?? [] });
  expect([parsed.returnPath, parsed.bcc]).toEqual(['sender@example.com', [{ address: 'one@b.co', name: '' }]]);
});

test('a mail attached to a mail stays an attachment', async () => {
  const content = Buffer.from('Subject: Inner\r\n\r\nInner text\r\n').toString('base64');
  const file = { content, contentType: 'message/rfc822', contentId: null, disposition: 'inline', filename: 'a.eml' };
  const { parsed } = await received({ attachments: [file] });
  expect(parsed.attachments).toMatchObject([{ filename: 'a.eml', mimeType: 'message/rfc822' }]);
  expect(parsed.text).toBe('Good morning\n');
});
