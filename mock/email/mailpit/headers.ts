import type { Email } from 'postal-mime';

/**
 * A mail's headers as Mailpit answers them: unfolded values under the names that Go's `net/mail` gives them
 * (`Message-ID` becomes `Message-Id`), names in alphabetical order, repeated headers in the order of the mail.
 */
export function headersOf(parsed: Email): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { originalKey, value } of parsed.headers) {
    const name = canonicalName(originalKey);
    // Of one name there may be thousands.
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function canonicalName(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('-');
}
