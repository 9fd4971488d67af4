import { expect, onTestFinished, test, vi } from 'vitest';
import { inWorker } from './in-worker.ts';

/** A module that does this work; of the input it sees `input`, and says where it is with `say`. */
function moduleOf(body: string): URL {
  const library = JSON.stringify(new URL('./in-worker.ts', import.meta.url).href);
  const code = `import { work } from ${library}; await work((input, say) => { ${body} });`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

const limits = { seconds: 30, megabytes: 100 };

test('what the work gives comes back', async () => {
  expect(await inWorker(moduleOf('return { got: input };'), [1, 'x'], limits)).toEqual({ got: [1, 'x'] });
});

test('work that has come to its end leaves no timer behind, which would hold the process', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  onTestFinished(() => {
    timers.mockRestore();
    cleared.mockRestore();
  });
  await inWorker(moduleOf(''), null, { ...limits, seconds: 77 });
  const own = timers.mock.calls.findIndex(([, ms]) => ms === 77_000);
  await expect.poll(() => cleared.mock.calls.flat()).toContain(timers.mock.results[own]?.value);
});

test('what the work throws comes back', async () => {
  for (const kind of ['Error', 'RangeError'])
    await expect(inWorker(moduleOf(`throw new ${kind}("no: " + input)`), 'x', limits)).rejects.toThrow(/^no: x$/);
});

test('work that ends before it has given anything is told so', async () => {
  await expect(inWorker(moduleOf('process.exit(0);'), null, limits)).rejects.toThrow(
    /^the work ended without a result$/,
  );
});

test('work that a busy machine does not let run is waited for', async () => {
  const usage = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 });
  onTestFinished(() => void usage.mockRestore());
  const waiting = moduleOf('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500); return "done";');
  expect(await inWorker(waiting, null, { ...limits, seconds: 0.05 })).toBe('done');
});

test('work without end is ended, and it is known where it was', async () => {
  const endless = moduleOf('say("the first place"); say("the place"); for (;;);');
  await expect(inWorker(endless, null, { ...limits, seconds: 1 })).rejects.toThrow(
    /^takes more than 1 s of processor time, at the place$/,
  );
});

test('work that takes too much memory is ended', async () => {
  const growing = moduleOf('const all = []; for (;;) all.push({ a: {} });');
  await expect(inWorker(growing, null, limits)).rejects.toThrow('takes more than 100 MB');
});

test('work that calls itself too deeply is ended', async () => {
  const deep = moduleOf('const down = (n) => down(n + 1) + 1; say("the place"); return down(0);');
  await expect(inWorker(deep, null, { ...limits, stack: 2 })).rejects.toThrow(
    /^takes more than 2 MB of stack, at the place$/,
  );
});
