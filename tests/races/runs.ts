const { RACES_SEED: seed, RACES_TIMES: times = '1' } = process.env;

/** How often more than usual the races are run: RACES_TIMES, 1 unless it is set. */
export const more = Number(times);

/** What is tried: other interleavings each time, and with RACES_SEED always the same. A failure names the seed to set. */
export function runs(usual: number): { numRuns: number; seed?: number } {
  return { numRuns: usual * more, ...(seed !== undefined && { seed: Number(seed) }) };
}
