import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { DEFAULT_PARTITION } from './callers.ts';
import { Clock } from './clock.ts';
import { MEMORY, Weight } from './weight.ts';
import { type Fixtures, World } from './world.ts';

/**
 * The worlds of all partitions. Each begins with the fixtures at its first use. There are at most `limit`, and they
 * keep at most `memory` bytes; the one that was used least recently is forgotten first, the default partition never.
 */
export class Partitions {
  private readonly weight = new Weight();
  private readonly others: LRUCache<string, World>;
  private main: World;

  constructor(
    private readonly fixtures: Fixtures,
    limit: number,
    private readonly realTime: () => number = Date.now,
    private readonly newId: () => string = randomUUID,
    private readonly memory = MEMORY,
  ) {
    this.main = this.create();
    this.others = new LRUCache({ max: Math.max(1, limit - 1), dispose: (world) => letGo(world) });
  }

  /** The world of a partition as it is now: what has become due by its clock is done. */
  get(name: string): World {
    const world = name === DEFAULT_PARTITION ? this.main : this.other(name);
    while (this.weight.bytes > this.memory && this.others.size > (world === this.main ? 0 : 1)) this.others.pop();
    world.settle();
    return world;
  }

  /** Sets a partition back to the fixtures, its clock to the real time. */
  reset(name: string): void {
    if (name !== DEFAULT_PARTITION) this.others.delete(name);
    else {
      letGo(this.main);
      this.main = this.create();
    }
  }

  /** The names of the partitions that exist, the most recently used first. */
  names(): string[] {
    return [DEFAULT_PARTITION, ...this.others.keys()];
  }

  /** Lets every request that is held or waits end, so that the mock can stop. */
  close(): void {
    for (const world of [this.main, ...this.others.values()]) letGo(world);
  }

  private other(name: string): World {
    const known = this.others.get(name);
    if (known) return known;
    const world = this.create();
    this.others.set(name, world);
    return world;
  }

  private create(): World {
    return new World(this.fixtures, new Clock(this.realTime), this.newId, this.memory, new Weight(this.weight));
  }
}

function letGo(world: World): void {
  world.weight.leave();
  world.gate.release();
  world.clock.wakeAll();
}
