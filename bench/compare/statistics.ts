/** The middle of some numbers; NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half)
    ? ((sorted[half - 1] ?? Number.NaN) + (sorted[half] ?? Number.NaN)) / 2
    : (sorted[Math.floor(half)] ?? Number.NaN);
}

/** Of what was measured in the same rounds, the middle of the rounds' ratios: a round that the machine slowed down slows both. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.slice(0, theirs.length).map((value, round) => value / (theirs[round] ?? Number.NaN)));
}
