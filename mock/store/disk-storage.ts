import { type Kind, kinds, type PartitionStorage } from '../collections/storage.ts';
import type { Area } from './area.ts';
import type { DiskArchive } from './disk-archive.ts';
import { type Ordered, StoredMap } from './stored-map.ts';

type Found = [id: string, entry: unknown][];

/** The state of one partition on disk. */
export class DiskStorage implements PartitionStorage {
  readonly meta: Map<string, unknown>;

  constructor(
    private readonly area: Area,
    readonly archive: DiskArchive,
    private readonly found: ReadonlyMap<Kind, Found> = new Map(),
  ) {
    this.meta = this.map('meta');
  }

  /** Reads all but the archive. */
  static async load(area: Area, archive: DiskArchive): Promise<DiskStorage> {
    const found = new Map<Kind, Found>();
    for (const kind of kinds) {
      const entries: Found = [];
      for await (const entry of area.read(`${kind}!`)) entries.push(entry);
      found.set(kind, entries);
    }
    return new DiskStorage(area, archive, found);
  }

  map<Value>(kind: Kind, revive: (json: never) => Value = (json) => json): Map<string, Value> {
    const found = (this.found.get(kind) ?? []).map(
      ([id, entry]) => [id, read(`${kind}!${id}`, entry, revive)] as const,
    );
    return new StoredMap(found, (id, entry) => this.area.note(`${kind}!${id}`, entry));
  }

  afterwards(task: () => void): void {
    this.area.afterwards(task);
  }

  leave(): void {
    this.area.leave();
  }
}

function read<Value>(key: string, entry: unknown, revive: (json: never) => Value): Ordered<Value> {
  try {
    const [order, value] = entry as Ordered<never>;
    if (!Number.isSafeInteger(order) || value === undefined) throw new Error('it has no order or no value');
    return [order, revive(value)];
  } catch (error) {
    throw new Error(`the entry ${key}: ${(error as Error).message}`);
  }
}
