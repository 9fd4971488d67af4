import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { buildHeaderValue, detectMimeType, quoteString } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { encoded, field, looksEncoded, needsEncoding, textField } from './headers.ts';
import type { Address, Attachment, DeliveredMail } from './messages.ts';

/**
 * Composes a message as RFC 5322 text with CRLF line ends: sender, recipients, subject and reply address (EMAIL-FROM-1, EMAIL-FROM-2,
 * EMAIL-FROM-9, EMAIL-RCPT-1, EMAIL-SUBJ-1), bodies, custom headers and attachments (EMAIL-ANS-14, EMAIL-HDR-1, EMAIL-ATT-2).
 *
 * The recipients in `bcc` appear nowhere. `In-Reply-To` and `References` (RFC 5322, 3.6.4) are there only when the message has them.
 * A mail is composed for each reading, with the same bytes: most is never read.
 */
export async function compose(message: DeliveredMail): Promise<Buffer> {
  const composer = new MailComposer({
    messageId: message.messageId,
    date: new Date(message.deliveredAt),
    inReplyTo: message.inReplyTo ?? undefined,
    references: [...new Set(message.references)],
    text: message.text ?? undefined,
    html: message.html ?? undefined,
    attachments: message.attachments.map(fileOf),
    baseBoundary: createHash('sha256').update(message.messageId).digest('hex').slice(0, 24),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return Buffer.concat([Buffer.from(ownFields(message)), await composer.compile().build()]);
}

/**
 * The header fields with texts of the caller. The library would leave a text that looks like an encoded word as it is, for readers to
 * decode, and encode quotes, which are part of the grammar in some fields.
 */
function ownFields({ from, to, cc, replyTo, subject, headers }: DeliveredMail): string {
  const list = (addresses: readonly Address[]) => addresses.map(mailbox).join(', ');
  return [
    ...Object.entries(headers).map(([name, value]) => textField(name, value)),
    field('From', list([from])),
    field('To', list(to)),
    field('Cc', list(cc)),
    field('Reply-To', list(replyTo === null ? [] : [{ email: replyTo }])),
    textField('Subject', subject),
  ].join('');
}

/** Written characters of a name: the time of encoding grows with the square of its length. */
const LONGEST_NAME = 1_000;

export function nameOf(name = ''): string {
  return withoutControls(name).slice(0, LONGEST_NAME);
}

/** An address as a header has it, in angle brackets where it needs them. */
export function addressOf(email: string): string {
  return MimeNode.encodeHeaderValue('To', [{ address: email, name: '' }]);
}

function mailbox({ email, name }: Address): string {
  const shown = nameOf(name);
  const address = addressOf(email);
  return shown === '' ? address : `${phrase(shown)} <${address.replace(/^<|>$/g, '')}>`;
}

/** A display name (RFC 5322, 3.2.5): words, a quoted string, or encoded words, which must not be quoted (RFC 2047, 5). */
function phrase(name: string): string {
  const quoted = quoteString(name);
  if (needsEncoding(quoted)) return encoded(name);
  return /^\w+( \w+)*$/.test(name) ? name : quoted;
}

function fileOf(attachment: Attachment) {
  const filename = nameOf(attachment.filename);
  const disposition = isInline(attachment) ? 'inline' : 'attachment';
  const isLiteral = looksEncoded(filename);
  return {
    content: Buffer.from(attachment.content, 'base64'),
    cid: contentIdOf(attachment) || undefined,
    contentType: mediaTypeOf(attachment),
    // The library writes a file's name twice, and once in a form that readers decode.
    contentDisposition: isLiteral ? buildHeaderValue({ value: disposition, params: { filename } }) : disposition,
    filename: isLiteral ? (false as const) : filename || undefined,
  };
}

export function isInline({ disposition }: Attachment): boolean {
  return disposition.trim().toLowerCase() === 'inline';
}

export function contentIdOf({ contentId }: Attachment): string {
  return withoutControls(contentId ?? '').replace(/^<|>$/g, '');
}

/** The media type of a file. The type of its name replaces a missing, invalid or multipart one. */
export function mediaTypeOf({ contentType, filename }: Attachment): string {
  const [declared] = /^[^\s/;]+\/[^\s/;]+/.exec(withoutControls(contentType)) ?? [];
  return declared && !/^multipart\//i.test(declared) ? withoutControls(contentType) : detectMimeType(nameOf(filename));
}

function withoutControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
