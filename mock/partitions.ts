import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { DEFAULT_PARTITION } from './callers.ts';
import { Clock } from './clock.ts';
import type { Relay } from './email/relay.ts';
import { Feed } from './feed.ts';
import type { Fits } from './fits.ts';
import { MEMORY, Weight } from './weight.ts';
import { type Fixtures, World } from './world.ts';

/** What all partitions have in common. */
export interface PartitionParts {
  /** How many there are at most. */
  limit: number;
  /** The time that they start from, in milliseconds. */
  realTime?: () => number;
  /** Makes UUIDs. */
  newId?: () => string;
  /** How many bytes they keep at most. */
  memory?: number;
  /** Where their mail goes besides the outbox. */
  relay?: Relay;
}

/**
 * The worlds of all partitions. Each begins with the fixtures at its first use. There are at most `limit`, and they
 * keep at most `memory` bytes; the one that was used least recently is forgotten first, the default partition never.
 */
export class Partitions {
  /** What happens in any of them. */
  readonly feed = new Feed();
  private readonly weight = new Weight();
  private readonly others: LRUCache<string, World>;
  private main: World;

  constructor(
    private fixtures: Fixtures,
    private readonly parts: PartitionParts,
  ) {
    this.main = this.create();
    this.others = new LRUCache({ max: Math.max(1, parts.limit - 1), dispose: (world) => letGo(world) });
  }

  /** The world of a partition as it is now: what has become due by its clock is done. */
  get(name: string): World {
    const world = name === DEFAULT_PARTITION ? this.main : this.other(name);
    while (this.weight.bytes > (this.parts.memory ?? MEMORY) && this.others.size > (world === this.main ? 0 : 1))
      this.others.pop();
    world.settle();
    return world;
  }

  /** Sets a partition back to the fixtures, its clock to the real time. */
  reset(name: string): void {
    this.put(name, undefined);
  }

  /** Starts a partition anew from other fixtures and another time. `bytes` says how much these fixtures keep. */
  fill(name: string, start: { fixtures: Fixtures; now: number | undefined; bytes: number }): World {
    const world = this.create(start.fixtures, start.now);
    world.weight.add(start.bytes);
    this.put(name, world);
    return world;
  }

  /** Goes over to other fixtures; a partition that was filled with lists of its own keeps them. */
  refit(fixtures: Fixtures, fits: Fits): void {
    for (const world of this.all()) world.refit(world.fixtures === this.fixtures ? fixtures : world.fixtures, fits);
    this.fixtures = fixtures;
  }

  /** The names of the partitions that exist, the most recently used first. */
  names(): string[] {
    return [DEFAULT_PARTITION, ...this.others.keys()];
  }

  /** Lets every request that is held or waits end, and leaves the mail server, so that the mock can stop. */
  close(): void {
    for (const world of this.all()) letGo(world);
    this.parts.relay?.close();
  }

  private all(): World[] {
    return [this.main, ...this.others.values()];
  }

  private other(name: string): World {
    const known = this.others.get(name);
    if (known) return known;
    const world = this.create();
    this.others.set(name, world);
    return world;
  }

  /** Puts a world in the place of a partition's own; none means that it begins with the fixtures at its next use. */
  private put(name: string, world: World | undefined): void {
    if (name === DEFAULT_PARTITION) {
      letGo(this.main);
      this.main = world ?? this.create();
    } else {
      this.others.delete(name);
      if (world) this.others.set(name, world);
    }
  }

  private create(fixtures = this.fixtures, now?: number): World {
    const { realTime = Date.now, newId = randomUUID, memory = MEMORY, relay } = this.parts;
    return new World(fixtures, {
      clock: new Clock(realTime, now),
      newId,
      memory,
      weight: new Weight(this.weight),
      ...(relay && { relay }),
    });
  }
}

function letGo(world: World): void {
  world.weight.leave();
  world.gate.release();
  world.clock.wakeAll();
}
