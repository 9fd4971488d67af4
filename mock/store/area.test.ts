import { ClassicLevel } from 'classic-level';
import { expect, test } from 'vitest';
import { ownPath } from '../../spec/testing/own-path.ts';
import { errorLines } from '../testing.ts';
import { Area } from './area.ts';
import { Disk } from './disk.ts';

/** A disk whose writes end when that is said, and two areas of it. */
async function slowly(work: (areas: { one: Area; other: Area; end: (error?: Error) => void }) => Promise<void>) {
  const database = new ClassicLevel(ownPath());
  await database.open();
  let end: (error?: Error) => void = () => {};
  const writing = new Promise<Error | undefined>((resolve) => {
    end = resolve;
  });
  const write = database.batch.bind(database) as (operations: unknown[]) => Promise<void>;
  const batch = async (operations: unknown[]) => {
    const error = await writing;
    if (error) throw error;
    await write(operations);
  };
  const disk = new Disk(Object.assign(database, { batch: batch as typeof database.batch }));
  const [one, other] = ['0000000001!', '0000000002!'].map((prefix) => new Area(disk, prefix, () => {}, false));
  try {
    await work({ one: one as Area, other: other as Area, end });
  } finally {
    await disk.close();
  }
}

test('what is begun aside changes nothing of its partition until it belongs to it, and stays then', async () => {
  const database = new ClassicLevel(ownPath());
  await database.open();
  const disk = new Disk(database);
  let changes = 0;
  const area = new Area(disk, '0000000001!', () => changes++, true);
  area.note('a', 1);
  expect(changes).toBe(0);
  area.adopt();
  area.note('a', 2);
  expect([changes, area.get('a'), area.get('b')]).toEqual([2, 2, undefined]);
  area.leave();
  area.note('a', 3);
  await disk.commit();
  const kept: unknown[] = [];
  for await (const [, value] of disk.read('0000000001!')) kept.push(value);
  expect(kept).toEqual([2]);
  await disk.close();
});

test('what was begun aside and is left before it belongs to its partition is removed', async () => {
  const database = new ClassicLevel(ownPath());
  await database.open();
  const disk = new Disk(database);
  const [aside, other] = ['0000000001!', '0000000002!'].map((prefix) => new Area(disk, prefix, () => {}, true));
  for (const area of [aside, other]) area?.note('a', 1);
  await disk.commit();
  aside?.leave();
  await disk.close();
  await database.open();
  expect(await database.keys().all()).toEqual(['0000000002!a']);
  await database.close();
});

test('what was written after all fails no more, and nothing is when the disk was closed', async () => {
  const database = new ClassicLevel(ownPath());
  await database.open();
  const { batch } = database;
  const disk = new Disk(database);
  const area = new Area(disk, '0000000001!', () => {}, false);
  await errorLines(async () => {
    Object.assign(database, { batch: () => Promise.reject(new Error('no space left')) });
    area.note('a', 1);
    await expect(area.commit()).rejects.toThrow('no space left');
  });
  Object.assign(database, { batch });
  await disk.commit();
  await area.commit();
  await disk.close();
  area.note('a', 2);
  await expect(area.commit()).rejects.toThrow('the mock has ended');
  await expect(area.commit()).rejects.toThrow('the mock has ended');
});

test('what changes elsewhere is not waited for', async () => {
  await slowly(async ({ one, other, end }) => {
    one.note('a', 1);
    let isWritten = false;
    const written = one.commit().then(() => {
      isWritten = true;
    });
    await other.commit();
    expect(isWritten).toBe(false);
    end();
    await written;
    expect(isWritten).toBe(true);
  });
});

test('what could not be written elsewhere fails until it is', async () => {
  const lines = await errorLines(() =>
    slowly(async ({ one, other, end }) => {
      one.note('a', 1);
      const written = one.commit();
      end(new Error('no space left'));
      await expect(written).rejects.toThrow('no space left');
      await expect(other.commit()).rejects.toThrow('no space left');
      await expect(one.commit()).rejects.toThrow('no space left');
    }),
  );
  expect(lines[0]).toBe('mock: the state could not be written: no space left');
});
