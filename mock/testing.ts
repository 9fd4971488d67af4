import type { Socket } from 'node:net';
import type { AnyAnswer } from './contract/answer.ts';
import type { Message } from './email/messages.ts';
import type { KeyedRequest, Ledger } from './state/ledger.ts';

/** A message of a world with some members changed. */
export function createMessage(changes: Partial<Message> = {}): Message {
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
    sandbox: false,
    status: 'queued',
    templateId: null,
    templateVariables: {},
    metadata: {},
    suppressed: [],
    forwardOf: null,
    createdAt: '1970-01-01T00:00:00.000Z',
    scheduledAt: null,
    deliveredAt: null,
    ...changes,
  };
}

/** Waits for the end of a connection, which may come by a reset: `once` would reject for that. */
export function waitForClose(connection: Socket): Promise<void> {
  return new Promise((closed) => connection.once('close', () => closed()));
}

/** Catches the lines of the error stream while a task runs. */
export async function captureErrorLines(task: () => Promise<unknown>): Promise<string[]> {
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

/** Does work once for a key of a ledger, as a send does. */
export async function runOnce(
  ledger: Ledger,
  request: KeyedRequest,
  limit: number,
  work: () => Promise<AnyAnswer>,
): Promise<AnyAnswer> {
  const claimed = ledger.claim(request, limit);
  if ('answer' in claimed) return claimed.answer;
  try {
    const answer = await work();
    ledger.settle(claimed.claim, answer);
    return answer;
  } finally {
    ledger.release(claimed.claim);
  }
}
