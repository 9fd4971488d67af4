import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Address, Attachment, OutboundMessage } from './message.ts';

/**
 * Writes a message as RFC 5322 text, ready to be handed to a mail server. Folding, encoding and MIME are the library's.
 *
 * The recipients in `bcc` appear nowhere in it. `In-Reply-To` and `References` (RFC 5322, 3.6.4) are there only when the message
 * has them; `References` keeps its order and names each id once. The same message and date give the same bytes.
 *
 * @param message what to write
 * @param date the `Date` header; mail knows whole seconds
 * @returns the mail with CRLF line ends
 */
export function compose(message: OutboundMessage, date: Date): Promise<Buffer> {
  const composer = new MailComposer({
    messageId: message.messageId,
    date,
    from: mailbox(message.from),
    to: message.to.map(mailbox),
    cc: message.cc.map(mailbox),
    replyTo: message.replyTo === null ? undefined : mailbox({ email: message.replyTo }),
    subject: message.subject,
    inReplyTo: message.inReplyTo ?? undefined,
    references: [...new Set(message.references)],
    headers: Object.entries(message.headers).map(([key, value]) => ({ key, value })),
    text: message.text ?? undefined,
    html: message.html ?? undefined,
    attachments: message.attachments.map(file),
    // Fixed, so that reading a mail twice shows the same bytes.
    baseBoundary: createHash('sha256').update(message.messageId).digest('hex').slice(0, 24),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

function mailbox({ email, name }: Address) {
  return { address: email, name: withoutControls(name ?? '') };
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
