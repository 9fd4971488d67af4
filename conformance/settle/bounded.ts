/** Characters of a recorded body, its values about, and how deep they may lie. */
const LONGEST = 8_000_000;
const VALUES = 50_000;
const DEEPEST = 100;

/** Whether a recorded body can be compared in a short time, by what it looks like: it need not be JSON. */
export function isBounded(text = ''): boolean {
  if (text.length > LONGEST) return false;
  let [values, depth] = [0, 0];
  for (const [sign] of text.matchAll(/[[\]{},]/g)) {
    if (sign === ']' || sign === '}') depth -= 1;
    else values += 1;
    if (sign === '[' || sign === '{') depth += 1;
    if (values > VALUES || depth > DEEPEST) return false;
  }
  return true;
}
