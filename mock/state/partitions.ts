import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { complain } from '../../spec/print.ts';
import { type Budget, MemoryUsage, memorySize, processBudget } from '../collections/memory.ts';
import { inMemory, type PartitionStorage } from '../collections/storage.ts';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import type { Deployed } from '../contract/deployed.ts';
import type { Relay } from '../email/relay.ts';
import { DataError, reasonOf } from '../store/data-error.ts';
import type { Store } from '../store/store.ts';
import { endOfLoopIteration } from '../time/event-loop.ts';
import { oneAfterAnother } from '../time/one-after-another.ts';
import { atOnce, inTurns, ownTurn, turn } from '../time/turns.ts';
import { PartitionEvents } from './events.ts';
import { type Fixtures, fixturesWith } from './fixtures.ts';
import { Slot } from './slot.ts';
import { type Happened, refill, type SeedLists, seedWith } from './snapshot.ts';
import type { StateCheck } from './state-check.ts';
import { joined, type ListPiece, listPiece, piecesOf } from './stored-lists.ts';
import { defaultLimits, type Limits, World } from './world.ts';

/** How often it is looked for scheduled mail that is due, in milliseconds: nobody may call until then. */
const ROUND = 500;

/** So many bytes of what one is filled with are written at a time. */
const PER_WRITE = 1_000_000;

/** What all partitions have in common. */
export interface PartitionParts {
  /** How many there are at most. */
  limit: number;
  /** The time that they start from, in milliseconds. */
  realTime?: () => number;
  /** Makes UUIDs. */
  newId?: () => string;
  /** What they and all that is in flight take in memory; that of the process, if left out. */
  budget?: Budget;
  /** How much each holds at most. */
  limits?: Limits;
  /** Where their mail goes besides the outbox; it is closed with them. */
  relay?: Relay | undefined;
  /** The deployment that they answer as from their start. */
  deployed?: Deployed | undefined;
  /** Where they are stored beyond this process, and the check of what is found there. */
  stored?: { store: Store; check: StateCheck };
}

/** What deployments became when contract or file changed. */
export type Renewed = ReadonlyMap<Deployed | undefined, Deployed>;

/**
 * How a partition begins that is filled: `lists` are those of the fixtures that it has instead, `bytes` what they weigh, `happened` what has
 * happened in it.
 */
interface Start {
  fixtures: Fixtures;
  now: number | undefined;
  bytes: number;
  lists?: SeedLists;
  happened?: Happened;
}

/**
 * The worlds of all partitions. Each begins with the fixtures at its first use. There are at most `limit`; the one that
 * was used least recently is forgotten first, the default partition never. What they have in memory is at most half of the
 * budget: beyond, those go first that were not used for the longest time, to come back from the disk where they are stored.
 */
export class Partitions {
  /** What happens in any of them. */
  readonly events = new PartitionEvents();
  readonly budget: Budget;
  private readonly usage: MemoryUsage;
  private readonly others: LRUCache<string, Slot>;
  private main = new Slot();
  private readonly store: Store | undefined;
  private readonly rounds: NodeJS.Timeout;
  private deployed: Deployed | undefined;
  private readonly inLine = oneAfterAnother();

  constructor(
    private fixtures: Fixtures,
    private readonly parts: PartitionParts,
  ) {
    this.store = parts.stored?.store;
    this.deployed = parts.deployed;
    this.budget = parts.budget ?? processBudget;
    this.usage = new MemoryUsage(this.budget.of('state'));
    const dispose = (slot: Slot, name: string) => this.forget(name, slot);
    this.others = new LRUCache({ max: Math.max(1, parts.limit - 1), dispose });
    for (const name of this.store?.names() ?? []) if (name !== DEFAULT_PARTITION) this.others.set(name, new Slot());
    this.rounds = setInterval(() => this.advance(), ROUND).unref();
  }

  /** Brings a partition into memory; at once where that does not take long. As long as somebody has its world, `get` finds it. */
  open(name: string): World | Promise<World> {
    const slot = this.slotOf(name);
    const isReady = slot.recall(this.usage) !== undefined || !this.store?.has(name);
    if (!isReady) return this.openStored(name, slot);
    const world = this.get(name);
    this.makeRoom(world);
    return world;
  }

  private async openStored(name: string, slot: Slot): Promise<World> {
    slot.loading ??= this.loadInLine(name, slot).finally(() => {
      slot.loading = undefined;
    });
    await slot.loading;
    const world = this.get(name);
    this.makeRoom(world);
    return world;
  }

