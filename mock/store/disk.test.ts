import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownPath } from '../../spec/testing/own-path.ts';
import { errorLines } from '../testing.ts';
import { timeOfWork } from '../time/testing/time-of-work.ts';
import { Disk } from './disk.ts';

const work = timeOfWork();

let directory: string;
let disk: Disk;
let batches: unknown[][];
let isFull: boolean;
let atFull: () => void;
let opened: number;
/** Writes wait for it. */
let gate: Promise<unknown>;
let database: ClassicLevel;

beforeEach(async () => {
  directory = ownPath();
  batches = [];
  isFull = false;
  atFull = () => {};
  opened = 0;
  gate = Promise.resolve();
  await reopen();
});
afterEach(() => disk.close());

/** A disk that can be full, and says what was written in one piece. */
async function reopen(): Promise<void> {
  database = new ClassicLevel(directory);
  await database.open();
  const write = database.batch.bind(database) as (operations: unknown[]) => Promise<void>;
  const watched = async (operations: unknown[]) => {
    await gate;
    if (isFull) {
      atFull();
      throw new Error('no space left');
    }
    batches.push(operations);
    return write(operations);
  };
  const reallyOpen = database.open.bind(database);
  const open = () => {
    opened += 1;
    return reallyOpen();
  };
  disk = new Disk(Object.assign(database, { open, batch: watched as typeof database.batch }));
}

test('what is noted during one turn is written in one piece, as it is when the turn ends', async () => {
  const changing = { count: 1 };
  disk.note('a!1', changing);
  await Promise.resolve();
  disk.note('a!2', 'second');
  disk.note('a!3', 'third');
  disk.note('a!3', undefined);
  changing.count = 2;
  await disk.commit();
  expect(batches).toHaveLength(1);
  await disk.close();
  await reopen();
  expect(['a!1', 'a!2', 'a!3'].map((key) => disk.get(key))).toEqual([{ count: 2 }, 'second', undefined]);
});

test('where nothing was noted nothing is written', async () => {
  await disk.commit();
  disk.note('a!1', 1);
  for (let times = 0; times < 2; times++) await disk.commit();
  expect(batches).toEqual([[{ type: 'put', key: 'a!1', value: '1' }]]);
});

test('what is noted can be read at once', async () => {
  disk.note('a!1', 1);
  expect(disk.get('a!1')).toBe(1);
  await disk.commit();
  disk.note('a!1', undefined);
  expect(disk.get('a!1')).toBeUndefined();
});

test('what changes while something is written goes in one piece, and what is long in one of its own', async () => {
  let open: () => void = () => {};
  gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const long = 'x'.repeat(5_000_000);
  for (const [key, value] of [1, 2, 3, long, long, 4].entries()) {
    disk.note(`a!${key}`, value);
    disk.note('b', key);
    await new Promise((resolve) => setImmediate(resolve));
    expect([disk.get(`a!${key}`), disk.get('b')]).toEqual([value, key]);
  }
  open();
  await disk.commit();
  const written = batches.map((operations) => operations.map((one) => (one as { key: string }).key));
  expect(written).toEqual([
    ['a!0', 'b'],
    ['a!1', 'b', 'a!2', 'a!3'],
    ['a!4', 'b'],
    ['a!5', 'b'],
  ]);
});

test('a task is done when what was noted before it is written', async () => {
  const done: string[] = [];
  disk.note('a!1', 1);
  disk.afterwards(() => done.push('task'));
  await Promise.resolve();
  expect([batches.length, done]).toEqual([0, []]);
  await disk.commit();
  expect([batches.length, done]).toEqual([1, ['task']]);
});

