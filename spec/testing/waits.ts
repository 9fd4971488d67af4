import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Ends each wait of `node:timers/promises` at once in the running test; returns their lengths in milliseconds. */
export function skipWaits(): number[] {
  const waits: number[] = [];
  const real = timers.setTimeout;
  const set = (wait: typeof real) => {
    timers.setTimeout = wait;
    syncBuiltinESMExports();
  };
  set(async (ms = 0, value) => {
    waits.push(ms);
    return value as never;
  });
  onTestFinished(() => set(real));
  return waits;
}
