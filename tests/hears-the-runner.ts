import timers from 'node:timers';
import { afterEach } from 'vitest';

/**
 * Between two tests a process listens to Vitest: tests that wait for nothing would else keep it from that to the end of their file, and
 * what Vitest has not heard back for a minute, as it may be on a busy machine, fails the run.
 */
afterEach(() => new Promise<void>((done) => void timers.setImmediate(done)));
