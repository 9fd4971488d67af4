import type { ClassicLevel } from 'classic-level';
import { complain } from '../../spec/print.ts';
import { inMemory, type Kind, type Revive, type Storage } from '../collections/storage.ts';
import { reasonOf } from './data-error.ts';
import { type Ordered, StoredMap } from './stored-map.ts';

/** The entries of one partition, by kind. */
type Found = Map<string, [id: string, entry: Ordered<unknown>][]>;

/**
 * The state of all partitions in a database on disk. Its keys are `<partition>!<kind>!<id>`. Changes are gathered, and `commit` writes them
 * in one batch: after a crash the whole batch is there, or nothing of it.
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
    private readonly partitions: Set<string>,
  ) {}

  names(): string[] {
    return [...this.partitions];
  }

  has(partition: string): boolean {
    return this.partitions.has(partition);
  }

  /** Reads the whole of a partition. Rejects with an Error that names the entry that can't be read. */
  async load(partition: string): Promise<Storage> {
    await this.commit();
    const found: Found = new Map();
    for await (const [key, text] of this.database.iterator(keysOf(partition))) {
      const [, kind = '', id = ''] = /^[^!]*!([^!]*)!(.*)$/s.exec(key) ?? [];
      const entries = found.get(kind) ?? [];
      found.set(kind, entries);
      entries.push([id, orderedIn(key, text)]);
    }
    return this.storageOf(partition, found);
  }

  /** Begins a partition that is not stored. */
  begin(partition: string): Storage {
    return this.storageOf(partition, new Map());
  }

  /** Ends when every change so far is on the disk. Rejects when that failed; the changes go with the next attempt then. */
  commit(): Promise<void> {
    if (this.changes.size === 0) return this.next ?? this.latest;
    if (this.isClosed) return Promise.reject(new Error('the mock has ended'));
    this.next ??= this.latest.catch(() => {}).then(() => this.write());
    return this.next;
  }

  /** Writes what has changed, and releases the directory. */
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
      if (this.isBroken) await this.reopen();
      await this.database.batch([...changes].map(operationOf));
    } catch (error) {
      this.isBroken = true;
      this.changes = new Map([...changes, ...this.changes]);
      this.tasks = [...tasks, ...this.tasks];
      complain(`mock: the state could not be written: ${reasonOf(error)}`);
      throw error;
    }
    for (const task of tasks) task();
  }

  private async reopen(): Promise<void> {
    await this.database.close();
    await this.database.open();
    this.isBroken = false;
  }

  private storageOf(partition: string, found: Found): Storage {
    let hasLeft = false;
    const maps: Map<string, unknown>[] = [];
    const write = (key: string, entry: unknown) => {
      if (hasLeft) return;
      this.partitions.add(partition);
      this.changes.set(key, entry);
    };
    return {
      map: <Value>(kind: Kind, revive: Revive<Value> = (json) => json) => {
        const keyOf = (id: string) => `${partition}!${kind}!${id}`;
        const entries = (found.get(kind) ?? []).flatMap(([id, [order, json]]) => {
          const value = naming(keyOf(id), () => revive(json as never));
          return value === undefined ? [] : ([[id, [order, value]]] as const);
        });
        const map = new StoredMap<Value>((id, entry) => write(keyOf(id), entry), entries);
        maps.push(map);
        return map;
      },
      afterwards: (task) => {
        if (this.changes.size > 0) this.tasks.push(task);
        else inMemory().afterwards(task);
      },
      clear: () => {
        for (const map of maps) map.clear();
        this.partitions.delete(partition);
      },
      leave: () => {
        hasLeft = true;
      },
    };
  }
}

/** The range of a partition's keys. */
export function keysOf(partition: string): { gte: string; lt: string } {
  return { gte: `${partition}!`, lt: `${partition}"` };
}

function operationOf([key, entry]: [string, unknown]) {
  if (entry === undefined) return { type: 'del', key } as const;
  return { type: 'put', key, value: JSON.stringify(entry) } as const;
}

function orderedIn(key: string, text: string): Ordered<unknown> {
  return naming(key, () => {
    const [order, value] = JSON.parse(text) as Ordered<unknown>;
    if (!Number.isSafeInteger(order) || value === undefined) throw new Error('it has no order or no value');
    return [order, value];
  });
}

/** Names the entry that something is wrong with. */
function naming<Result>(key: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new Error(`the entry ${key}: ${(error as Error).message}`);
  }
}
