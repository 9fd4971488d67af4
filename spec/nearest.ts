/** The known word that somebody most likely meant who wrote another one; undefined when none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known.map((candidate) => ({
    candidate,
    distance: editDistance(word.toLowerCase(), candidate.toLowerCase()),
  }));
  const best = ranked.sort((a, b) => a.distance - b.distance)[0];
  return best && best.distance <= Math.max(2, word.length / 3) ? best.candidate : undefined;
}

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
