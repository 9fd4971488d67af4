import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import { lives, takeLock } from './lock.ts';

function runDirectory(): string {
  const directory = ownPath('run');
  mkdirSync(directory, { recursive: true });
  return directory;
}
/** An id that no process has. */
const unusedPid = 2 ** 22 + 1;

test('a process lives until it has ended, also that of another user', () => {
  expect([lives(process.pid), lives(unusedPid)]).toEqual([true, false]);
  vi.spyOn(process, 'kill').mockImplementationOnce(() => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  });
  expect(lives(1)).toBe(true);
});

test('a held lock is taken when it is released', async () => {
  const directory = runDirectory();
  const taken: string[] = [];
  const release = await takeLock(directory, 'a');
  const waiting = takeLock(directory, 'a').then((free) => {
    taken.push('second');
    return free;
  });
  (await takeLock(directory, 'b'))();
  expect(taken).toEqual([]);
  release();
  (await waiting)();
  expect(existsSync(join(directory, 'a.lock'))).toBe(false);
});

test('the lock of a process that has ended is taken over', async () => {
  const directory = runDirectory();
  mkdirSync(join(directory, 'a.lock'));
  writeFileSync(join(directory, 'a.lock', 'pid'), String(unusedPid));
  (await takeLock(directory, 'a'))();
});
