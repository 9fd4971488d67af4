import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type { Address, Attachment, OutboundMessage } from './message.ts';

/**
 * Writes a message as RFC 5322 text, ready to be handed to a mail server. Folding, encoding and MIME are the library's.
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
export function compose(message: OutboundMessage, date: Date): Promise<Buffer> {
  const mailbox = mailboxes();
  const composer = new MailComposer({
    messageId: message.messageId,
    date,
    from: mailbox(message.from),
    to: message.to.map(mailbox),
    cc: message.cc.map(mailbox),
    replyTo: message.replyTo === null ? undefined : mailbox({ email: message.replyTo }),
    inReplyTo: message.inReplyTo ?? undefined,
    references: [...new Set(message.references)],
    // The library leaves encoding to us in headers of our own only.
    ...(longWord.test(message.subject) ? {} : { subject: message.subject }),
    headers: Object.fromEntries(ownHeaders(message).map(([name, value]) => [name, foldable(value)])),
    text: message.text ?? undefined,
    html: message.html ?? undefined,
    attachments: message.attachments.map(file),
    // Long runs of the other encoding take readers a time that grows with the square of their length.
    ...(longTexts(message) && { textEncoding: 'quoted-printable' as const }),
    // Fixed, so that reading a mail twice shows the same bytes.
    baseBoundary: createHash('sha256').update(message.messageId).digest('hex').slice(0, 24),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

function ownHeaders({ subject, headers }: OutboundMessage): [name: string, value: string][] {
  return [...(longWord.test(subject) ? [['Subject', subject] as [string, string]] : []), ...Object.entries(headers)];
}

/** Characters of a header that become no more than the 998 of a line (RFC 5322, 2.1.1), its name beside them. */
const LINE = 800;

/** A text that becomes a header. One that has no blank to be folded at is written as encoded words (RFC 2047), which have. */
function foldable(value: string): string | { prepared: boolean; value: string } {
  if (!longWord.test(value)) return value;
  return { prepared: true, value: encodeWord(value, 'Q', 52).replaceAll(' ', '\r\n ') };
}

const longWord = new RegExp(`\\S{${LINE}}`);

function longTexts({ subject, from, to, cc, headers, attachments }: OutboundMessage): boolean {
  const names = [from, ...to, ...cc].map(({ name = '' }) => name);
  const texts = [subject, ...names, ...Object.values(headers), ...attachments.map(({ filename }) => filename)];
  return texts.some(({ length }) => length > LINE);
}

/** Characters that the display names of a mail have together at most; each takes hundreds of bytes to be written and read. */
const NAMES = 200_000;

/** The mailboxes of one mail, with their names as long as there is room. */
function mailboxes() {
  let room = NAMES;
  return ({ email, name = '' }: Address) => {
    const shown = withoutControls(name).slice(0, room);
    room -= shown.length;
    return { address: email, name: shown };
  };
}

function file(attachment: Attachment) {
  return {
    content: Buffer.from(attachment.content, 'base64'),
    contentType: mediaType(attachment.contentType),
    contentDisposition: attachment.disposition.trim().toLowerCase() === 'inline' ? 'inline' : 'attachment',
    cid: attachment.contentId?.trim().replace(/^<|>$/g, '') || undefined,
    filename: withoutControls(attachment.filename) || undefined,
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
