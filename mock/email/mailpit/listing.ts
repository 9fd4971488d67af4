import { turn } from '../../time/turns.ts';
import type { DeliveredMail } from '../outbox.ts';
import { receive } from './received.ts';
import { type MessageSummary, summaryOf, tagsOf } from './shapes.ts';

/** A list of messages with the mailbox's totals; `count` is the older name for the number of messages listed. */
export type MessagesSummary = Awaited<ReturnType<typeof listing>>;

/**
 * A page of a mailbox as Mailpit answers it.
 *
 * @param all the mailbox, for the totals
 * @param matching what the request asks about, of which the page is a piece
 * @param page the mails to show
 * @param start how many of the matching mails come before the page
 * @param hasLeft whether nobody waits for the page any more: the rest of it is left out
 */
export async function listing(
  all: readonly DeliveredMail[],
  matching: readonly DeliveredMail[],
  page: readonly DeliveredMail[],
  start: number,
  hasLeft: () => boolean,
) {
  const messages: MessageSummary[] = [];
  // One after the other, so that a long page does not hold all its mails in memory at once.
  for (const mail of page) {
    await turn();
    if (hasLeft()) break;
    messages.push({ ...(await summarize(mail)), Read: mail.read });
  }
  return {
    total: all.length,
    unread: countUnread(all),
    count: messages.length,
    messages_count: matching.length,
    messages_unread: countUnread(matching),
    start,
    tags: tagsOf(all),
    messages,
  };
}

/** Summaries that were already made: tests poll the list, and only `Read` of a mail ever changes. */
const summaries = new WeakMap<DeliveredMail, MessageSummary>();

async function summarize(mail: DeliveredMail): Promise<MessageSummary> {
  const known = summaries.get(mail) ?? summaryOf(mail, await receive(mail));
  summaries.set(mail, known);
  return known;
}

/** The size of a mail in bytes, as a mailbox has it. */
export async function sizeOf(mail: DeliveredMail): Promise<number> {
  return (await summarize(mail)).Size;
}

function countUnread(mails: readonly DeliveredMail[]): number {
  return mails.filter((mail) => !mail.read).length;
}
