import { afterEach, expect, test, vi } from 'vitest';
import { printedBy } from '../spec/testing/printed.ts';
import { readConfig } from './config.ts';
import { run } from './run.ts';

const { argv, exitCode } = process;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  process.argv = argv;
  process.exitCode = exitCode;
});

/** Runs a command with these arguments; gives what it printed, and how it is told to end. */
async function ran(args: string[], name = 'mock') {
  const heard: Record<string, () => void> = {};
  for (const method of ['on', 'once'] as const) {
    const listen = process[method].bind(process) as (name: string, listener: () => void) => NodeJS.Process;
    vi.spyOn(process, method).mockImplementation((name: string | symbol, listener: () => void) => {
      if (!/^SIG|^disconnect$/.test(String(name))) return listen(String(name), listener);
      heard[String(name)] = listener;
      return process;
    });
  }
  // The tests have a channel, which they need.
  if (process.channel) vi.spyOn(process.channel, 'unref').mockReturnValue(undefined);
  process.argv = ['node', 'mock', ...args];
  const { stdout, stderr } = await printedBy(() => run(name, readConfig));
  const [origin = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(stdout) ?? [];
  const isUp = () =>
    fetch(`${origin}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
  return { heard, stdout, stderr, isUp };
}

for (const why of ['SIGINT', 'SIGTERM', 'disconnect']) {
  test(`a command that serves greets, and ends on ${why}`, async () => {
    const { heard, stdout, isUp } = await ran(['--port', '0']);
    expect(stdout).toMatch(/^Mock of the telephony contract at .*Ctrl-C\n$/s);
    expect([await isUp(), Object.keys(heard).sort()]).toEqual([true, ['SIGINT', 'SIGTERM', 'disconnect']]);
    // A channel to whoever started it does not hold it either.
    expect(process.channel?.unref).toHaveBeenCalledOnce();
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    heard[why]?.();
    await expect.poll(isUp).toBe(false);
    const limitAt = () => timers.mock.calls.findIndex(([, ms]) => ms === 10_000);
    await expect.poll(limitAt).not.toBe(-1);
    clearTimeout(timers.mock.results[limitAt()]?.value);
    expect(exit).not.toHaveBeenCalled();
  });
}

test('a command that is called wrongly says so, and serves nothing', async () => {
  const { heard, stdout, stderr } = await ran(['--port', 'many']);
  expect([stdout, heard, process.exitCode]).toEqual(['', {}, 2]);
  expect(stderr).toMatch(/^error: .*whole number from 0 to 65535.*\n$/);
});

test('a command that can not serve says why under its name', async () => {
  const { stdout, stderr } = await ran(['--fixtures', '/nowhere'], 'proxy');
  expect([stdout, process.exitCode]).toEqual(['', 2]);
  expect(stderr).toMatch(/^proxy: \/nowhere\/accounts\.yaml: can't be read.*\n$/);
});
