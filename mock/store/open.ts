import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClassicLevel } from 'classic-level';
import { MissingPeer } from '../../spec/package.ts';
import { DataError, findReason, Store } from './store.ts';

const LAYOUT = 'layout';
const THIS_LAYOUT = '7';

/** Opens or makes a directory of state, for one process at a time. Rejects with a DataError when it is in use, foreign or damaged. */
export async function openStore(directory: string): Promise<Store> {
  const { ClassicLevel: Database } = await import('classic-level').catch(refuseMachine);
  prepareDirectory(directory);
  const database = new Database(directory);
  try {
    await database.open();
    refuseDamaged(directory);
    return new Store(database, await readPartitions(database, directory));
  } catch (error) {
    await database.close();
    if (error instanceof DataError) throw error;
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code === 'LEVEL_LOCKED') throw new DataError(`${directory} is in use by another mock`);
    throw new DataError(`${directory} can't be opened: ${findReason(error)}`);
  }
}

function refuseMachine({ code, message }: NodeJS.ErrnoException): never {
  if (code === 'ERR_MODULE_NOT_FOUND')
    throw new DataError(`state can't be stored: ${new MissingPeer('classic-level').message}`);
  throw new DataError(`state can't be stored on this machine: ${message.split('\n', 1)[0]}`);
}

function prepareDirectory(directory: string): void {
  try {
    makeDirectory(directory);
    if (existsSync(join(directory, 'CURRENT')) || readdirSync(directory).length === 0) return;
  } catch (error) {
    throw new DataError(`${directory} can't be used: ${(error as Error).message}`);
  }
  throw new DataError(`${directory} holds other files; give a directory for this data only`);
}

/** Makes a directory and its parents. Node's own recursion never ends under /proc. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Another mock may have made it in between.
    if (!existsSync(directory)) throw error;
  }
}

/** LevelDB drops unreadable latest writes, and only logs that. */
function refuseDamaged(directory: string): void {
  const notes = readFileSync(join(directory, 'LOG'), 'utf8');
  const [, log, bytes] = /(\d+\.log): dropping (\d+) bytes/.exec(notes) ?? [];
  if (log === undefined) return;
  const loss = `${bytes} bytes of ${log} can't be read`;
  throw new DataError(`${directory} is damaged: ${loss}. Start again to continue without them`);
}

/** The names of the partitions in a database of this layout, which is written to an empty one. */
async function readPartitions(database: ClassicLevel, directory: string): Promise<Set<string>> {
  const keys = await database.keys().all();
  if (keys.length === 0) await database.put(LAYOUT, THIS_LAYOUT);
  else if ((await database.get(LAYOUT)) !== THIS_LAYOUT)
    throw new DataError(
      `${directory} holds other state; this mock reads the layout ${THIS_LAYOUT}: give a new directory`,
    );
  return new Set(keys.flatMap((key) => /^([^!]*)!/.exec(key)?.[1] ?? []));
}
