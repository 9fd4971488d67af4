import type { ClassicLevel } from 'classic-level';
import { complain } from '../../spec/print.ts';
import type { Revive, Storage } from './collections.ts';

/** A line about a directory that can't be used for state, or about an entry that can't be read. */
export class DataError extends Error {}

/** The reason of an error of the database, in a line. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

/** An entry as it was found on the disk. */
type Found = readonly [order: number, id: string, text: string];

/**
 * The state of all partitions in a database on disk, under the keys `<partition>!<kind>!<order of arrival>!<id>`. Changes are gathered,
 * and `commit` writes them in one batch: after a crash the whole batch is there, or nothing of it.
 */
export class Store {
  /** Undefined where an entry is to be removed. Values become text when they are written. */
  private changes = new Map<string, unknown>();
  private tasks: (() => void)[] = [];
  /** The batch under way, or the latest one. */
  private latest: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private isBroken = false;
  private isClosed = false;

  /** @param partitions the names of those that are stored */
  constructor(
    private readonly database: ClassicLevel,
    readonly partitions: Set<string>,
  ) {}

  /** Reads the whole of a partition. Rejects with an Error that names the entry that can't be read. */
  async load(partition: string): Promise<Storage> {
    await this.commit();
    const found = new Map<string, Found[]>();
    for await (const [key, text] of this.database.iterator(keysOf(partition))) {
      const [, kind, order, id] = /^[^!]*!([^!]*)!(\d+)!(.*)$/s.exec(key) ?? [];
      if (kind === undefined || id === undefined) throw new Error(`the entry ${key}: its key can't be read`);
      found.set(kind, found.get(kind) ?? []);
      found.get(kind)?.push([Number(order), id, text]);
    }
    return this.begin(partition, found);
  }

  /** Begins a partition, with what was found of it. */
  begin(partition: string, found: ReadonlyMap<string, readonly Found[]> = new Map()): Storage {
    let hasLeft = false;
    const maps: Map<string, unknown>[] = [];
    // Orders have as many digits as it takes to sort as numbers do.
    const keyOf = (kind: string, order: number, id: string) =>
      `${partition}!${kind}!${String(order).padStart(12, '0')}!${id}`;
    return {
      map: <Value>(kind: string, revive: Revive<Value> = (json) => json) => {
        const write = (order: number, id: string, value: unknown) => {
          if (hasLeft) return;
          this.partitions.add(partition);
          this.changes.set(keyOf(kind, order, id), value);
        };
        const entries = found.get(kind) ?? [];
        const read = ([order, id, text]: Found) => [order, id, revived(keyOf(kind, order, id), text, revive)] as const;
        const map = new StoredMap<Value>(write, entries.map(read));
        maps.push(map);
        return map;
      },
      afterwards: (task) => void this.tasks.push(task),
      clear: () => {
        for (const map of maps) map.clear();
        this.partitions.delete(partition);
      },
      leave: () => {
        hasLeft = true;
      },
    };
  }

  /** Ends when every change so far is on the disk. Rejects when that failed; the changes go with the next attempt then. */
  commit(): Promise<void> {
    if (this.changes.size === 0) return this.next ?? this.latest;
    if (this.isClosed) return Promise.reject(new Error('the mock has ended'));
    this.next ??= this.latest.catch(() => {}).then(() => this.write());
    return this.next;
  }

  async close(): Promise<void> {
    const written = this.commit();
    this.isClosed = true;
    await written.catch(() => {});
    await this.database.close();
  }

  private async write(): Promise<void> {
    const { changes, tasks } = this;
    this.latest = this.next ?? this.latest;
    this.next = undefined;
    this.changes = new Map();
    this.tasks = [];
    try {
      // Half a batch may be at the end of the log: a database that is opened anew cuts it off.
      if (this.isBroken) await this.database.close().then(() => this.database.open());
      this.isBroken = false;
      await this.database.batch([...changes].map(operationOf));
    } catch (error) {
      this.isBroken = true;
      this.changes = new Map([...changes, ...this.changes]);
      this.tasks = [...tasks, ...this.tasks];
      const failed = new DataError(`the state could not be written: ${reasonOf(error)}`);
      complain(`mock: ${failed.message}`);
      throw failed;
    }
    for (const task of tasks) task();
  }
}

/** The range of a partition's keys. */
function keysOf(partition: string): { gte: string; lt: string } {
  return { gte: `${partition}!`, lt: `${partition}"` };
}

function operationOf([key, value]: [string, unknown]) {
  if (value === undefined) return { type: 'del', key } as const;
  return { type: 'put', key, value: JSON.stringify(value) } as const;
}

function revived<Value>(key: string, text: string, revive: Revive<Value>): Value {
  try {
    return revive(JSON.parse(text) as never);
  } catch (error) {
    throw new Error(`the entry ${key}: ${(error as Error).message}`);
  }
}

/** Passes on what was stored at a place of the order of arrival; undefined for an entry that was removed. */
type Write<Value> = (order: number, id: string, value: Value | undefined) => void;

/** A map that writes through. As in any map, a value that is set again keeps its place. */
class StoredMap<Value> extends Map<string, Value> {
  readonly #orders = new Map<string, number>();
  readonly #write: Write<Value>;
  #last = 0;

  /** @param found entries that are stored already, in their order */
  constructor(write: Write<Value>, found: Iterable<readonly [order: number, id: string, value: Value]> = []) {
    super();
    this.#write = write;
    for (const [order, id, value] of found) {
      this.#orders.set(id, order);
      this.#last = order;
      super.set(id, value);
    }
  }

  override set(id: string, value: Value): this {
    const order = this.#orders.get(id) ?? ++this.#last;
    this.#orders.set(id, order);
    this.#write(order, id, value);
    return super.set(id, value);
  }

  override delete(id: string): boolean {
    const order = this.#orders.get(id);
    if (order === undefined) return false;
    this.#orders.delete(id);
    this.#write(order, id, undefined);
    return super.delete(id);
  }

  override clear(): void {
    for (const id of [...this.keys()]) this.delete(id);
  }
}
