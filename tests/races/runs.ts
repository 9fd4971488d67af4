const { RACES_SEED: seed = '1', RACES_TIMES: times = '1' } = process.env;

/** A factor for the number of races: RACES_TIMES, 1 unless it is set. */
export const more = Number(times);

/** Options of fast-check; RACES_SEED chooses other interleavings. */
export function runs(usual: number): { numRuns: number; seed: number } {
  return { numRuns: usual * more, seed: Number(seed) };
}
