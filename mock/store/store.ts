import type { PartitionStorage } from '../collections/storage.ts';
import { Area } from './area.ts';
import type { Disk } from './disk.ts';
import { DiskArchive } from './disk-archive.ts';
import { DiskStorage } from './disk-storage.ts';
import { PARTITION, worldPrefix } from './keys.ts';

/** Bytes on the disk, which are compressed, from which on a partition is large. */
const LARGE = 100_000;

/** The number that a partition is stored under, and when it was changed last, in milliseconds. */
export interface Entry {
  world: number;
  used: number;
}

/** The state of all partitions on disk. One that is reset goes on under another number, so that it changes in one piece. */
export class Store {
  private lastWorld: number;

  /** `partitions` are those on the disk, by name; of each at most `messages` are stored. */
  constructor(
    private readonly disk: Disk,
    private readonly partitions: Map<string, Entry>,
    private readonly messages: number,
  ) {
    this.lastWorld = Math.max(0, ...[...partitions.values()].map(({ world }) => world));
  }

  /** The names of the partitions that are stored, the one that was changed longest ago first. */
  names(): string[] {
    return [...this.partitions].sort(([, a], [, b]) => a.used - b.used).map(([name]) => name);
  }

  has(name: string): boolean {
    return this.partitions.has(name);
  }

  /** Whether much is stored of a partition. */
  async isLarge(name: string): Promise<boolean> {
    const world = this.partitions.get(name)?.world;
    return world !== undefined && (await this.disk.size(worldPrefix(world))) > LARGE;
  }

  /** Reads what is stored of a partition; of one that is not stored, nothing. Rejects when it can't be read. */
  async load(name: string): Promise<PartitionStorage> {
    const world = this.partitions.get(name)?.world;
    if (world === undefined) return this.begin(name);
    await this.disk.commit();
    const area = this.areaOf(name, world, false);
    return DiskStorage.load(area, await DiskArchive.load(area, this.messages));
  }

  /** Begins a partition of which nothing is stored; one that is filled `aside` is not the partition's before it is adopted. */
  begin(name: string, { aside = false } = {}): PartitionStorage {
    this.lastWorld += 1;
    const area = this.areaOf(name, this.lastWorld, aside);
    return new DiskStorage(area, new DiskArchive(area, this.messages));
  }

  /** Forgets what is stored of a partition. */
  forget(name: string): void {
    const entry = this.partitions.get(name);
    if (!entry) return;
    this.partitions.delete(name);
    this.disk.note(PARTITION + name, undefined);
    this.disk.afterwards(() => this.disk.clear(worldPrefix(entry.world)));
  }

  /** Ends when all that has changed is on the disk. Rejects when that failed. */
  commit(): Promise<void> {
    return this.disk.commit();
  }

  /** Writes what has changed, and lets the directory go. */
  close(): Promise<void> {
    return this.disk.close();
  }

  private areaOf(name: string, world: number, aside: boolean): Area {
    const changing = () => {
      const entry = { world, used: Date.now() };
      this.partitions.set(name, entry);
      this.disk.note(PARTITION + name, entry);
    };
    return new Area(this.disk, worldPrefix(world), changing, aside);
  }
}
