import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClassicLevel } from 'classic-level';
import { MissingPeer } from '../../spec/peer.ts';
import { DataError, reasonOf, Store } from './store.ts';

const LAYOUT = 'layout';
const THIS_LAYOUT = '6';

/** Opens or makes a directory of state, for one process at a time. Rejects with a DataError when it is in use, foreign or damaged. */
export async function openStore(directory: string): Promise<Store> {
  const { ClassicLevel: Database } = await import('classic-level').catch(refuseMachine);
  prepare(directory);
  const logs = logsIn(directory);
  const database = new Database(directory);
  try {
    await database.open();
    refuseDamaged(directory, logs);
    await checkLayout(database, directory);
    return new Store(database, await partitionsIn(database));
  } catch (error) {
    await database.close();
    if (error instanceof DataError) throw error;
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code === 'LEVEL_LOCKED') throw new DataError(`${directory} is in use by another mock`);
    throw new DataError(`${directory} can't be opened: ${reasonOf(error)}`);
  }
}

function refuseMachine({ code, message }: NodeJS.ErrnoException): never {
  if (code === 'ERR_MODULE_NOT_FOUND')
    throw new DataError(`state can't be stored: ${new MissingPeer('classic-level').message}`);
  throw new DataError(`state can't be stored on this machine: ${message.split('\n', 1)[0]}`);
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
    throw new DataError(
      `${directory} is damaged: ${name} has writes that can't be read. Start again to continue without them; a copy is ${name}.damaged`,
    );
  }
}

async function checkLayout(database: ClassicLevel, directory: string): Promise<void> {
  const layout = await database.get(LAYOUT);
  if (layout === THIS_LAYOUT) return;
  const [key] = await database.keys({ limit: 1 }).all();
  if (key !== undefined) {
    const found = layout === undefined ? 'no state of a mock' : `state of the layout ${layout.slice(0, 20)}`;
    throw new DataError(`${directory} holds ${found}; this mock reads the layout ${THIS_LAYOUT}: give a new directory`);
  }
  await database.put(LAYOUT, THIS_LAYOUT);
}

async function partitionsIn(database: ClassicLevel): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const key of database.keys()) if (key.includes('!')) names.add(key.slice(0, key.indexOf('!')));
  return names;
}
