import type { ControlSchema } from '../../spec/control.ts';

/** A mailbox: an address, perhaps with a display name. */
export type Address = ControlSchema<'Mailbox'>;

/** A file of a message; `content` is base64. */
export type Attachment = ControlSchema<'StoredAttachment'>;

export const usualAttachment = {
  contentType: 'application/octet-stream',
  disposition: 'attachment',
  filename: 'attachment',
} satisfies Partial<Attachment>;

/** The members of a message that the API alone knows. */
type Known = 'sandbox' | 'status' | 'templateId' | 'templateVariables' | 'metadata' | 'suppressed' | 'forwardOf';

/**
 * The part of a message that its mail is composed from. `messageId`, `inReplyTo` and `references` are RFC 5322 msg-ids with their angle
 * brackets; `headers` passed `customHeaders`.
 */
export type OutboundMessage = Omit<ControlSchema<'StoredMessage'>, Known | 'createdAt' | 'scheduledAt' | 'deliveredAt'>;
