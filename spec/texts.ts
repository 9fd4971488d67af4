export function formatCount(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}

export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** The backticks around literal text in Markdown: more than any in the text, and a least number. */
export function chooseFence(text: string, least = 1): string {
  return '`'.repeat(Math.max(least, ...(text.match(/`+/g) ?? []).map(({ length }) => length + 1)));
}

/** The known word closest to a misspelt or shortened word; undefined if none is close. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const written = word.toLowerCase();
  const limit = Math.min(Math.max(2, word.length / 3), Math.ceil(word.length / 2));
  // The difference in length is a lower bound of the distance.
  const near = known.filter(({ length }) => Math.abs(length - word.length) <= limit);
  const ranked = near.map((candidate) => ({ candidate, distance: editDistance(written, candidate.toLowerCase()) }));
  const best = ranked.sort((a, b) => a.distance - b.distance)[0];
  if (best && best.distance <= limit) return best.candidate;
  const isPart = (whole: string) => whole.startsWith(written) || whole.endsWith(written);
  return word.length >= MIN_LETTERS ? known.find((candidate) => isPart(candidate.toLowerCase())) : undefined;
}

/** Least number of letters of a shortened word. */
const MIN_LETTERS = 4;

/** A hint for the end of a message about an unknown word; empty if no known word is close. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = findNearest(word, known);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const harmless = new Set(['idempotency-key', 'www-authenticate']);

/** True for names of headers, parameters and cookies that hold credentials. */
export function isSecretName(name: string): boolean {
  return /token|key|secret|auth|cookie|passw/i.test(name) && !harmless.has(name.toLowerCase());
}

/** Removes user and password from the URLs in a text. */
export function removeCredentials(text: string): string {
  return text.includes('@') ? text.replaceAll(/:\/\/[^\s/?#]*@/g, '://...@') : text;
}
