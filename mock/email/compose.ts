import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { buildHeaderValue, detectMimeType, quoteString } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { encoded, field, looksEncoded, needsEncoding, textField } from './header-text.ts';
import type { Address, Attachment, OutboundMessage } from './message.ts';

/**
 * Writes a message as RFC 5322 text, ready to be handed to a mail server. MIME is the library's.
 *
 * It says who sends, to whom, about what, and where to reply (EMAIL-FROM-1, EMAIL-FROM-2, EMAIL-FROM-9, EMAIL-RCPT-1, EMAIL-SUBJ-1),
 * and holds bodies, custom headers and attachments (EMAIL-ANS-14, EMAIL-HDR-1, EMAIL-ATT-2).
 *
 * The recipients in `bcc` appear nowhere in it. `In-Reply-To` and `References` (RFC 5322, 3.6.4) are there only when the message
 * has them; `References` keeps its order and names each id once. The same message and date give the same bytes.
 *
 * @param message what to write
 * @param date the `Date` header; mail knows whole seconds
 * @returns the mail with CRLF line ends
 */
export async function compose(message: OutboundMessage, date: Date): Promise<Buffer> {
  const composer = new MailComposer({
    messageId: message.messageId,
    date,
    inReplyTo: message.inReplyTo ?? undefined,
    references: [...new Set(message.references)],
    text: message.text ?? undefined,
    html: message.html ?? undefined,
    attachments: message.attachments.map(files()),
    // Long runs of the other encoding take readers a time that grows with the square of their length.
    ...(message.attachments.some(({ filename }) => filename.length > LONG) && {
      textEncoding: 'quoted-printable' as const,
    }),
    // Fixed, so that reading a mail twice shows the same bytes.
    baseBoundary: createHash('sha256').update(message.messageId).digest('hex').slice(0, 24),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return Buffer.concat([Buffer.from(ownFields(message)), await composer.compile().build()]);
}

/**
 * The header fields with texts of the caller. The library would leave what looks like an encoded word as it is, for readers to decode, and
 * encode quotes, which are part of the grammar in some fields.
 */
function ownFields({ from, to, cc, replyTo, subject, headers }: OutboundMessage): string {
  const mailbox = mailboxes();
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

/** Characters of a file's name that take noticeable time to read in the slower encoding. */
const LONG = 800;
/** Characters of a file's name that are written: reading takes a time that grows with the square. */
const LONGEST_NAME = 10_000;
/** Characters that the names of files have together at most, except for names of the length that file systems allow. */
const FILE_NAMES = 100_000;
const USUAL_NAME = 255;

/** Characters that the display names of a mail have together at most; each takes hundreds of bytes to be written and read. */
const NAMES = 200_000;

/** Writes the mailboxes of one mail, with their names as long as there is room. */
function mailboxes() {
  let room = NAMES;
  return ({ email, name = '' }: Address): string => {
    const shown = withoutControls(name).slice(0, room);
    room -= shown.length;
    const address = MimeNode.encodeHeaderValue('To', [{ address: email, name: '' }]);
    return shown === '' ? address : `${phrase(shown)} <${address.replace(/^<|>$/g, '')}>`;
  };
}

/** A display name (RFC 5322, 3.2.5): words, a quoted string, or encoded words, which must not be quoted (RFC 2047, 5). */
function phrase(name: string): string {
  const quoted = quoteString(name);
  if (needsEncoding(quoted)) return encoded(name);
  return /^\w+( \w+)*$/.test(name) ? name : quoted;
}

/** Writes the files of one mail, with long names as long as there is room. */
function files() {
  let room = FILE_NAMES;
  return (attachment: Attachment) => {
    const filename = withoutControls(attachment.filename).slice(0, Math.max(USUAL_NAME, Math.min(LONGEST_NAME, room)));
    room -= filename.length;
    return file(attachment, filename);
  };
}

function file(attachment: Attachment, filename: string) {
  const contentType = mediaType(attachment.contentType);
  const disposition = attachment.disposition.trim().toLowerCase() === 'inline' ? 'inline' : 'attachment';
  const isLiteral = looksEncoded(filename);
  return {
    content: Buffer.from(attachment.content, 'base64'),
    cid: attachment.contentId?.trim().replace(/^<|>$/g, '') || undefined,
    contentType: contentType ?? (isLiteral ? detectMimeType(filename) : undefined),
    // The library writes a file's name twice, and once in a form that readers decode.
    contentDisposition: isLiteral ? buildHeaderValue({ value: disposition, params: { filename } }) : disposition,
    filename: isLiteral ? (false as const) : filename || undefined,
  };
}

/** The declared type; undefined (the library then goes by the file's name) when it is none, or one that has parts of its own. */
function mediaType(declared: string): string | undefined {
  const type = withoutControls(declared);
  return /^[^\s/;]+\/[^\s/;]+/.test(type) && !/^multipart\//i.test(type) ? type : undefined;
}

function withoutControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
