const { RACES_SEED: seed = '1', RACES_TIMES: times = '1' } = process.env;

/** How often more than usual the races are run: RACES_TIMES, 1 unless it is set. */
export const more = Number(times);

/** What is tried: always the same, and with RACES_SEED other interleavings. */
export function runs(usual: number): { numRuns: number; seed: number } {
  return { numRuns: usual * more, seed: Number(seed) };
}