test('what could not be written fails every commit until it is, and is then written before anything else', async () => {
  const done: string[] = [];
  const complaints = await errorLines(async () => {
    isFull = true;
    disk.note('a!1', 1);
    disk.afterwards(() => done.push('task'));
    await expect(disk.commit()).rejects.toThrow('no space left');
    await expect(disk.commit()).rejects.toThrow('no space left');
    expect([disk.get('a!1'), done]).toEqual([1, []]);
  });
  expect(complaints).toEqual(Array(2).fill('mock: the state could not be written: no space left'));
  isFull = false;
  disk.note('a!2', 2);
  await disk.commit();
  expect([batches.length, done]).toEqual([1, ['task']]);
  await disk.close();
  await reopen();
  expect(['a!1', 'a!2'].map((key) => disk.get(key))).toEqual([1, 2]);
});

test('after a write that failed the database is opened anew, once: half of it may stand at its end', async () => {
  await errorLines(async () => {
    isFull = true;
    disk.note('a!1', 1);
    await expect(disk.commit()).rejects.toThrow('no space left');
  });
  isFull = false;
  for (const key of ['a!2', 'a!3']) {
    disk.note(key, 1);
    await disk.commit();
  }
  expect(opened).toBe(1);
});

test('what is noted while a write fails is newer than what could not be written', async () => {
  await errorLines(async () => {
    isFull = true;
    atFull = () => disk.note('a!1', 'newer');
    disk.note('a!1', 'older');
    disk.note('a!2', 'other');
    await expect(disk.commit()).rejects.toThrow('no space left');
    const read: unknown[] = [];
    atFull = () => read.push(disk.get('a!1'), disk.get('a!2'));
    await expect(disk.commit()).rejects.toThrow('no space left');
    expect(read).toEqual(['newer', 'other']);
    isFull = false;
    await disk.commit();
  });
  await disk.close();
  await reopen();
  expect(['a!1', 'a!2'].map((key) => disk.get(key))).toEqual(['newer', 'other']);
});

test('what is under a prefix is read in order, or backwards from the end, and cleared', async () => {
  for (const key of ['a!1', 'a!2', 'a!3', 'b!1']) disk.note(key, key);
  await disk.commit();
  const read = async (last?: number) => {
    const keys: string[] = [];
    for await (const [key] of disk.read('a!', last)) keys.push(key);
    return keys;
  };
  expect(await read()).toEqual(['1', '2', '3']);
  expect(await read(2)).toEqual(['3', '2']);
  disk.clear('a!');
  await disk.close();
  await reopen();
  expect([disk.get('a!1'), disk.get('b!1')]).toEqual([undefined, 'b!1']);
});

test('what is read gives others their rounds between its entries', async () => {
  for (const key of ['a!1', 'a!2', 'a!3', 'a!4']) disk.note(key, 1);
  await disk.commit();
  let round = 0;
  let counting = setImmediate(function count() {
    round += 1;
    counting = setImmediate(count);
  });
  const rounds = new Set<number>();
  for await (const _ of disk.read('a!')) {
    rounds.add(round);
    // More than a slice.
    work(15);
  }
  clearImmediate(counting);
  expect(rounds.size).toBe(4);
});

test('closing writes what was noted', async () => {
  disk.note('a!1', 1);
  await disk.close();
  await reopen();
  expect(disk.get('a!1')).toBe(1);
});

test('what is noted in the turn in which it is closed is written, and nothing afterwards', async () => {
  const closed = disk.close();
  disk.note('a!1', 1);
  await closed;
  disk.note('a!2', 2);
  await expect(disk.commit()).rejects.toThrow('the mock has ended');
  expect(disk.isBehind).toBe(true);
  await reopen();
  expect(['a!1', 'a!2'].map((key) => disk.get(key))).toEqual([1, undefined]);
});

test('closing waits for what is removed, and what could not be is told', async () => {
  const order: string[] = [];
  const close = database.close.bind(database);
  const lines = await errorLines(async () => {
    Object.assign(database, {
      clear: async () => {
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
        order.push('cleared');
        throw new Error('no such file');
      },
      close: () => {
        order.push('closed');
        return close();
      },
    });
    disk.clear('a!');
    await disk.close();
  });
  expect(order).toEqual(['cleared', 'closed']);
  expect(lines).toEqual(['mock: old state could not be removed: no such file']);
});
