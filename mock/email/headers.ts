import { encodeWord, foldLines } from 'nodemailer/lib/mime-funcs';

/** The names of threading, addressing and MIME structure (EMAIL-HDR-4, EMAIL-HDR-6); `Content-*` in addition. */
const RESERVED =
  /^(in-reply-to|references|message-id|from|sender|to|cc|bcc|subject|date|reply-to|return-path|mime-version|content-.*)$/i;

/** RFC 5322, 2.2: a field name is printable ASCII without the colon (and so without a space), and fits into a line. */
const FIELD_NAME = /^[\x21-\x39\x3b-\x7e]{1,800}$/;

/**
 * The custom headers that may go into a mail (source document, Endpoints 5: custom email headers), with trimmed names. Dropped silently:
 * reserved and invalid names, and values with a line break, which would start a header of their own (EMAIL-HDR-7).
 */
export function customHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const allowed = Object.entries(headers).filter(([name, value]) => isFree(name) && !/[\r\n]/.test(value));
  return Object.fromEntries(allowed.map(([name, value]) => [name.trim(), value]));
}

/** True for names that a custom header may have, surrounding blanks ignored (EMAIL-HDR-5, EMAIL-HDR-6). */
export function isFree(name: string): boolean {
  return FIELD_NAME.test(name.trim()) && !RESERVED.test(name.trim());
}

/** True for text that readers, lenient ones included, would decode as an encoded word of RFC 2047. */
export function looksEncoded(text: string): boolean {
  return /=\?[^?]*\?[bq]\?[^?]*\?=/i.test(text);
}

/** True for text that can only travel as encoded words: readers would not show it as it is, or a word fills a line (RFC 5322, 2.1.1). */
export function needsEncoding(text: string): boolean {
  return !/^[\t\x20-\x7e]*$/.test(text) || looksEncoded(text) || /\S{998}/.test(text);
}

/** Text as encoded words (RFC 2047), which is read back as exactly this text. */
export function encoded(text: string): string {
  return encodeWord(text, 'Q', 52);
}

/** A header field with an unstructured value, encoded only where that can't be avoided (RFC 2047, 5). Empty for an empty value. */
export function textField(name: string, text: string): string {
  const value = text.replace(/\r?\n|\r/g, ' ').replace(/^[ \t]+|[ \t]+$/g, '');
  return field(name, needsEncoding(value) ? encoded(value) : value);
}

/** A header field with an encoded value, folded before white space; with the line end. Empty for an empty value. */
export function field(name: string, value: string): string {
  return value === '' ? '' : `${foldLines(`${name}: ${value}`, 76)}\r\n`;
}
