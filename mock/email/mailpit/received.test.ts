import { expect, test } from 'vitest';
import { acceptedMessage } from '../../testing.ts';
import type { OutboundMessage } from '../message.ts';
import { type DeliveredMail, Outbox } from '../outbox.ts';
import { receive } from './received.ts';

const AT = new Date('2025-03-04T05:06:07.890Z');
const emails = (...list: string[]) => list.map((email) => ({ email, name: 'Shown Name' }));

async function received(changes: Partial<OutboundMessage>) {
  const mail = new Outbox().deliver(acceptedMessage(changes), AT);
  const [{ raw, parsed }, sent] = [await receive(mail), (await mail.raw()).toString()];
  const text = raw.toString();
  expect(text.endsWith(sent)).toBe(true);
  return { added: text.slice(0, -sent.length), parsed };
}

test('before the mail as it was sent stand its sender and the recipients that no header names', async () => {
  const [to, cc] = [emails('ann@b.co'), emails('Carl@b.co')];
  const bcc = emails('one@b.co', 'ANN@b.co', 'Two@b.co', 'carl@b.co');
  const { added, parsed } = await received({ to, cc, bcc });
  expect(added).toBe('Return-Path: <sender@example.com>\r\nBcc: one@b.co,\r\n Two@b.co\r\n');
  expect([parsed.returnPath, parsed.bcc]).toEqual([
    'sender@example.com',
    ['one@b.co', 'Two@b.co'].map((address) => ({ address, name: '' })),
  ]);
});

test('a mail whose recipients are all named has no line about others', async () => {
  const alone = 'Return-Path: <sender@example.com>\r\n';
  expect((await received({ bcc: [] })).added).toBe(alone);
  expect((await received({ bcc: emails('ann@EXAMPLE.com') })).added).toBe(alone);
});

test('a mail that is a file of another mail stays a file', async () => {
  const content = Buffer.from('Subject: Inner\r\n\r\nInner text\r\n').toString('base64');
  const file = {
    content,
    contentType: 'message/rfc822',
    contentId: null,
    disposition: 'inline',
    filename: 'a.eml',
  };
  const { parsed } = await received({ attachments: [file] });
  expect(parsed.attachments).toMatchObject([{ filename: 'a.eml', mimeType: 'message/rfc822' }]);
  expect(parsed.text).toBe('Good morning\n');
});

test('a mail is written and read once for all who ask at once', async () => {
  const [mail, other] = ['one', 'two'].map((id) => new Outbox().deliver(acceptedMessage({ id }), AT));
  const [first, second, third] = await Promise.all([mail, mail, other].map((one) => receive(one as DeliveredMail)));
  expect(second).toBe(first);
  expect([first, third].map((one) => one?.parsed.messageId)).toEqual([
    '<one@mail.example.com>',
    '<two@mail.example.com>',
  ]);
});

test('a mail of usual size is written and read without a thread of its own', async () => {
  let threads = 0;
  const count = () => {
    threads += 1;
  };
  process.on('worker', count);
  await received({}).finally(() => process.off('worker', count));
  expect(threads).toBe(0);
});
