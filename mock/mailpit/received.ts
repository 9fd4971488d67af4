import MimeNode from 'nodemailer/lib/mime-node';
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { looksEncoded } from '../email/header-text.ts';
import type { OutboundMessage } from '../email/message.ts';
import type { DeliveredMail } from '../email/outbox.ts';
import { normalise } from '../email/recipients.ts';

/** A mail inside a mail is a file like any other, and any headers that fit into a request have room. */
const PARSING = { forceRfc822Attachments: true, maxHeadersSize: 64_000_000 };

/** A mail as Mailpit stores it. */
export interface ReceivedMail {
  raw: Buffer;
  parsed: Email;
}

/**
 * The mail as a Mailpit has it that received it by SMTP: `Return-Path` names the sender, and a `Bcc` line the recipients of the envelope
 * that no header names. What the service sent has neither line.
 */
export async function receive(mail: DeliveredMail): Promise<ReceivedMail> {
  const { from, to, cc, bcc } = mail.message;
  const named = new Set([...to, ...cc].map(({ email }) => normalise(email)));
  const unnamed = bcc.map(({ email }) => email).filter((email) => !named.has(normalise(email)));

  const lines = [`Return-Path: <${addresses([from.email]).replace(/^<|>$/g, '')}>`];
  if (unnamed.length > 0) lines.push(`Bcc: ${addresses(unnamed)}`);
  const raw = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n`), await mail.raw()]);
  return { raw, parsed: withLiteralNames(await PostalMime.parse(raw, PARSING), mail.message) };
}

/** The library decodes names of files that look like encoded words: puts back those that were sent. */
function withLiteralNames(parsed: Email, { attachments }: OutboundMessage): Email {
  const names = attachments.map(({ filename }) => filename).filter(looksEncoded);
  if (names.length === 0) return parsed;
  const sent = new Map(names.map((name) => [decodeWords(name), name]));
  const restored = parsed.attachments.map((part) => ({
    ...part,
    filename: sent.get(part.filename ?? '') ?? part.filename,
  }));
  return { ...parsed, attachments: restored };
}

function addresses(emails: readonly string[]): string {
  const list = emails.map((address) => ({ address, name: '' }));
  // One address a line: a mail to many would otherwise pass the 998 characters of RFC 5322, 2.1.1.
  return MimeNode.encodeHeaderValue('Bcc', list).replaceAll(', ', ',\r\n ');
}
