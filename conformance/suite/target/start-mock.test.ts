import type { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startMock } from './start-mock.ts';

/** A process that does this when it has been started, and what was done to it. */
class Child extends EventEmitter {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly exitCode = null;
  readonly signalCode = null;
  readonly channel = { unref: () => void this.done.push('channel unref') };
  readonly done: string[] = [];
  readonly started: unknown[] = [];

  constructor(private readonly act: (child: Child) => void) {
    super();
  }

  readonly start = ((...asked: unknown[]) => {
    this.started.push(...asked);
    setImmediate(() => this.act(this));
    return this;
  }) as unknown as typeof spawn;

  unref() {
    this.done.push('unref');
  }

  ref() {
    this.done.push('ref');
  }

  kill(signal: string) {
    this.done.push(signal);
    setImmediate(() => this.emit('exit', 0));
  }
}

test('the mock is started on a free port, in a group of its own, and ends when it is stopped', async () => {
  const child = new Child(({ stdout }) => {
    stdout.write('The mock is at http://127.0.0.1:4');
    stdout.write('010/v2, its console at http://127.0.0.1:4010/__admin\n');
  });
  const before = process.listenerCount('exit');
  const mock = await startMock(['--deployment', 'a.yaml'], child.start);
  expect(mock.origin).toBe('http://127.0.0.1:4010');
  const [command, args, how] = child.started as [string, string[], object];
  expect([command, args.slice(-4)]).toEqual([process.execPath, ['--port', '0', '--deployment', 'a.yaml']]);
  expect(how).toEqual({ stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true });
  expect([child.done, process.listenerCount('exit') - before]).toEqual([['unref', 'channel unref'], 1]);
  await mock.stop();
  expect(child.done.slice(2)).toEqual(['ref', 'SIGTERM']);
  expect(process.listenerCount('exit')).toBe(before);
});

test('a mock that takes an hour to start is waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const child = new Child(() => {
    vi.advanceTimersByTime(3_600_000);
    child.stdout.write('The mock is at http://127.0.0.1:4010/v2\n');
  });
  const mock = await startMock([], child.start);
  expect(child.done).not.toContain('SIGKILL');
  await mock.stop();
});

const failures: [what: string, act: (child: Child) => void, reason: string][] = [
  [
    'tells what is wrong',
    (child) => {
      child.stderr.write(`${'a warning\n'.repeat(500)}mock: a.yaml: `);
      child.stderr.write('there is no such file\n');
      setImmediate(() => child.emit('exit', 2));
    },
    'mock: a.yaml: there is no such file',
  ],
  ['ends without a word', (child) => child.emit('exit', 7), 'it ended with the exit code 7'],
  ['can not be started', (child) => child.emit('error', new Error('spawn EAGAIN')), 'spawn EAGAIN'],
];
for (const [what, act, reason] of failures) {
  test(`a mock that ${what} has not started, and is ended`, async () => {
    const child = new Child(act);
    await expect(startMock([], child.start)).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: `the mock did not start: ${reason}`,
    });
    expect(child.done).toContain('SIGKILL');
  });
}
