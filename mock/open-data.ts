import { MissingPeer } from '../spec/peer.ts';
import { DataError } from './store/data-error.ts';
import type { Store } from './store/store.ts';

/**
 * Opens the directory that state is stored in. The database is loaded only now, because most mocks need none. Rejects with a DataError when
 * it can't be used.
 */
export async function openData(
  directory: string,
  database: () => Promise<unknown> = () => import('classic-level'),
): Promise<Store> {
  await database().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND')
      throw new DataError(`state can't be stored: ${new MissingPeer('classic-level').message}`);
    throw new DataError(`state can't be stored on this machine: ${error.message.split('\n', 1)[0]}`);
  });
  return (await import('./store/open.ts')).openStore(directory);
}
