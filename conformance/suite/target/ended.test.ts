import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { ended } from './ended.ts';

/** A process that is gone when it is asked to end, and what was done to it. */
class Child extends EventEmitter {
  readonly done: string[] = [];

  constructor(
    readonly exitCode: number | null = null,
    readonly signalCode: string | null = null,
    private readonly ignored?: string,
  ) {
    super();
  }

  ref() {
    this.done.push('ref');
  }

  kill(signal: string) {
    this.done.push(signal);
    if (signal === this.ignored) return;
    setImmediate(() => {
      this.done.push('gone');
      this.emit('exit');
    });
  }
}

test('a process that does not end when it is asked to is killed after two seconds, and waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const child = new Child(null, null, 'SIGTERM');
    const end = ended(child);
    vi.advanceTimersByTime(1999);
    expect(child.done).toEqual(['ref', 'SIGTERM']);
    vi.advanceTimersByTime(1);
    expect(child.done).toEqual(['ref', 'SIGTERM', 'SIGKILL']);
    await end;
    expect([child.done.at(-1), vi.getTimerCount()]).toEqual(['gone', 0]);
  } finally {
    vi.useRealTimers();
  }
});

test('a process is asked to end, waited for, and not killed then', async () => {
  const child = new Child();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await ended(child);
    vi.advanceTimersByTime(2000);
  } finally {
    vi.useRealTimers();
  }
  expect(child.done).toEqual(['ref', 'SIGTERM', 'gone']);
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
