/** A mailbox: the address alone, or with the name that is shown beside it. */
export interface Address {
  email: string;
  name?: string;
}

/** A file that travels with a message; `content` is base64. */
export interface Attachment {
  content: string;
  contentType: string;
  contentId: string | null;
  disposition: string;
  filename: string;
}

/**
 * One message as it leaves the service: everything that is needed to write the mail, and nothing that only the API knows.
 * `messageId`, `inReplyTo` and `references` are RFC 5322 msg-ids with their angle brackets; `headers` went through `customHeaders`.
 */
export interface OutboundMessage {
  id: string;
  account: string;
  messageId: string;
  inReplyTo: string | null;
  references: readonly string[];
  from: Address;
  to: readonly Address[];
  cc: readonly Address[];
  bcc: readonly Address[];
  replyTo: string | null;
  subject: string;
  html: string | null;
  text: string | null;
  headers: Readonly<Record<string, string>>;
  attachments: readonly Attachment[];
  tags: readonly string[];
}
