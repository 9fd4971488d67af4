import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Has each wait of `node:timers/promises` be over at once in the running test; gives how long they were to be, in milliseconds. */
export function waitsOver(): number[] {
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
