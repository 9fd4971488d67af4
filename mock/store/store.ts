import type { ClassicLevel } from 'classic-level';
import { complain } from '../../spec/print.ts';
import { Entries, type EntryParts, type Kind } from './entries.ts';

export class DataError extends Error {}

export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

type Row = readonly [key: string, text: string];

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
  async load(partition: string): Promise<Storage> {
    await this.commit();
    return new Storage(
      this,
      partition,
      await this.database.iterator({ gte: `${partition}!`, lt: `${partition}"` }).all(),
    );
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
      // Half a batch may be at the end of the log: a database that is opened anew cuts it off.
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
      const failed = new DataError(`the state could not be written: ${reasonOf(error)}`);
      complain(`mock: ${failed.message}`);
      throw failed;
    }
    for (const task of tasks) task();
  }
}

/** The entries of a partition, in memory; with a store their changes are also written to the disk. */
export class Storage {
  private readonly opened: { clear(): void }[] = [];

  constructor(
    private store?: Store,
    private readonly partition = '',
    private rows: readonly Row[] = [],
  ) {}

  /** The entries of a kind in the order of their arrival. Throws an Error with the key of a row that can't be read. */
  entries<Value>(kind: Kind, parts: EntryParts<Value> = {}): Entries<Value> {
    const prefix = `${this.partition}!${kind}!`;
    const entries = new Entries(parts, (order, id, value) => {
      this.store?.partitions.add(this.partition);
      // Orders have as many digits as it takes to sort as numbers do.
      this.store?.changes.set(`${prefix}${String(order).padStart(12, '0')}!${id}`, value);
    });
    const { revive = (json) => json } = parts;
    for (const [key, text] of this.rows.filter(([key]) => key.startsWith(prefix))) {
      const [, order, id] = /^(\d+)!(.*)$/s.exec(key.slice(prefix.length)) ?? [];
      try {
        if (id === undefined) throw new Error("its key can't be read");
        entries.restore(Number(order), id, revive(JSON.parse(text) as never));
      } catch (error) {
        throw new Error(`the entry ${key}: ${(error as Error).message}`);
      }
    }
    // The texts take as much memory as their values.
    this.rows = this.rows.filter(([key]) => !key.startsWith(prefix));
    this.opened.push(entries);
    return entries;
  }

  afterwards(task: () => void): void {
    if (this.store) this.store.tasks.push(task);
    else task();
  }

  clear(): void {
    for (const entries of this.opened) entries.clear();
    this.store?.partitions.delete(this.partition);
  }

  /** Later changes are not stored. */
  leave(): void {
    this.store = undefined;
  }
}