  /** The world of a partition that was opened. `World.advance` does what has become due in it. */
  get(name: string): World {
    const slot = this.slotOf(name);
    return slot.recall(this.usage) ?? this.begin(name, slot);
  }

  /** Sets a partition back to the fixtures, its clock to the real time. */
  reset(name: string): void {
    if (name !== DEFAULT_PARTITION) this.others.delete(name);
    else {
      this.forget(name, this.main);
      this.main = new Slot();
    }
  }

  /** Starts a partition anew from other fixtures and another time, in turns; until all of it is there, the partition is as it was. */
  async fill(name: string, { fixtures, now, bytes, lists, happened }: Start): Promise<World> {
    const storage = this.store?.begin(name, { aside: true }) ?? inMemory();
    const world = this.create(name, { fixtures, now, storage });
    try {
      world.usage.add(bytes);
      if (lists) await this.keepLists(storage, lists);
      if (happened) await this.refill(world, happened);
    } catch (error) {
      world.leave();
      throw error;
    }
    this.reset(name);
    storage.adopt();
    this.slotOf(name).world = world;
    return world;
  }

  /** Stores lists, of which each piece is written before the next one is made. */
  private async keepLists(storage: PartitionStorage, lists: SeedLists): Promise<void> {
    const kept = storage.map<ListPiece>('list');
    for (const piece of piecesOf(lists)) {
      kept.set(String(kept.size), piece);
      await this.store?.commit();
      const wait = turn();
      if (wait) await wait;
    }
  }

  /** Puts into a world what has happened; what is to be stored of it is written little by little. */
  private async refill(world: World, happened: Happened): Promise<void> {
    const steps = refill(world, happened);
    for (let written = 0; !steps.next().done; ) {
      if (world.usage.bytes - written > PER_WRITE) {
        written = world.usage.bytes;
        await this.store?.commit();
      }
      const wait = turn();
      if (wait) await wait;
    }
  }

  /** The deployment that partitions answer as from their start. */
  get start(): Deployed | undefined {
    return this.deployed;
  }

  /** What a partition answers as, also when it is not in memory: then it has no deployment of its own. */
  deployedAt(name: string): Deployed | undefined {
    const slot = name === DEFAULT_PARTITION ? this.main : this.others.peek(name);
    return slot?.held ? slot.held.deployed : this.deployed;
  }

  /** The deployments that partitions answer as, each once. */
  deployments(): Deployed[] {
    const all = [this.deployed, ...[...this.slots()].map(([, { held }]) => held?.deployed)];
    return [...new Set(all)].filter((one) => one !== undefined);
  }

  /** Goes over to other fixtures, and to what deployments became; a partition that was filled with lists of its own stays with them. */
  refit(fixtures: Fixtures, check: StateCheck, renewed: Renewed = new Map()): void {
    for (const [name, slot] of this.slots()) {
      const world = slot.held;
      if (world) world.deployed = renewed.get(world.deployed) ?? world.deployed;
      const own = world?.fixtures === this.fixtures ? fixtures : world?.fixtures;
      if (world && own) tellLeftOut(name, atOnce(world.refit(own, check)));
    }
    this.fixtures = fixtures;
    this.deployed = renewed.get(this.deployed) ?? this.deployed;
    if (this.parts.stored) this.parts.stored.check = check;
  }

  /** The names of the partitions that exist, the most recently used first. */
  names(): string[] {
    return [DEFAULT_PARTITION, ...this.others.keys()];
  }

  /**
   * Ends when all that has changed is stored, in one world or in all, or with this iteration of the event loop when nothing is. Rejects
   * when it could not be written.
   */
  commit(world?: World): Promise<void> {
    if (!this.store) return endOfLoopIteration();
    return world?.storage.commit() ?? this.store.commit();
  }

  /** Lets every request that is held or waits end, and leaves the mail server and the disk, so that the mock can stop. */
  async close(): Promise<void> {
    clearInterval(this.rounds);
    const worlds = this.slots().flatMap(([, { held }]) => held ?? []);
    for (const world of worlds) world.release();
    // Whatever was held or waited goes on first, each in a turn.
    await endOfLoopIteration();
    await ownTurn();
    for (const world of worlds) world.arrive();
    await this.store?.close();
    this.parts.relay?.close();
    this.usage.leave();
  }

