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
 * Keeps those of a caller's headers that may go into a mail.
 *
 * Dropped without a word: names that carry threading, addressing or MIME structure (in any case, surrounding blanks ignored),
 * names that are no RFC 5322 field name, and values with a line break, which would start a header of their own.
 *
 * @param headers names and values as the caller sent them
 * @returns a new record with trimmed names
 */
export function customHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers)
    .map(([name, value]) => [name.trim(), value] as const)
    .filter(([name, value]) => isFree(name) && !/[\r\n]/.test(value));
  return Object.fromEntries(kept);
}

function isFree(name: string): boolean {
  const lower = name.toLowerCase();
  return FIELD_NAME.test(name) && !RESERVED.has(lower) && !lower.startsWith('content-');
}
