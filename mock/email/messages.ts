// mock/email/: messages from recipients and templates to mail, and its relay.
import type { ControlSchema } from '../../spec/control.ts';
import type { Schema } from '../../spec/types.ts';
import { measureValue } from '../limits.ts';
import { type Entries, Storage } from '../store/store.ts';
import { toEpoch } from '../time.ts';

export type Address = ControlSchema<'Mailbox'>;

/** A file of a message; `content` is base64. */
export type Attachment = ControlSchema<'StoredAttachment'>;

export const usualFile = {
  contentType: 'application/octet-stream',
  disposition: 'attachment',
  filename: 'attachment',
} satisfies Partial<Attachment>;

type StoredMessage = ControlSchema<'StoredMessage'>;

/** An accepted message, equal in memory, snapshots and on disk. Message ids have their angle brackets (RFC 5322). */
export type Message = { -readonly [Member in keyof StoredMessage]: StoredMessage[Member] };

export type DeliveredMail = Message & { deliveredAt: string };

const isDelivered = (message: Message): message is DeliveredMail => message.deliveredAt !== null;

/** The accepted messages of a partition, in two lists: waiting and sent. In each, the oldest make room. */
export class Messages {
  private readonly waiting: Entries<Message>;
  private readonly sent: Entries<Message>;
  /** The earliest time at which a message may be due. */
  private nextDue = Number.NEGATIVE_INFINITY;

  constructor(limit: number, storage = new Storage()) {
    this.waiting = storage.entries('waiting', { limit, sizeOf: measureMessage });
    this.sent = storage.entries('message', { limit, sizeOf: measureMessage });
  }

  add(message: Message): void {
    const due = findDue(message);
    (due === undefined ? this.sent : this.waiting).put(toKey(message), message);
    this.nextDue = Math.min(this.nextDue, due ?? this.nextDue);
  }

  get(account: string, id: string): Message | undefined {
    const message = this.find(id);
    return message?.account === account ? message : undefined;
  }

  has(id: string): boolean {
    return this.find(id) !== undefined;
  }

  takeDue(now: number): Message[] {
    if (now < this.nextDue) return [];
    const due = this.takeOut((message) => (findDue(message) ?? 0) <= now);
    this.nextDue = this.waiting.values().reduce((next, message) => Math.min(next, findDue(message) ?? next), Infinity);
    return due.sort((a, b) => (findDue(a) ?? 0) - (findDue(b) ?? 0));
  }

  takeLate(): Message[] {
    return this.takeOut(({ arrivesAt }) => arrivesAt !== undefined);
  }

  /** The outbox, newest mail first. */
  listDelivered(): DeliveredMail[] {
    return this.sent.values().filter(isDelivered).reverse();
  }

  findDelivered(id: string): DeliveredMail | undefined {
    const message = this.sent.get(id.toLowerCase());
    return message && isDelivered(message) ? message : undefined;
  }

  change(message: Message, changes: Partial<Pick<Message, 'deliveredAt' | 'read' | 'unrelayed'>>): void {
    Object.assign(message, changes);
    if (this.sent.has(toKey(message))) this.sent.set(toKey(message), message);
  }

  list(): Message[] {
    return [...this.waiting.values(), ...this.sent.values()];
  }

  private takeOut(isTaken: (message: Message) => boolean): Message[] {
    const taken = this.waiting.values().filter(isTaken);
    for (const message of taken) this.waiting.delete(toKey(message));
    return taken;
  }

  private find(id: string): Message | undefined {
    return this.sent.get(id.toLowerCase()) ?? this.waiting.get(id.toLowerCase());
  }
}

/** Bytes of a message in memory, about: its content, and its place in the maps. */
const measureMessage = (message: Message): number => measureValue(message) + 1_000;

const toKey = ({ id }: Message): string => id.toLowerCase();

function findDue({ status, scheduledAt, arrivesAt }: Message): number | undefined {
  const due = arrivesAt ?? (status === 'scheduled' ? scheduledAt : null);
  return due === null ? undefined : toEpoch(due);
}

export type Threading = Pick<Message, 'inReplyTo' | 'references'>;

/** Neither header: a new message, or a forward (source document, Threading rules 4 and 6; EMAIL-THREAD-14, EMAIL-FWD-1). */
export const noThread: Threading = { inReplyTo: null, references: [] };

type Threaded = Threading & Pick<Message, 'messageId'>;

/**
 * A reply names its parent, and in References each ancestor once before it (RFC 5322, 3.6.4; EMAIL-THREAD-1 to EMAIL-THREAD-3).
 * The rest of the request and the fate of the parent don't count (EMAIL-THREAD-15, EMAIL-THREAD-22). A parent without a thread, such as
 * a forward, has no ancestors (EMAIL-THREAD-17, EMAIL-FWD-2).
 */
export function createReply(parent: Threaded): Threading {
  const ancestors = parent.references.filter((id) => id !== parent.messageId);
  return { inReplyTo: parent.messageId, references: [...ancestors, parent.messageId] };
}

/** Finds the parents of mails: the mail replied to, or its nearest ancestor in the outbox. Orphans lack the mail replied to. */
export function findParents<Mail extends Threaded>(
  mails: readonly Mail[],
): Map<Mail, { parent: Mail | undefined; orphan: boolean }> {
  const known = new Map(mails.map((mail) => [mail.messageId, mail]));
  return new Map(
    mails.map((mail) => {
      const ancestors = [mail.inReplyTo, ...mail.references.toReversed()].filter((id) => id !== null);
      const parent = ancestors.map((id) => known.get(id)).find((found) => found && found !== mail);
      return [mail, { parent, orphan: ancestors[0] !== undefined && !known.has(ancestors[0]) }];
    }),
  );
}

/** A message as create answers it (source document, Resources: Email message): without bodies, custom headers, tags and metadata. */
export function showMessage(message: Message): Schema<'EmailMessage'> {
  return {
    id: message.id,
    record_type: 'email_message',
    status: message.status,
    from: message.from,
    to: [...message.to],
    cc: [...message.cc],
    bcc: [...message.bcc],
    reply_to: message.replyTo,
    subject: message.subject,
    template_id: message.templateId,
    template_variables: message.templateVariables,
    attachments: message.attachments.map((attachment) => ({
      filename: attachment.filename,
      content_type: attachment.contentType,
      disposition: attachment.disposition,
      content_id: attachment.contentId,
      size_bytes: Buffer.byteLength(attachment.content, 'base64'),
    })),
    events: [],
    created_at: message.createdAt,
    ...(message.scheduledAt !== null && { scheduled_at: message.scheduledAt }),
    ...(message.sandbox && { sandbox: true }),
  };
}

export function showMessageDetail(message: Message): Schema<'EmailMessageDetail'> {
  return { ...showMessage(message), html_body: message.html, text_body: message.text };
}
