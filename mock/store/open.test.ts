import { existsSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { beforeEach, expect, test } from 'vitest';
import { makeTestPath } from '../../spec/testing/test-path.ts';
import { openStore } from './open.ts';
import { Storage } from './store.ts';

let folder: string;
let data: string;

beforeEach(() => {
  folder = makeTestPath();
  data = makeTestPath('data');
});

const open = (directory = data) => openStore(directory);

/** The reason why a directory cannot be opened. */
const refusal = (directory = data) =>
  open(directory).then(
    () => 'none',
    ({ message }: Error) => message,
  );

/** Writes entries into the database of a closed directory. */
async function put(entries: Record<string, string>): Promise<void> {
  const database = new ClassicLevel(data);
  for (const [key, value] of Object.entries(entries)) await database.put(key, value);
  await database.close();
}

test('a missing directory is created with its parents', async () => {
  const nested = join(data, 'a', 'b');
  await (await open(nested)).close();
  expect(existsSync(nested)).toBe(true);
});

test('a directory in use by another mock is refused', async () => {
  const store = await open();
  expect(await refusal()).toBe(`${data} is in use by another mock`);
  await store.close();
  expect(await refusal()).toBe('none');
});

test('a file is refused as a directory', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await refusal(file)).toContain(`${file} can't be used: `);
});

test('a directory with other files is refused', async () => {
  await writeFile(join(folder, 'letter.txt'), '');
  expect(await refusal(folder)).toContain('holds other files');
});

for (const [label, key, value] of [
  ['of another layout', 'layout', '0'],
  ['of another program', 'colour', 'red'],
] as const) {
  test(`a database ${label} is refused`, async () => {
    await put({ [key]: value });
    expect(await refusal()).toContain('this mock reads the layout 7: give a new directory');
  });
}

test('a damaged database is refused', async () => {
  await put({ layout: '7' });
  await writeFile(join(data, 'CURRENT'), 'nonsense\n');
  expect(await refusal()).toContain(`${data} can't be opened: `);
});

test('the partitions of a directory are found again, each with its own entries', async () => {
  const store = await open();
  for (const name of ['a', 'a-b', 'layout', 'gone']) new Storage(store, name).entries('meta').set('x', name);
  await store.commit();
  const gone = await store.load('gone');
  gone.entries('meta');
  gone.clear();
  await store.close();
  const reopened = await open();
  expect([...reopened.partitions].sort()).toEqual(['a', 'a-b', 'layout']);
  for (const name of [...reopened.partitions].sort())
    expect([...(await reopened.load(name)).entries('meta')]).toEqual([['x', name]]);
  await reopened.close();
});

for (const entry of ['', '{"a":', 'nonsense']) {
  test(`the damaged entry ${entry} is named when its partition is read`, async () => {
    await put({ layout: '7', 'mine!meta!000000000001!x': entry });
    const store = await open();
    await expect(store.load('mine').then((storage) => storage.entries('meta'))).rejects.toThrow(
      /^the entry mine!meta!000000000001!x: /,
    );
    await store.close();
  });
}

test('a log with damaged writes is refused once, then opened without them', async () => {
  const store = await open();
  const meta = new Storage(store, 'p').entries('meta');
  for (let count = 0; count < 50; count++) meta.set(`${count}`, 'x'.repeat(1_000));
  await store.commit();
  // The directory as a killed process leaves it: a closed one has no log any more.
  const killed = `${data}-killed`;
  await cp(data, killed, { recursive: true });
  await store.close();
  const [log = ''] = (await readdir(killed)).filter((name) => name.endsWith('.log'));
  const bytes = (await readFile(join(killed, log))).fill('A', 100, 200);
  await writeFile(join(killed, log), bytes);
  expect(await refusal(killed)).toContain('is damaged');
  expect(await refusal(killed)).toBe('none');
});
