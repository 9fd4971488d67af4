const RESERVED = new Set([
  'in-reply-to',
  'references',
  'message-id',
  'from',
  'sender',
  'to',
  'cc',
  'bcc',
  'subject',
  'date',
  'reply-to',
  'return-path',
  'mime-version',
]);

/** RFC 5322, 2.2: a field name is printable ASCII without the colon (and so without a space), and fits into a line. */
const FIELD_NAME = /^[\x21-\x39\x3b-\x7e]{1,800}$/;

/**
 * The custom headers of a caller that may go into a mail (source document, Endpoints 5: custom email headers).
 *
 * Dropped without a word: names that carry threading, addressing or MIME structure (in any case, surrounding blanks ignored;
 * EMAIL-HDR-4, EMAIL-HDR-6), names that are no RFC 5322 field name, and values with a line break, which would start a header of
 * their own (EMAIL-HDR-7).
 *
 * @param headers names and values as the caller sent them
 * @returns a new record with trimmed names
 */
export function customHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const allowed = Object.entries(headers)
    .map(([name, value]) => [name.trim(), value] as const)
    .filter(([name, value]) => isFree(name) && !/[\r\n]/.test(value));
  return Object.fromEntries(allowed);
}

/** Whether a custom header may have this name, surrounding blanks ignored (EMAIL-HDR-5, EMAIL-HDR-6). */
export function isFree(given: string): boolean {
  const name = given.trim();
  const lower = name.toLowerCase();
  return FIELD_NAME.test(name) && !RESERVED.has(lower) && !lower.startsWith('content-');
}
