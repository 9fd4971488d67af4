import { type Kind, kinds, type PartitionStorage } from '../collections/storage.ts';
import { inTurns } from '../time/turns.ts';
import type { Area } from './area.ts';
import type { DiskArchive } from './disk-archive.ts';
import { type Ordered, StoredMap } from './stored-map.ts';

type Maps = ReadonlyMap<Kind, StoredMap<unknown>>;

/** The state of one partition on disk. */
export class DiskStorage implements PartitionStorage {
  readonly meta: Map<string, unknown>;

  constructor(
    private readonly area: Area,
    readonly archive: DiskArchive,
    private readonly maps: Maps = new Map(),
  ) {
    this.meta = this.map('meta');
  }

  /** Reads all but the archive, in turns. */
  static async load(area: Area, archive: DiskArchive): Promise<DiskStorage> {
    const maps = new Map<Kind, StoredMap<unknown>>();
    for (const kind of kinds) {
      const entries: [id: string, Ordered<unknown>][] = [];
      for await (const [id, entry] of area.read(`${kind}!`)) entries.push([id, orderedIn(keyOf(kind, id), entry)]);
      maps.set(kind, await inTurns(StoredMap.of(entries, noteIn(area, kind))));
    }
    return new DiskStorage(area, archive, maps);
  }

  map<Value>(kind: Kind, revive?: (json: never) => Value): Map<string, Value> {
    const map = this.maps.get(kind) ?? new StoredMap<unknown>(noteIn(this.area, kind));
    if (revive) map.revive((id, json) => naming(keyOf(kind, id), () => revive(json as never)));
    return map as Map<string, Value>;
  }

  commit(): Promise<void> {
    return this.area.commit();
  }

  adopt(): void {
    this.area.adopt();
  }

  afterwards(task: () => void): void {
    this.area.afterwards(task);
  }

  leave(): void {
    this.area.leave();
  }
}

const keyOf = (kind: Kind, id: string): string => `${kind}!${id}`;

function noteIn(area: Area, kind: Kind): (id: string, entry: unknown) => void {
  return (id, entry) => area.note(keyOf(kind, id), entry);
}

function orderedIn(key: string, entry: unknown): Ordered<unknown> {
  return naming(key, () => {
    const [order, value] = entry as Ordered<unknown>;
    if (!Number.isSafeInteger(order) || value === undefined) throw new Error('it has no order or no value');
    return [order, value];
  });
}

/** Says of which entry something is wrong. */
function naming<Result>(key: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new Error(`the entry ${key}: ${(error as Error).message}`);
  }
}
