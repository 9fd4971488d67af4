/** Characters of a recorded body, and its values about. */
const LONGEST = 8_000_000;
const VALUES = 50_000;

/** Whether a recorded body can be compared in a short time, by what it looks like: it need not be JSON. */
export function isBounded(text = ''): boolean {
  if (text.length > LONGEST) return false;
  let values = 0;
  for (const _ of text.matchAll(/[[{,]/g)) {
    values += 1;
    if (values > VALUES) return false;
  }
  return true;
}
