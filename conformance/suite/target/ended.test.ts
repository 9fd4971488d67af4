import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ended } from './ended.ts';

/** A process that is gone when it is asked to end, and what was done to it. */
class Child extends EventEmitter {
  readonly done: string[] = [];

  constructor(
    readonly exitCode: number | null = null,
    readonly signalCode: string | null = null,
  ) {
    super();
  }

  ref() {
    this.done.push('ref');
  }

  kill(signal: string) {
    this.done.push(signal);
    setImmediate(() => {
      this.done.push('gone');
      this.emit('exit');
    });
  }
}

test('a process is asked to end, and waited for', async () => {
  const child = new Child();
  await ended(child);
  expect(child.done).toEqual(['ref', 'SIGTERM', 'gone']);
});

test('a process that takes minutes to end is not killed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const child = new Child();
  const end = ended(child);
  vi.advanceTimersByTime(300_000);
  await end;
  expect(child.done).not.toContain('SIGKILL');
});

for (const [how, child] of [
  ['by itself', new Child(0)],
  ['by a signal', new Child(null, 'SIGKILL')],
] as const) {
  test(`a process that has ended ${how} is not waited for`, async () => {
    await ended(child);
    expect(child.done).toEqual([]);
  });
}
