import timers from 'node:timers';
import { afterEach } from 'vitest';

/**
 * Lets the process answer Vitest between two tests. Synchronous tests would block it to the end of the file, and
 * Vitest fails a run after a minute without an answer.
 */
afterEach(() => new Promise<void>((done) => void timers.setImmediate(done)));
