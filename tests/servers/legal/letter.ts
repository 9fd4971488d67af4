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

/**
 * Writes a letter as RFC 5322 text, as it lies in a Mailpit: recipients that no header names stand in a line `Bcc`. It shares no code
 * with what the mock writes its mail with, so that the suite is not tuned to one writer.
 *
 * @param at the `Date` header, in milliseconds
 */
export function written(letter: Letter, at: number): string {
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
    ['Subject', unstructured(letter.subject)],
    ...Object.entries(letter.headers).map(([name, value]): [string, string] => [name, unstructured(value)]),
    ['MIME-Version', '1.0'],
  ];
  return `${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}${bodyOf(letter)}`;
}

/** A field with a line for each value; none without a value. */
function list(name: string, values: readonly string[], separator = ',\r\n '): [string, string][] {
  return values.length === 0 ? [] : [[name, values.join(separator)]];
}

function mailbox({ email, name = '' }: Address): string {
  const label = unstructured(name);
  if (label === '') return email;
  return label.startsWith('=?') ? `${label} <${email}>` : `"${label.replace(/["\\]/g, '\\$&')}" <${email}>`;
}

/** Text of a header: as it is where that is short ASCII, otherwise in encoded words (RFC 2047). */
function unstructured(value: string): string {
  const text = value.replace(/\p{Cc}+/gu, ' ').trim();
  if (/^[ -~]{0,900}$/.test(text) && !text.includes('=?')) return text;
  // Twelve letters have 48 bytes at most, which fit into the 75 characters of one word.
  const pieces = text.match(/.{1,12}/gu) ?? [];
  return pieces.map((piece) => `=?utf-8?b?${base64(piece)}?=`).join('\r\n ');
}

function bodyOf({ html, text }: Letter): string {
  if (html === undefined) return part('plain', text ?? '');
  if (text === undefined) return part('html', html);
  const boundary = `part-${randomUUID()}`;
  const parts = [part('plain', text), part('html', html)].map((one) => `--${boundary}\r\n${one}\r\n`);
  return `Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n${parts.join('')}--${boundary}--\r\n`;
}

/** ASCII in short lines goes as it is, the rest as base64. */
function part(type: 'plain' | 'html', text: string): string {
  const isShort = /^[\t\r\n -~]*$/.test(text) && text.split(/\r?\n/).every((line) => line.length <= 900);
  const [encoding, body] = isShort
    ? ['7bit', text.replace(/\r?\n|\r/g, '\r\n')]
    : ['base64', base64(text).replace(/.{76}/g, '$&\r\n')];
  return `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
