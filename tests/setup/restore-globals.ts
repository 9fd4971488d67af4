import timers from 'node:timers';
import { afterAll, vi } from 'vitest';

/**
 * Restores environment and timers after each file: `unstubEnvs` resets the environment only before the next test, and
 * under a faked timer no time passes.
 */
afterAll(() => {
  vi.unstubAllEnvs();
  // Restoring a spy on a faked timer brings the faked timer back.
  vi.restoreAllMocks();
  for (const name of ['setTimeout', 'setInterval', 'setImmediate'] as const) {
    if (globalThis[name] === timers[name]) continue;
    Object.assign(globalThis, { [name]: timers[name] });
    throw new Error(`this file leaves a faked ${name}`);
  }
});
