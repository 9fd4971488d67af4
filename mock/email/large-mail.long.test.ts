import { expect, test } from 'vitest';
import { acceptedMessage } from '../testing.ts';
import { compose } from './compose.ts';
import { inOwnThread, MailTooLarge } from './large-mail.ts';

test('a mail is written in a thread of its own as it would be here', async () => {
  const message = acceptedMessage();
  const at = new Date('2025-03-04T05:06:07Z');
  const written = await inOwnThread<Uint8Array>({ message, at, received: false });
  expect(Buffer.from(written)).toEqual(await compose(message, at));
  const { raw } = await inOwnThread<{ raw: Uint8Array }>({ message, at, received: true });
  expect(Buffer.from(raw).toString()).toMatch(/^Return-Path: <sender@example.com>\r\n/);
});

test('what goes wrong in a thread is no mail that is too large', async () => {
  const broken = acceptedMessage({ attachments: null as never });
  const failing = inOwnThread({ message: broken, at: new Date(0), received: false });
  await expect(failing).rejects.toThrow(/null/);
  await expect(failing).rejects.not.toBeInstanceOf(MailTooLarge);
});
