import type { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { configuration, startPlaywright } from './playwright.ts';

/** A process that only notes what is done to it. */
function child() {
  const [started, killed] = [[] as unknown[], [] as string[]];
  const process = Object.assign(new EventEmitter(), {
    stderr: new PassThrough(),
    kill: (signal: string) => void killed.push(signal),
  });
  const start = ((...asked: unknown[]) => {
    started.push(...asked);
    return process;
  }) as unknown as typeof spawn;
  return { start, process, started, killed };
}

test('Playwright is started where its configuration lies, in a group of its own, and noticed by a channel', async () => {
  const { start, process: running, started, killed } = child();
  const before = process.listenerCount('exit');
  const playwright = startPlaywright(['test', '--list'], undefined, start);
  const [command, args, how] = started as [string, string[], object];
  expect([command, args.slice(1)]).toEqual([process.execPath, ['test', '--list']]);
  expect(args[0]).toMatch(/@playwright\/test\/cli\.js$/);
  expect(how).toEqual({
    cwd: configuration.replace(/playwright\.config\.[jt]s$/, ''),
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  expect(process.listenerCount('exit')).toBe(before + 1);
  playwright.interrupt();
  running.emit('close', 3);
  expect([await playwright.ended, killed, process.listenerCount('exit')]).toEqual([3, ['SIGINT'], before]);
});

test('what Playwright says is wrong is kept where it is not shown, and a signal that ends it is a failure', async () => {
  const { start, process: running, started } = child();
  const playwright = startPlaywright([], 'pipe', start);
  running.stderr.write('Error: ');
  running.stderr.write('no blob');
  await new Promise((resolve) => setImmediate(resolve));
  running.emit('close', null);
  expect(started[2]).toMatchObject({ stdio: ['inherit', 'inherit', 'pipe', 'ipc'] });
  expect([await playwright.ended, playwright.errors()]).toEqual([1, 'Error: no blob']);
});

test('a Playwright that can not be started is no run', async () => {
  const { start, process: running } = child();
  const { ended } = startPlaywright([], 'inherit', start);
  running.emit('error', new Error('spawn EAGAIN'));
  await expect(ended).rejects.toThrow('spawn EAGAIN');
});
