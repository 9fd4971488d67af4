import { encodeWord } from 'nodemailer/lib/mime-funcs';

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

/**
 * A header with an unstructured text for nodemailer, encoded only where that can't be avoided: where readers, lenient ones included, would
 * not show it as it is (RFC 2047, 5), or a word fills a line (RFC 5322, 2.1.1). The library would encode quotes, and no encoded words.
 */
export function textField(key: string, text: string) {
  const value = text.replace(/\r?\n|\r/g, ' ').replace(/^[ \t]+|[ \t]+$/g, '');
  const isPlain = /^[\t\x20-\x7e]*$/.test(value) && !/=\?[^?]*\?[bq]\?[^?]*\?=|\S{998}/i.test(value);
  return { key, value: { prepared: true, foldLines: true, value: isPlain ? value : encodeWord(value, 'Q', 52) } };
}
