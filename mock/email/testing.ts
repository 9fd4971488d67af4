import type { OutboundMessage } from './message.ts';

/** A plain message for tests, with some members changed. */
export function outboundMessage(changes: Partial<OutboundMessage> = {}): OutboundMessage {
  const id = changes.id ?? 'message-1';
  return {
    id,
    account: 'acme',
    messageId: `<${id}@mail.example.com>`,
    inReplyTo: null,
    references: [],
    from: { email: 'sender@example.com', name: 'Sender' },
    to: [{ email: 'ann@example.com', name: 'Ann' }],
    cc: [],
    bcc: [],
    replyTo: null,
    subject: 'Hello',
    html: null,
    text: 'Good morning',
    headers: {},
    attachments: [],
    tags: [],
    ...changes,
  };
}
