import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { printError } from '../../spec/print.ts';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import type { Deployed } from '../contract/deployed.ts';
import type { Relay } from '../email/relay.ts';
import { PartitionEvents } from '../journal/journal.ts';
import { defaultLimits, type Limits, MemoryUsage, storedMemory } from '../limits.ts';
import { DataError, findReason, Storage, type Store } from '../store/store.ts';
import { parseTime } from '../time.ts';
import { type Fixtures, indexFixtures } from './fixtures.ts';
import { fillSeed, historyNames, removeInvalid, restoreHistory, type State, type StateCheck } from './snapshot.ts';
import { World } from './world.ts';

/** Milliseconds between two looks for scheduled mail that is due. */
const ROUND_MS = 500;

export interface PartitionParts {
  limit: number;
  realTime?: () => number;
  newId?: () => string;
  memory?: MemoryUsage;
  limits?: Limits;
  relay?: Relay | undefined;
  deployed?: Deployed | undefined;
  stored?: { store: Store; check: StateCheck };
}

/**
 * The worlds of all partitions. Each begins with the fixtures at its first use. Beyond `limit` or memory, the least recently used
 * idle one is dropped, but not `default`. With a store it is loaded again; without one it restarts from the fixtures.
 */
export class Partitions {
  readonly events = new PartitionEvents();
  /** The bytes of all mocks of the process; `usage` has the bytes of this mock. */
  readonly memory: MemoryUsage;
  private readonly usage: MemoryUsage;
  start: Deployed | undefined;
  /** Worlds in memory, most recently used last. */
  private readonly worlds = new Map<string, World>();
  private readonly loading = new Map<string, Promise<World>>();
  private readonly rounds: NodeJS.Timeout;
  private readonly store: Store | undefined;

  constructor(
    private fixtures: Fixtures,
    private readonly parts: PartitionParts,
  ) {
    this.start = parts.deployed;
    this.store = parts.stored?.store;
    this.memory = parts.memory ?? storedMemory;
    this.usage = new MemoryUsage(this.memory);
    this.rounds = setInterval(() => this.advance(), ROUND_MS).unref();
  }

  /** Brings a partition into memory: at once, unless it is read from the disk. Rejects with a DataError when it can't be read. */
  open(name: string): World | Promise<World> {
    const known = this.worlds.get(name);
    this.worlds.delete(name);
    if (known || !this.store?.partitions.has(name)) return this.hold(name, known ?? this.create(name));
    const loading = this.loading.get(name) ?? this.load(name).finally(() => this.loading.delete(name));
    this.loading.set(name, loading);
    return loading;
  }

  get(name: string): World {
    const known = this.worlds.get(name);
    if (!known && this.store?.partitions.has(name))
      throw new Error(`the partition ${name} was used before it was opened`);
    return known ?? this.hold(name, this.create(name));
  }

  reset(name: string): void {
    this.worlds.get(name)?.forget();
    this.worlds.delete(name);
  }

  fill(name: string, state: State): World {
    this.reset(name);
    const storage = this.createStorage(name);
    const lists = storage.entries<unknown>('list');
    for (const [list, entries] of Object.entries(state)) if (!historyNames.has(list)) lists.set(list, entries);
    const world = this.create(name, storage, this.mergeFixtures(new Map(lists)), parseTime(state.now));
    restoreHistory(world, state);
    return this.hold(name, world);
  }

  /** Replaces fixtures, check and deployments; lists that a partition was filled with stay. Nothing changes when `renew` throws. */
  refit(fixtures: Fixtures, check: StateCheck, renew = (deployed: Deployed | undefined) => deployed): void {
    const start = renew(this.start);
    const renewed = [...this.worlds].map(([name, world]) => ({ name, world, deployed: renew(world.deployed) }));
    for (const { name, world, deployed } of renewed) {
      world.deployed = deployed;
      if (world.fixtures === this.fixtures) world.refit(fixtures);
      reportLeftOut(name, removeInvalid(world, check));
    }
    this.fixtures = fixtures;
    this.start = start;
    if (this.parts.stored) this.parts.stored.check = check;
  }

  listNames(): string[] {
    return [...new Set([DEFAULT_PARTITION, ...[...this.worlds.keys()].reverse(), ...(this.store?.partitions ?? [])])];
  }

  async commit(): Promise<void> {
    await this.store?.commit();
  }

  async close(): Promise<void> {
    clearInterval(this.rounds);
    for (const world of this.worlds.values()) world.release();
    // Requests that were held or waited continue first.
    await setImmediate();
    await setImmediate();
    for (const world of this.worlds.values()) world.deliverLate();
    await this.store?.close();
    this.usage.leave();
    this.parts.relay?.close();
  }

  get isFull(): boolean {
    return this.memory.bytes > this.memory.limit;
  }

  private advance(): void {
    const moved = [...this.worlds.values()].filter((world) => world.advance());
    // The next answer reports a failure of the disk.
    if (moved.length > 0) this.commit().catch(() => {});
  }

  private async load(name: string): Promise<World> {
    const { store, check } = this.parts.stored as { store: Store; check: StateCheck };
    try {
      const storage = await store.load(name, new MemoryUsage(this.usage));
      const lists = new Map(storage.entries<unknown>('list'));
      const leftOut: string[] = [];
      for (const [list, entries] of lists) {
        const [flaw] = check({ [list]: entries });
        if (!flaw) continue;
        lists.delete(list);
        leftOut.push(`${flaw.pointer} ${flaw.message}`);
      }
      const world = this.create(name, storage, this.mergeFixtures(lists));
      reportLeftOut(name, [...leftOut, ...removeInvalid(world, check)]);
      return this.hold(name, world);
    } catch (error) {
      throw new DataError(`the stored state of partition ${name} can't be read: ${findReason(error)}`);
    }
  }

  private mergeFixtures(lists: ReadonlyMap<string, unknown>): Fixtures {
    return lists.size === 0 ? this.fixtures : indexFixtures(fillSeed(this.fixtures.seed, Object.fromEntries(lists)));
  }

  private createStorage(name: string): Storage {
    return new Storage(this.store, name, new MemoryUsage(this.usage));
  }

  private create(name: string, storage = this.createStorage(name), fixtures = this.fixtures, now?: number): World {
    const { realTime = Date.now, newId = randomUUID, limits = defaultLimits, relay } = this.parts;
    const emit = this.events.emit.bind(this.events, name);
    return new World(fixtures, { realTime, now, newId, limits, storage, relay, emit, deployed: this.start });
  }

  private hold(name: string, world: World): World {
    this.worlds.set(name, world);
    for (const [idle, { isIdle }] of this.worlds) {
      const names = this.worlds.size + (this.worlds.has(DEFAULT_PARTITION) ? 0 : 1);
      if (names <= Math.max(2, this.parts.limit) && !this.isFull) break;
      if (idle === DEFAULT_PARTITION || idle === name || !isIdle) continue;
      this.worlds.get(idle)?.leave();
      this.worlds.delete(idle);
    }
    return world;
  }
}

function reportLeftOut(name: string, [first, ...others]: readonly string[]): void {
  if (first === undefined) return;
  const remainder = others.length === 0 ? '' : `, and ${others.length} more`;
  printError(`mock: partition ${name}: left out entries that fail the check: ${first}${remainder}`);
}
