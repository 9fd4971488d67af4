// mock/store/: state in memory and on the disk.
import type { ClassicLevel } from 'classic-level';
import { printError } from '../../spec/print.ts';
import { MemoryUsage } from '../limits.ts';

export class DataError extends Error {}

export function findReason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

/** Bounds of entries: their number, and about the bytes of each in memory. */
export interface EntryParts<Value> {
  limit?: number;
  sizeOf?: (value: Value) => number;
}

/**
 * Values under their ids in the order of arrival, with their bytes counted and their changes written through. A value
 * that is set again has its old place and size. Beyond `limit` values the oldest makes room.
 */
export class Entries<Value> {
  private readonly rows = new Map<string, { order: number; bytes: number; value: Value }>();
  /** Continues behind the oldest row that made room; a new iterator would step over all removed rows. */
  private readonly oldest = this.rows.keys();
  private last = 0;

  constructor(
    private readonly parts: EntryParts<Value> = {},
    private readonly usage?: MemoryUsage,
    /** Stores a value at its place in the order of arrival; undefined removes it. */
    private readonly write?: (order: number, id: string, value: unknown) => void,
  ) {}

  get size(): number {
    return this.rows.size;
  }

  get(id: string): Value | undefined {
    return this.rows.get(id)?.value;
  }

  has(id: string): boolean {
    return this.rows.has(id);
  }

  *[Symbol.iterator](): Generator<[id: string, value: Value]> {
    for (const [id, { value }] of this.rows) yield [id, value];
  }

  values(): Value[] {
    return Array.from(this.rows.values(), ({ value }) => value);
  }

  set(id: string, value: Value): void {
    const row = this.rows.get(id);
    this.write?.(row?.order ?? this.last + 1, id, value);
    if (row) row.value = value;
    else this.restore(this.last + 1, id, value);
  }

  /** Takes over a stored value. */
  restore(order: number, id: string, value: Value): void {
    const { limit = Infinity, sizeOf = () => 0 } = this.parts;
    const bytes = sizeOf(value);
    this.last = order;
    this.rows.set(id, { order, bytes, value });
    this.usage?.add(bytes);
    if (this.size > limit) this.delete(this.oldest.next().value as string);
  }

  delete(id: string): boolean {
    const row = this.rows.get(id);
    if (!row) return false;
    this.rows.delete(id);
    this.usage?.add(-row.bytes);
    this.write?.(row.order, id, undefined);
    return true;
  }

  clear(): void {
    this.retain(() => false);
  }

  /** Sets a value at the end. */
  put(id: string, value: Value): void {
    this.delete(id);
    this.set(id, value);
  }

  retain(isAdmitted: (value: Value, id: string) => boolean): void {
    for (const [id, value] of this) if (!isAdmitted(value, id)) this.delete(id);
  }
}

/** The kinds of entries of a world; `meta` has its clock and settings, `list` the lists that it was filled with. */
export type Kind = 'meta' | 'list' | 'notification' | 'hold' | 'record' | 'waiting' | 'message';

/**
 * The state of all partitions in a database on disk, under the keys `<partition>!<kind>!<order of arrival>!<id>`. Changes are gathered,
 * and `commit` writes them in one batch: after a crash the whole batch is there, or nothing of it.
 */
export class Store {
  /** Undefined where an entry is to be removed. Values become text when they are written. */
  changes = new Map<string, unknown>();
  /** Called once the changes so far are on the disk. */
  tasks: (() => void)[] = [];
  private latest: Promise<void> = Promise.resolve();
  private isBroken = false;
  private isClosed = false;

  constructor(
    private readonly database: ClassicLevel,
    readonly partitions: Set<string>,
  ) {}

  /** Reads the whole of a partition. */
  async load(partition: string, usage?: MemoryUsage): Promise<Storage> {
    await this.commit();
    const rows = await this.database.iterator({ gte: `${partition}!`, lt: `${partition}"` }).all();
    return new Storage(this, partition, usage, rows);
  }

  /** Ends when every change so far is on the disk. Rejects when that failed; the changes go with the next attempt then. */
  commit(): Promise<void> {
    if (this.isClosed && this.changes.size > 0) return Promise.reject(new Error('the mock has ended'));
    this.latest = this.latest.catch(() => {}).then(() => this.write());
    return this.latest;
  }

  async close(): Promise<void> {
    const written = this.commit();
    this.isClosed = true;
    await written.catch(() => {});
    await this.database.close();
  }

  private async write(): Promise<void> {
    const { changes, tasks } = this;
    if (changes.size === 0) return;
    this.changes = new Map();
    this.tasks = [];
    try {
      // Half a batch may end the log: the next opening removes it.
      if (this.isBroken) await this.database.close().then(() => this.database.open());
      this.isBroken = false;
      await this.database.batch(
        [...changes].map(([key, value]) =>
          value === undefined ? { type: 'del', key } : { type: 'put', key, value: JSON.stringify(value) },
        ),
      );
    } catch (error) {
      this.isBroken = true;
      this.changes = new Map([...changes, ...this.changes]);
      this.tasks = [...tasks, ...this.tasks];
      const failed = new DataError(`the state could not be written: ${findReason(error)}`);
      printError(`mock: ${failed.message}`);
      throw failed;
    }
    for (const task of tasks) task();
  }
}

/** The entries of a partition in memory, with their bytes; with a store their changes are also written to the disk. */
export class Storage {
  private readonly opened = new Map<Kind, unknown>();

  constructor(
    private store?: Store,
    private readonly partition = '',
    readonly usage = new MemoryUsage(),
    private rows: readonly (readonly [key: string, text: string])[] = [],
  ) {}

  /** The entries of a kind, opened once, in the order of their arrival. Throws an Error with the key of a row that can't be read. */
  entries<Value>(kind: Kind, parts: EntryParts<Value> = {}): Entries<Value> {
    const known = this.opened.get(kind);
    if (known) return known as Entries<Value>;
    const prefix = `${this.partition}!${kind}!`;
    const entries = new Entries(parts, this.usage, (order, id, value) => {
      this.store?.partitions.add(this.partition);
      // Orders have as many digits as it takes to sort as numbers do.
      this.store?.changes.set(`${prefix}${String(order).padStart(12, '0')}!${id}`, value);
    });
    for (const [key, text] of this.rows.filter(([key]) => key.startsWith(prefix))) {
      const [, order, id] = /^(\d+)!(.*)$/s.exec(key.slice(prefix.length)) ?? [];
      try {
        if (id === undefined) throw new Error("its key can't be read");
        entries.restore(Number(order), id, JSON.parse(text));
      } catch (error) {
        throw new Error(`the entry ${key}: ${(error as Error).message}`);
      }
    }
    // The texts take as much memory as their values.
    this.rows = this.rows.filter(([key]) => !key.startsWith(prefix));
    this.opened.set(kind, entries);
    return entries;
  }

  runAfterCommit(task: () => void): void {
    if (this.store) this.store.tasks.push(task);
    else task();
  }

  clear(): void {
    for (const entries of this.opened.values()) (entries as Entries<unknown>).clear();
    this.store?.partitions.delete(this.partition);
  }

  /** Later changes are neither stored nor counted. */
  leave(): void {
    this.usage.leave();
    this.store = undefined;
  }
}
