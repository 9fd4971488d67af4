import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownPath } from '../../spec/testing/own-path.ts';
import { errorLines } from '../testing.ts';
import { Disk } from './disk.ts';

let directory: string;
let disk: Disk;
let batches: number;
let isFull: boolean;

beforeEach(async () => {
  directory = ownPath();
  batches = 0;
  isFull = false;
  await reopen();
});
afterEach(() => disk.close());

/** A disk that can be full and counts its batches. */
async function reopen(): Promise<void> {
  const database = new ClassicLevel(directory);
  await database.open();
  const write = database.batch.bind(database) as (operations: unknown[]) => Promise<void>;
  const batch = async (operations: unknown[]) => {
    if (isFull) throw new Error('no space left');
    batches += 1;
    return write(operations);
  };
  disk = new Disk(Object.assign(database, { batch: batch as typeof database.batch }));
}

const reread = async (...keys: string[]) => {
  await disk.close();
  await reopen();
  return keys.map((key) => disk.get(key));
};

test('the changes of one turn are written in one batch, and are there after a restart', async () => {
  disk.note('a!1', 'first');
  disk.note('a!2', 'second');
  disk.note('a!2', undefined);
  await disk.commit();
  expect(batches).toBe(1);
  expect(await reread('a!1', 'a!2')).toEqual(['first', undefined]);
});

test('a change is read before it is written', async () => {
  disk.note('a!1', 1);
  expect(disk.get('a!1')).toBe(1);
  await disk.commit();
  disk.note('a!1', undefined);
  expect(disk.get('a!1')).toBeUndefined();
});

test('a task runs after the changes before it are written', async () => {
  const done: string[] = [];
  disk.note('a!1', 1);
  disk.afterwards(() => done.push('task'));
  expect(done).toEqual([]);
  await disk.commit();
  expect([batches, done]).toEqual([1, ['task']]);
});

test('a failed write fails every commit until it succeeds, and loses nothing', async () => {
  const done: string[] = [];
  const lines = await errorLines(async () => {
    isFull = true;
    disk.note('a!1', 1);
    disk.afterwards(() => done.push('task'));
    for (const _ of [1, 2]) await expect(disk.commit()).rejects.toThrow('no space left');
    disk.note('a!1', 'newer');
  });
  expect(lines[0]).toContain('could not be written: no space left');
  isFull = false;
  disk.note('a!2', 2);
  await disk.commit();
  expect(done).toEqual(['task']);
  expect(await reread('a!1', 'a!2')).toEqual(['newer', 2]);
});

test('entries under a prefix are read in order, or from the end, and cleared', async () => {
  for (const key of ['a!1', 'a!2', 'a!3', 'b!1']) disk.note(key, key);
  await disk.commit();
  const keysOf = async (last?: number) => {
    const keys: string[] = [];
    for await (const [key] of disk.read('a!', last)) keys.push(key);
    return keys;
  };
  expect([await keysOf(), await keysOf(2)]).toEqual([
    ['1', '2', '3'],
    ['3', '2'],
  ]);
  disk.clear('a!');
  expect(await reread('a!1', 'b!1')).toEqual([undefined, 'b!1']);
});

test('changes before the end of the mock are written, and later ones fail', async () => {
  const closed = disk.close();
  disk.note('a!1', 1);
  await closed;
  disk.note('a!2', 2);
  await expect(disk.commit()).rejects.toThrow('the mock has ended');
  await reopen();
  expect(['a!1', 'a!2'].map((key) => disk.get(key))).toEqual([1, undefined]);
});
