// Loaded into the mock that is fuzzed: says on stderr when its event loop stood still, or it took more memory than it may.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/** So long the event loop may stand still, in nanoseconds. */
const STALL = 1e9;
/** So many bytes the process may take: the heap that Node allows itself, two fifths beside it for bytes outside of it, and Node itself. */
const MEMORY = getHeapStatistics().heap_size_limit * 1.4 + 150 * 2 ** 20;
/** How often it looks, in milliseconds. */
const ROUND = 100;

/** Nanoseconds that the main thread has computed: on a busy machine it stands still without a fault of its own. */
function computed() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]);
  } catch {
    return Number(process.hrtime.bigint());
  }
}

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let last = computed();
  let most = MEMORY;
  setInterval(() => {
    const now = computed();
    const stall = Math.min(now - last, delay.max);
    if (stall > STALL) process.stderr.write(`alarm: the event loop stood still for ${Math.round(stall / 1e6)} ms\n`);
    last = now;
    delay.reset();
    const { rss } = process.memoryUsage();
    if (rss <= most) return;
    most = rss * 1.1;
    process.stderr.write(`alarm: the process takes ${Math.round(rss / 2 ** 20)} MB\n`);
  }, ROUND).unref();
}
