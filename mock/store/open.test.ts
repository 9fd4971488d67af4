import { existsSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { beforeEach, expect, test } from 'vitest';
import { ownPath } from '../../spec/testing/own-path.ts';
import { openStore } from './open.ts';

let folder: string;
let data: string;

beforeEach(() => {
  folder = ownPath();
  data = ownPath('data');
});

const open = (directory = data) => openStore(directory, { messages: 100 });

/** Why a directory is not opened. */
const complaint = (directory = data) =>
  open(directory).then(
    () => 'none',
    ({ message }: Error) => message,
  );

/** Puts entries into the database of a directory that no mock has open. */
async function put(entries: Record<string, string>): Promise<void> {
  const database = new ClassicLevel(data);
  for (const [key, value] of Object.entries(entries)) await database.put(key, value);
  await database.close();
}

test('a directory that has no parent yet is made with it', async () => {
  const nested = join(data, 'a', 'b');
  await (await open(nested)).close();
  expect(existsSync(nested)).toBe(true);
});

test('a directory belongs to one store at a time', async () => {
  const store = await open();
  expect(await complaint()).toBe(`${data} is in use by another mock`);
  await store.close();
  expect(await complaint()).toBe('none');
});

test('a file is no directory', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await complaint(file)).toContain(`${file} can't be used: `);
});

test.runIf(existsSync('/proc'))('a directory that can not be made is refused', async () => {
  for (const directory of ['/proc/x', '/proc/x/y']) {
    expect(await complaint(directory)).toContain(`${directory} can't be used: `);
  }
});

test('a directory with other files is left alone', async () => {
  await writeFile(join(folder, 'letter.txt'), '');
  expect(await complaint(folder)).toBe(`${folder} holds other files; give a directory of its own`);
});

for (const [what, key, value] of [
  ['state of the layout 0', 'layout', '0'],
  ['no state of a mock', 'colour', 'red'],
] as const) {
  test(`a directory that holds ${what} is left alone`, async () => {
    await put({ [key]: value });
    expect(await complaint()).toBe(`${data} holds ${what}; this mock reads the layout 5`);
  });
}

test('a database that is damaged is refused', async () => {
  await put({ layout: '5' });
  await writeFile(join(data, 'CURRENT'), 'nonsense\n');
  expect(await complaint()).toContain(`${data} can't be opened: `);
});

test('a partition whose own entry is damaged is refused, and is not taken for an empty one', async () => {
  await put({ layout: '5', 'partition!mine': '{}' });
  expect(await complaint()).toBe(`${data} can't be used: the entry partition!mine can't be read: {}`);
  for (const entry of [
    '{"world":0,"used":1}',
    '{"world":1,"used":-1}',
    '{"world":1}',
    '{"world":12345678901,"used":1}',
  ]) {
    await put({ 'partition!mine': entry });
    expect(await complaint()).toBe(`${data} can't be used: the entry partition!mine can't be read: ${entry}`);
  }
  await put({ 'partition!mine': 'x'.repeat(1_000) });
  expect(await complaint()).toMatch(/: x{200}…$/);
  await put({ 'partition!mine': '{"world":1234567890,"used":1}' });
  expect(await complaint()).toBe('none');
});

test('partitions are named in the order in which they were changed', async () => {
  const store = await open();
  const { now } = Date;
  const metas: Record<string, ReturnType<typeof store.begin>['meta']> = {};
  for (const [index, name] of ['a', 'b', 'c', 'a'].entries()) {
    Date.now = () => index;
    metas[name] ??= store.begin(name).meta;
    metas[name].set('x', index);
    // What changes before it is written is one change.
    await store.commit();
  }
  await store.close();
  const again = await open();
  expect(again.names()).toEqual(['b', 'c', 'a']);
  Date.now = () => 9;
  (await again.load('b')).meta.set('x', 9);
  Date.now = now;
  expect(again.names()).toEqual(['c', 'a', 'b']);
  await again.close();
});

test('a partition that begins after a restart has nothing of another one', async () => {
  const store = await open();
  // The latest is not the last by its name.
  for (const name of ['gone', 'z', 'a']) store.begin(name).meta.set('x', 1);
  expect([...(await store.load('a')).meta]).toEqual([['x', 1]]);
  store.forget('gone');
  await store.close();
  const again = await open();
  again.begin('b').meta.set('x', 2);
  expect([...(await again.load('a')).meta]).toEqual([['x', 1]]);
  expect([...(await again.load('b')).meta]).toEqual([['x', 2]]);
  expect([again.names().sort(), again.has('gone'), await again.isLarge('a'), await again.isLarge('gone')]).toEqual([
    ['a', 'b', 'z'],
    false,
    false,
    false,
  ]);
  await again.close();
});

test('what belongs to no partition any more is removed at the next start, and nothing else', async () => {
  const kept = { layout: '5', 'partition!mine': '{"world":2,"used":1}', '0000000002!meta!x': '[1,1]' };
  await put({ ...kept, '0000000001!meta!x': '[1,1]', '0000000003!meta!x': '[1,1]', '9000000000!a': '1' });
  await (await open()).close();
  const database = new ClassicLevel(data);
  expect(await database.keys().all()).toEqual(Object.keys(kept).sort());
  await database.close();
});

for (const [what, entry, reason] of [
  ['is no list', '{}', /^the entry meta!x: .*not iterable/],
  ['has no value', '[1]', /^the entry meta!x: it has no order or no value$/],
  ['has no order', '["1",2]', /^the entry meta!x: it has no order or no value$/],
  ['is no JSON', '[1', /^the entry 0000000001!meta!x: .*JSON/],
] as const) {
  test(`a stored entry that ${what} is named`, async () => {
    await put({ layout: '5', 'partition!mine': '{"world":1,"used":1}', '0000000001!meta!x': entry });
    const store = await open();
    await expect(store.load('mine')).rejects.toThrow(reason);
    await store.close();
  });
}

test('what was noted of a partition is read with it, though it was not written yet', async () => {
  const store = await open();
  const { archive, meta } = store.begin('a');
  meta.set('x', 1);
  archive?.add('b', { id: 'b' });
  const read = await store.load('a');
  expect([[...read.meta], read.archive?.recent]).toEqual([[['x', 1]], [{ id: 'b' }]]);
  await store.close();
});

test('what was stored of a partition that is forgotten is removed', async () => {
  const store = await open();
  store.begin('a').meta.set('x', 1);
  await store.commit();
  store.forget('a');
  expect([store.has('a'), store.names()]).toEqual([false, []]);
  await store.close();
  const database = new ClassicLevel(data);
  expect(await database.keys().all()).toEqual(['layout']);
  await database.close();
});

test('latest writes that are damaged are refused once, and kept', async () => {
  const store = await open();
  const written = store.begin('p');
  for (let count = 0; count < 50; count++) written.meta.set(`${count}`, 'x'.repeat(1_000));
  await store.commit();
  // As `kill -9` leaves it: closed, the log would be taken over.
  await cp(data, `${data}-killed`, { recursive: true });
  await store.close();
  const [log = ''] = (await readdir(`${data}-killed`)).filter((name) => name.endsWith('.log'));
  const bytes = await readFile(join(`${data}-killed`, log));
  await writeFile(join(`${data}-killed`, log), bytes.fill('A', 100, 200));
  expect(await complaint(`${data}-killed`)).toContain(
    `is damaged: of its latest writes, in ${log}, not all can be read`,
  );
  expect((await readFile(join(`${data}-killed`, `${log}.damaged`))).equals(bytes)).toBe(true);
  expect(await complaint(`${data}-killed`)).toBe('none');
});
