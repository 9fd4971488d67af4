import type { MemoryUsage } from '../collections/memory.ts';
import type { World } from './world.ts';

/** Where the world of a partition is: in memory, on its way there, or nowhere. */
export class Slot {
  /** While it is read from the disk. */
  loading: Promise<World> | undefined;
  /** The world that was read, until it is checked and can be used. */
  read: World | undefined;
  private loaded: World | undefined;
  /** A world that memory had no room for, as long as a request that is under way still holds it. */
  private unloaded: WeakRef<World> | undefined;

  /** The world that takes memory now, if there is one. */
  get world(): World | undefined {
    return this.loaded;
  }

  set world(world: World) {
    this.read = undefined;
    this.loaded = world;
  }

  /** The world, as long as anybody holds it. */
  get held(): World | undefined {
    return this.loaded ?? this.read ?? this.unloaded?.deref();
  }

  /** The world as one that counts towards `usage`, if anybody holds it. */
  recall(usage: MemoryUsage): World | undefined {
    if (!this.loaded) {
      this.loaded = this.unloaded?.deref();
      this.loaded?.usage.join(usage);
    }
    return this.loaded;
  }

  /** Takes the world out of memory; it is stored elsewhere. */
  unload(): void {
    if (!this.loaded) return;
    this.loaded.release();
    this.loaded.usage.leave();
    this.unloaded = new WeakRef(this.loaded);
    this.loaded = undefined;
  }
}
