import timers from 'node:timers';
import { afterAll, vi } from 'vitest';

/**
 * No test file leaves to the files after it in its process an environment of its own, which `unstubEnvs` takes back before the next test
 * only, nor a faked timer, by which no time would pass for them.
 */
afterAll(() => {
  vi.unstubAllEnvs();
  // As Vitest does after each file: what spied on a faked timer brings that timer back.
  vi.restoreAllMocks();
  for (const name of ['setTimeout', 'setInterval', 'setImmediate'] as const) {
    if (globalThis[name] === timers[name]) continue;
    Object.assign(globalThis, { [name]: timers[name] });
    throw new Error(`this file leaves a ${name} that is not the real one`);
  }
});
