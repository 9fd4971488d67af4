import type { Message } from './email/messages.ts';

/** A message as a world keeps it, for tests, with some members changed. */
export function acceptedMessage(changes: Partial<Message> = {}): Message {
  const id = changes.id ?? 'message-1';
  return {
    id,
    account: 'acme',
    messageId: `<${id}@mail.example.com>`,
    inReplyTo: null,
    references: [],
    from: { email: 'sender@example.com' },
    to: [{ email: 'ann@example.com' }],
    cc: [],
    bcc: [],
    replyTo: null,
    subject: 'Hello',
    html: null,
    text: 'Good morning',
    headers: {},
    attachments: [],
    tags: [],
    sandbox: false,
    status: 'queued',
    templateId: null,
    templateVariables: {},
    metadata: {},
    suppressed: [],
    forwardOf: null,
    createdAt: 0,
    schedule: null,
    ...changes,
  };
}

/** Catches what is written to the error stream while a task runs. */
export async function errorLines(task: () => Promise<unknown>): Promise<string[]> {
  const original = console.error;
  const lines: string[] = [];
  console.error = (...parts: unknown[]) => lines.push(parts.join(' '));
  try {
    await task();
  } finally {
    console.error = original;
  }
  return lines;
}
