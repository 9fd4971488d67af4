import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { detectMimeType, encodeWord } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import type { Address, Attachment, DeliveredMail } from './messages.ts';

/**
 * Composes a message as RFC 5322 text with CRLF line ends: sender, recipients, subject and reply address (EMAIL-FROM-1, EMAIL-FROM-2,
 * EMAIL-FROM-9, EMAIL-RCPT-1, EMAIL-SUBJ-1), bodies, custom headers and attachments (EMAIL-ANS-14, EMAIL-HDR-1, EMAIL-ATT-2).
 *
 * Of the recipients in `bcc`, only `shownBcc` appear. A mail is composed for each reading, with the same bytes: most is never read.
 */
export async function compose(message: DeliveredMail, shownBcc: readonly Address[] = []): Promise<Buffer> {
  const { headers, subject } = message;
  const composer = new MailComposer({
    headers: [...Object.entries(headers), ['Subject', subject] as const].map(([key, value]) => toField(key, value)),
    from: toMailbox(message.from),
    to: message.to.map(toMailbox),
    cc: message.cc.map(toMailbox),
    bcc: shownBcc.map(toMailbox),
    replyTo: message.replyTo === null ? undefined : toMailbox({ email: message.replyTo }),
    messageId: message.messageId,
    date: new Date(message.deliveredAt),
    inReplyTo: message.inReplyTo ?? undefined,
    references: [...new Set(message.references)],
    text: message.text ?? undefined,
    html: message.html ?? undefined,
    attachments: message.attachments.map(toFile),
    baseBoundary: createHash('sha256').update(message.messageId).digest('hex').slice(0, 24),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return Object.assign(composer.compile(), { keepBcc: true }).build();
}

/** Characters of a name: it fits into a line, and the time of encoding grows with the square of its length. */
const LONGEST_NAME = 900;

export function cleanName(name = ''): string {
  return removeControls(name).slice(0, LONGEST_NAME);
}

/** Formats an address for a header, in angle brackets if necessary. */
export function formatAddress(email: string): string {
  return MimeNode.encodeHeaderValue('To', [{ address: email, name: '' }]);
}

const toMailbox = ({ email, name }: Address) => ({ address: email, name: cleanName(name) });

function toFile(attachment: Attachment) {
  return {
    content: Buffer.from(attachment.content, 'base64'),
    cid: toContentId(attachment) || undefined,
    contentType: toMediaType(attachment),
    contentDisposition: isInline(attachment) ? ('inline' as const) : ('attachment' as const),
    filename: cleanName(attachment.filename) || undefined,
  };
}

export function isInline({ disposition }: Attachment): boolean {
  return disposition.trim().toLowerCase() === 'inline';
}

export function toContentId({ contentId }: Attachment): string {
  return removeControls(contentId ?? '').replace(/^<|>$/g, '');
}

/** The media type of a file. The type of its name replaces a missing, invalid or multipart type. */
export function toMediaType({ contentType, filename }: Attachment): string {
  const [declared] = /^[^\s/;]+\/[^\s/;]+/.exec(removeControls(contentType)) ?? [];
  return declared && !/^multipart\//i.test(declared)
    ? removeControls(contentType)
    : detectMimeType(cleanName(filename));
}

function removeControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

/** The names of threading, addressing and MIME structure (EMAIL-HDR-4, EMAIL-HDR-6); `Content-*` in addition. */
const RESERVED =
  /^(in-reply-to|references|message-id|from|sender|to|cc|bcc|subject|date|reply-to|return-path|mime-version|content-.*)$/i;

/** RFC 5322, 2.2: a field name is printable ASCII without the colon (and so without a space), and fits into a line. */
const FIELD_NAME = /^[\x21-\x39\x3b-\x7e]{1,800}$/;

/** Selects and trims custom headers (source document, Endpoints 5). Reserved, invalid and multi-line headers are dropped (EMAIL-HDR-7). */
export function selectCustomHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const allowed = Object.entries(headers).filter(([name, value]) => isCustomName(name) && !/[\r\n]/.test(value));
  return Object.fromEntries(allowed.map(([name, value]) => [name.trim(), value]));
}

/** True for names that a custom header may have, surrounding blanks ignored (EMAIL-HDR-5, EMAIL-HDR-6). */
export function isCustomName(name: string): boolean {
  return FIELD_NAME.test(name.trim()) && !RESERVED.test(name.trim());
}

/** Formats an unstructured header, encoded only if plain text would be misread (RFC 2047, 5) or too long (RFC 5322, 2.1.1). */
export function toField(key: string, text: string) {
  const value = text.replace(/\r?\n|\r/g, ' ').replace(/^[ \t]+|[ \t]+$/g, '');
  const isPlain = /^[\t\x20-\x7e]*$/.test(value) && !/=\?[^?]*\?[bq]\?[^?]*\?=|\S{998}/i.test(value);
  return { key, value: { prepared: true, foldLines: true, value: isPlain ? value : encodeWord(value, 'Q', 52) } };
}
