/** The known word that was most likely meant by another one, or by a beginning or an end of it; undefined when none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const written = word.toLowerCase();
  const limit = Math.min(Math.max(2, word.length / 3), Math.ceil(word.length / 2));
  // A word is at least as far away as it is longer: a very long one is not looked at.
  const near = known.filter(({ length }) => Math.abs(length - word.length) <= limit);
  const ranked = near.map((candidate) => ({ candidate, distance: editDistance(written, candidate.toLowerCase()) }));
  const best = ranked.sort((a, b) => a.distance - b.distance)[0];
  if (best && best.distance <= limit) return best.candidate;
  const isPart = (whole: string) => whole.startsWith(written) || whole.endsWith(written);
  return word.length >= PART ? known.find((candidate) => isPart(candidate.toLowerCase())) : undefined;
}

/** A part of a word that says which one is meant has so many letters. */
const PART = 4;

/** The end of a sentence about an unknown word: what was most likely meant, when something was. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
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
