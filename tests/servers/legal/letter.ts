import { randomUUID } from 'node:crypto';

export interface Address {
  email: string;
  name?: string;
}

/** A mail before it is written. Ids are msg-ids with their angle brackets. */
export interface Letter {
  id: string;
  messageId: string;
  inReplyTo?: string | undefined;
  references: readonly string[];
  from: Address;
  to: readonly Address[];
  cc: readonly Address[];
  bcc: readonly Address[];
  replyTo?: string | undefined;
  subject: string;
  html?: string | undefined;
  text?: string | undefined;
  headers: Readonly<Record<string, string>>;
}

/** Headers that relays and signers put before a mail. */
const trace = [
  'Received: from mta.legal.example (mta.legal.example [192.0.2.1])\r\n\tby mx.people.example with ESMTPS id 1',
  'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=legal.example; s=s1;\r\n\th=from:to:subject; bh=AAAA; b=BBBB',
  'Return-Path: <bounces@legal.example>',
  'List-Unsubscribe: <https://legal.example/u?id=%7B%7D>',
];

/**
 * Writes a letter as RFC 5322 text, as Mailpit stores it: recipients in no header have a line `Bcc`. It shares no code with the
 * mock's writer, so that the suite is not tuned to one writer.
 *
 * @param at the `Date` header, in milliseconds
 * @param hasTravelled with headers of relays, header names in lower case, and everything encoded that may be
 */
export function written(letter: Letter, at: number, hasTravelled: boolean): string {
  const text = (value: string) => formatUnstructured(value, hasTravelled);
  const mailbox = ({ email, name = '' }: Address) => {
    const label = text(name);
    if (label === '') return email;
    return label.startsWith('=?') ? `${label} <${email}>` : `"${label.replace(/["\\]/g, '\\$&')}" <${email}>`;
  };
  const fields: [string, string][] = [
    ['Date', new Date(at).toUTCString().replace('GMT', '+0000')],
    ['From', mailbox(letter.from)],
    ...list('To', letter.to.map(mailbox)),
    ...list('Cc', letter.cc.map(mailbox)),
    ...list('Bcc', letter.bcc.map(mailbox)),
    ...list('Reply-To', letter.replyTo === undefined ? [] : [letter.replyTo]),
    ['Message-ID', letter.messageId],
    ...list('In-Reply-To', letter.inReplyTo === undefined ? [] : [letter.inReplyTo]),
    ...list('References', letter.references, '\r\n '),
    ['Subject', text(letter.subject)],
    ...Object.entries(letter.headers).map(([name, value]): [string, string] => [name, text(value)]),
    ['MIME-Version', '1.0'],
  ];
  const lines = fields.map(([name, value]) => `${hasTravelled ? name.toLowerCase() : name}: ${value}`);
  return [...(hasTravelled ? trace : []), ...lines, bodyOf(letter, hasTravelled)].join('\r\n');
}

/** A field with a line for each value; none without a value. */
function list(name: string, values: readonly string[], separator = ',\r\n '): [string, string][] {
  return values.length === 0 ? [] : [[name, values.join(separator)]];
}

/** Text of a header: in encoded words (RFC 2047), or unchanged if it is short ASCII. */
function formatUnstructured(value: string, isEncoded: boolean): string {
  const text = value.replace(/\p{Cc}+/gu, ' ').trim();
  if (text === '' || (!isEncoded && /^[ -~]{0,900}$/.test(text) && !text.includes('=?'))) return text;
  // Twelve letters have 48 bytes at most, which fit into the 75 characters of one word.
  const pieces = text.match(/.{1,12}/gu) ?? [];
  return pieces.map((piece) => `=?utf-8?b?${base64(piece)}?=`).join('\r\n ');
}

function bodyOf({ html, text }: Letter, isEncoded: boolean): string {
  if (html === undefined) return part('plain', text ?? '', isEncoded);
  if (text === undefined) return part('html', html, isEncoded);
  const boundary = `part-${randomUUID()}`;
  const parts = [part('plain', text, isEncoded), part('html', html, isEncoded)];
  const bodies = parts.map((section) => `--${boundary}\r\n${section}\r\n`).join('');
  return `Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n${bodies}--${boundary}--\r\n`;
}

/** Encoded as base64; ASCII in short lines may be unchanged. */
function part(type: 'plain' | 'html', text: string, isEncoded: boolean): string {
  const isShort = /^[\t\r\n -~]*$/.test(text) && text.split(/\r?\n/).every((line) => line.length <= 900);
  const [encoding, body] =
    isShort && !isEncoded
      ? ['7bit', text.replace(/\r?\n|\r/g, '\r\n')]
      : ['base64', base64(text).replace(/.{76}/g, '$&\r\n')];
  return `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