  /** Does what has become due in all that are in memory. */
  private advance(): void {
    const moved = this.slots().flatMap(([, { world }]) => (world?.advance() ? [world] : []));
    // The next answer reports what could not be written.
    if (moved.length > 0) this.commit().catch(() => {});
  }

  private slots(): [name: string, Slot][] {
    return [[DEFAULT_PARTITION, this.main], ...this.others.entries()];
  }

  private slotOf(name: string): Slot {
    if (name === DEFAULT_PARTITION) return this.main;
    const known = this.others.get(name);
    if (known) return known;
    const slot = new Slot();
    this.others.set(name, slot);
    return slot;
  }

  private begin(name: string, slot: Slot): World {
    if (this.store?.has(name)) throw new Error(`the partition ${name} was used before it was opened`);
    slot.world = this.create(name, { storage: this.store?.begin(name) ?? inMemory() });
    return slot.world;
  }

  /** What is large is in memory several times while it is read back: one after the other, and nobody who has little waits for that. */
  private async loadInLine(name: string, slot: Slot): Promise<World> {
    const load = () => this.load(name, slot);
    return (await this.store?.isLarge(name)) ? this.inLine(load) : load();
  }

  private async load(name: string, slot: Slot): Promise<World> {
    const { store, check } = this.parts.stored as { store: Store; check: StateCheck };
    try {
      const storage = await store.load(name);
      const { fixtures, bytes, leftOut } = await inTurns(this.fixturesOf(storage, check));
      const world = this.create(name, { fixtures, storage });
      world.usage.add(bytes);
      slot.read = world;
      leftOut.push(...(await inTurns(world.refit(fixtures, check))));
      // It may have been forgotten meanwhile.
      if (this.slotOf(name) !== slot) world.leave();
      else {
        tellLeftOut(name, leftOut);
        slot.world = world;
      }
      return world;
    } catch (error) {
      slot.read = undefined;
      throw new DataError(`the stored state of partition ${name} can't be read: ${reasonOf(error)}`);
    }
  }

  /** The fixtures with the lists that a partition was filled with, as far as these pass the check. */
  private *fixturesOf(storage: PartitionStorage, check: StateCheck) {
    const good: Record<string, unknown> = {};
    const leftOut: string[] = [];
    const pieces = storage.map('list', listPiece);
    for (const [name, list] of Object.entries(joined(pieces.values()))) {
      const [flaw] = yield* check.list(name as keyof SeedLists & string, list);
      if (flaw) leftOut.push(`list ${name}: ${flaw.pointer} ${flaw.message}`);
      else good[name] = list;
    }
    const isOwn = pieces.size > 0;
    const fixtures = isOwn ? yield* fixturesWith(yield* seedWith(this.fixtures.seed, good)) : this.fixtures;
    return { fixtures, bytes: memorySize(good), leftOut };
  }

  /** How many bytes all of them may keep in memory. */
  private get memory(): number {
    return this.budget.limit / 2;
  }

  private makeRoom(used: World): void {
    if (this.usage.bytes <= this.memory) return;
    for (const name of [...this.others.rkeys()]) {
      if (this.usage.bytes <= this.memory) return;
      const slot = this.others.peek(name);
      if (!slot?.world || slot.world === used) continue;
      if (this.store) slot.unload();
      else this.others.delete(name);
    }
  }

  private forget(name: string, slot: Slot): void {
    slot.held?.leave();
    this.store?.forget(name);
  }

  private create(
    name: string,
    from: { storage: PartitionStorage; fixtures?: Fixtures; now?: number | undefined },
  ): World {
    const { realTime = Date.now, newId = randomUUID, limits = defaultLimits, relay } = this.parts;
    const { storage, fixtures = this.fixtures, now } = from;
    const usage = new MemoryUsage(this.usage);
    const changed = () => this.events.emit(name, { type: 'change' });
    const { memory, deployed } = this;
    try {
      return new World(fixtures, { realTime, now, newId, memory, limits, usage, storage, relay, changed, deployed });
    } catch (error) {
      usage.leave();
      throw error;
    }
  }
}

/** Says what a partition does not hold any more, because it passes no check: one thing by its reason, the others by their number. */
function tellLeftOut(name: string, [first, ...others]: readonly string[]): void {
  if (first === undefined) return;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  complain(`mock: partition ${name}: left out what does not pass the check: ${first}${more}`);
}
