import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClassicLevel } from 'classic-level';
import { beginning } from '../collections/beginning.ts';
import { DataError, reasonOf } from './data-error.ts';
import { Disk } from './disk.ts';
import { between, LAYOUT, PARTITION, THIS_LAYOUT, WORLDS, worldOf, worldPrefix } from './keys.ts';
import { type Entry, Store } from './store.ts';

/** Characters that are shown of what can't be read. */
const SHOWN = 200;

/**
 * Opens the directory that state is stored in, and makes it if there is none. It belongs to one process at a time.
 *
 * @param limits how many `messages` of a partition are stored
 * @throws DataError when the directory is in use, can't be written, has something else in it, or is damaged
 */
export async function openStore(directory: string, limits: { messages: number }): Promise<Store> {
  prepare(directory);
  const logs = logsIn(directory);
  const { ClassicLevel: Database } = await import('classic-level');
  const database = new Database(directory);
  try {
    await database.open();
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code === 'LEVEL_LOCKED') throw new DataError(`${directory} is in use by another mock`);
    throw new DataError(`${directory} can't be opened: ${reasonOf(error)}`);
  }
  try {
    refuseDamaged(directory, logs);
    await checkLayout(database, directory);
    const partitions = await partitionsIn(database);
    await clearRest(database, new Set([...partitions.values()].map(({ world }) => worldPrefix(world))));
    return new Store(new Disk(database), partitions, limits.messages);
  } catch (error) {
    await database.close();
    throw error instanceof DataError ? error : new DataError(`${directory} can't be used: ${reasonOf(error)}`);
  }
}

function prepare(directory: string): void {
  try {
    make(directory);
    if (existsSync(join(directory, 'CURRENT')) || readdirSync(directory).length === 0) return;
  } catch (error) {
    throw new DataError(`${directory} can't be used: ${(error as Error).message}`);
  }
  throw new DataError(`${directory} holds other files; give a directory of its own`);
}

/** Node's own recursion never ends where no directory can be made, such as under /proc. */
function make(directory: string): void {
  if (existsSync(directory)) return;
  make(dirname(directory));
  try {
    // What is stored is nobody else's business.
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Another mock may have made it in between.
    if (!existsSync(directory)) throw error;
  }
}

/** The latest writes, by the names of their files: LevelDB takes them over when it opens, and removes the files. */
function logsIn(directory: string): Map<string, Buffer> {
  const names = readdirSync(directory).filter((name) => /^\d+\.log$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(directory, name))]));
}

/** LevelDB leaves out what it can't read of the latest writes, and only notes that. */
function refuseDamaged(directory: string, logs: ReadonlyMap<string, Buffer>): void {
  const notes = readFileSync(join(directory, 'LOG'), 'utf8');
  for (const [name, bytes] of logs) {
    if (!notes.includes(`${name}: dropping `)) continue;
    writeFileSync(join(directory, `${name}.damaged`), bytes);
    const rest = `what can't be is kept in ${name}.damaged. Start again to go on without it`;
    throw new DataError(`${directory} is damaged: of its latest writes, in ${name}, not all can be read; ${rest}`);
  }
}

async function checkLayout(database: ClassicLevel, directory: string): Promise<void> {
  const layout = await database.get(LAYOUT);
  if (layout === THIS_LAYOUT) return;
  const [key] = await database.keys({ limit: 1 }).all();
  if (key !== undefined) {
    const found = layout === undefined ? 'no state of a mock' : `state of the layout ${beginning(layout, SHOWN)}`;
    throw new DataError(`${directory} holds ${found}; this mock reads the layout ${THIS_LAYOUT}`);
  }
  await database.put(LAYOUT, THIS_LAYOUT);
}

async function partitionsIn(database: ClassicLevel): Promise<Map<string, Entry>> {
  const found = await database.iterator(between(PARTITION)).all();
  return new Map(found.map(([key, text]) => [key.slice(PARTITION.length), entryIn(key, text)]));
}

/** Without its entry a partition would be taken for one that nobody owns. */
function entryIn(key: string, text: string): Entry {
  const entry = /^\{"world":[1-9]\d{0,9},"used":\d+\}$/.test(text) && (JSON.parse(text) as Entry);
  if (!entry) throw new Error(`the entry ${beginning(key, SHOWN)} can't be read: ${beginning(text, SHOWN)}`);
  return entry;
}

/** Removes what no partition owns any more: a process may have ended before it was done with that. */
async function clearRest(database: ClassicLevel, owned: ReadonlySet<string>): Promise<void> {
  for (let from = WORLDS.gte; ; ) {
    const [key] = await database.keys({ gte: from, lt: WORLDS.lt, limit: 1 }).all();
    if (key === undefined) return;
    const range = between(worldOf(key));
    if (!owned.has(worldOf(key))) await database.clear(range);
    from = range.lt;
  }
}
