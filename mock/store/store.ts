import type { ClassicLevel } from 'classic-level';
import { complain } from '../../spec/print.ts';
import { Entries, type EntryParts, type Kind, type Storage } from './entries.ts';

export class DataError extends Error {}

export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

interface Found {
  key: string;
  order: number;
  id: string;
  text: string;
}

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

  constructor(
    private readonly database: ClassicLevel,
    readonly partitions: Set<string>,
  ) {}

  /** Reads the whole of a partition. Rejects with an Error that names the entry that can't be read. */
  async load(partition: string): Promise<Storage> {
    await this.commit();
    const found = new Map<string, Found[]>();
    for await (const [key, text] of this.database.iterator({ gte: `${partition}!`, lt: `${partition}"` })) {
      const [, kind, order, id] = /^[^!]*!([^!]*)!(\d+)!(.*)$/s.exec(key) ?? [];
      if (kind === undefined || id === undefined) throw new Error(`the entry ${key}: its key can't be read`);
      const entries = found.get(kind) ?? [];
      entries.push({ key, order: Number(order), id, text });
      found.set(kind, entries);
    }
    return this.begin(partition, found);
  }

  begin(partition: string, found: ReadonlyMap<string, readonly Found[]> = new Map()): Storage {
    let hasLeft = false;
    const opened: { clear(): void }[] = [];
    return {
      entries: <Value>(kind: Kind, parts: EntryParts<Value> = {}) => {
        const write = (order: number, id: string, value: unknown) => {
          if (hasLeft) return;
          this.partitions.add(partition);
          // Orders have as many digits as it takes to sort as numbers do.
          this.changes.set(`${partition}!${kind}!${String(order).padStart(12, '0')}!${id}`, value);
        };
        const entries = new Entries(
          parts,
          write,
          (found.get(kind) ?? []).map((one) => ({ ...one, value: revived(one, parts.revive) })),
        );
        opened.push(entries);
        return entries;
      },
      afterwards: (task) => void this.tasks.push(task),
      clear: () => {
        for (const entries of opened) entries.clear();
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

function revived<Value>({ key, text }: Found, revive: (json: never) => Value = (json) => json): Value {
  try {
    return revive(JSON.parse(text) as never);
  } catch (error) {
    throw new Error(`the entry ${key}: ${(error as Error).message}`);
  }
}
