import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import { claim, lives, takeLock } from './lock.ts';

const own = () => {
  const directory = ownPath('run');
  mkdirSync(directory, { recursive: true });
  return directory;
};
/** A process id that nobody has. */
const nobody = 2 ** 22 + 1;

test('a directory is claimed by one alone, and where it can not be made that is a bug', () => {
  const directory = join(own(), 'number-1');
  expect([claim(directory), claim(directory)]).toEqual([true, false]);
  expect(() => claim(join(directory, 'not', 'there'))).toThrow('ENOENT');
});

test('a process that nobody has does not live, and one that is of another user does', () => {
  expect([lives(process.pid), lives(process.ppid), lives(nobody)]).toEqual([true, true, false]);
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  });
  try {
    expect(lives(1)).toBe(true);
  } finally {
    kill.mockRestore();
  }
});

test('who wants a lock that is held waits until it is released, and a lock of another name is free', async () => {
  const directory = own();
  const held: string[] = [];
  const release = await takeLock(directory, 'a');
  const waiting = takeLock(directory, 'a').then((free) => {
    held.push('second');
    return free;
  });
  (await takeLock(directory, 'b'))();
  await new Promise((resolve) => setImmediate(resolve));
  expect([held, readFileSync(join(directory, 'a.lock', 'pid'), 'utf8')]).toEqual([[], String(process.pid)]);
  release();
  (await waiting)();
  expect(existsSync(join(directory, 'a.lock'))).toBe(false);
});

test('a lock whose holder has not said yet who it is, is held', async () => {
  const directory = own();
  const lock = join(directory, 'a.lock');
  mkdirSync(lock);
  const waiting = takeLock(directory, 'a');
  expect(existsSync(lock)).toBe(true);
  rmSync(lock, { recursive: true });
  (await waiting)();
});

test('a lock whose holder has ended is taken over', async () => {
  const directory = own();
  mkdirSync(join(directory, 'a.lock'));
  writeFileSync(join(directory, 'a.lock', 'pid'), String(nobody));
  (await takeLock(directory, 'a'))();
  expect(existsSync(join(directory, 'a.lock'))).toBe(false);
});
