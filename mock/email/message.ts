import type { ControlSchema } from '../../spec/control.ts';

/** A mailbox: an address, perhaps with a display name. */
export type Address = ControlSchema<'Mailbox'>;

/** A file that travels with a message; `content` is base64. */
export type Attachment = ControlSchema<'StoredAttachment'>;

/** What a snapshot of a message has and only the API knows. */
type Known = 'sandbox' | 'status' | 'templateId' | 'templateVariables' | 'metadata' | 'suppressed' | 'forwardOf';

/** What is said of an attachment where its request says nothing. */
export const usualAttachment = {
  contentType: 'application/octet-stream',
  disposition: 'attachment',
  filename: 'attachment',
} satisfies Partial<Attachment>;

/**
 * One message as it leaves the service: everything that is needed to write the mail, and nothing that only the API knows.
 * `messageId`, `inReplyTo` and `references` are RFC 5322 msg-ids with their angle brackets; `headers` went through `customHeaders`.
 */
export type OutboundMessage = Omit<ControlSchema<'StoredMessage'>, Known | 'createdAt' | 'scheduledAt' | 'deliveredAt'>;
