import MimeNode from 'nodemailer/lib/mime-node';
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { compose } from '../compose.ts';
import { looksEncoded } from '../header-text.ts';
import { inOwnThread, isLarge } from '../large-mail.ts';
import type { OutboundMessage } from '../message.ts';
import type { DeliveredMail } from '../outbox.ts';
import { normalise } from '../recipients.ts';

/** A mail inside a mail is a file like any other; and whatever fitted into a request has room here. */
const PARSING = { forceRfc822Attachments: true, maxHeadersSize: 64_000_000 };

/** A mail as Mailpit stores it. */
export interface ReceivedMail {
  raw: Buffer;
  parsed: Email;
}

/**
 * The mail as it lies in a Mailpit that received it by SMTP: `Return-Path` names the sender, and a `Bcc` line names the
 * envelope's recipients that no header names. Neither line was in what the service sent; `raw()` of the outbox shows that.
 */
export function receive(mail: DeliveredMail): Promise<ReceivedMail> {
  const known = received.get(mail)?.deref();
  if (known) return known;
  const receiving = read(mail);
  received.set(mail, new WeakRef(receiving));
  return receiving;
}

/** Whoever opens a mail asks for several sides of it: as long as memory is not needed elsewhere, it is written and read once. */
const received = new WeakMap<DeliveredMail, WeakRef<Promise<ReceivedMail>>>();

async function read({ message, at }: DeliveredMail): Promise<ReceivedMail> {
  if (!isLarge(message)) return readBack(message, at);
  const { raw, parsed } = await inOwnThread<{ raw: Uint8Array; parsed: Email }>({ message, at, received: true });
  return { raw: Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), parsed };
}

/** Writes a message as mail, and reads what was written. */
export async function readBack(message: OutboundMessage, at: Date): Promise<ReceivedMail> {
  const { from, to, cc, bcc } = message;
  const named = new Set([...to, ...cc].map(({ email }) => normalise(email)));
  const unnamed = bcc.map(({ email }) => email).filter((email) => !named.has(normalise(email)));

  const lines = [`Return-Path: <${addresses([from.email]).replace(/^<|>$/g, '')}>`];
  if (unnamed.length > 0) lines.push(`Bcc: ${addresses(unnamed)}`);
  const raw = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n`), await compose(message, at)]);
  return { raw, parsed: withLiteralNames(await PostalMime.parse(raw, PARSING), message) };
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
