import { extension } from '../../spec/form.ts';
import { inWorker, TooMuchWork } from '../../spec/in-worker.ts';
import { memorySize, processBudget } from '../collections/memory.ts';
import { oneAfterAnother } from '../time/one-after-another.ts';
import type { OutboundMessage } from './message.ts';

/**
 * Bytes from which on a message is written and read in a thread of its own; those of files count for a tenth, as little is done with
 * them.
 */
const LARGE = 50_000;
/** The thread has memory beside that of the process: half as much as is budgeted for all else, and no more than the largest mail needs. */
const limits = { seconds: 60, megabytes: Math.min(700, Math.round(processBudget.limit / 2 / 2 ** 20)) };

/** What is to be done with a message: to write it as mail, or to write it and read what was written. */
export interface MailTask {
  message: OutboundMessage;
  at: Date;
  received: boolean;
}

/** A mail that takes too long to write or to read: many attachments, say. */
export class MailTooLarge extends Error {
  readonly statusCode = 503;
}

/** Whether others would wait noticeably for a message to be written. */
export function isLarge(message: OutboundMessage): boolean {
  const files = message.attachments.reduce((sum, { content }) => sum + content.length, 0);
  return memorySize(message) - 0.9 * files > LARGE;
}

const inLine = oneAfterAnother();

/** Does a task in a thread of its own, one after the other, so that all of them together stay within the memory of one. Rejects with a MailTooLarge. */
export function inOwnThread<Output>(task: MailTask): Promise<Output> {
  const module = new URL(`./large-mail-worker${extension}`, import.meta.url);
  return inLine(() => inWorker<Output>(module, task, limits)).catch((error: Error) => {
    throw error instanceof TooMuchWork ? new MailTooLarge(`The mail ${error.message}.`) : error;
  });
}
