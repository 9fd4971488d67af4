import type { ClassicLevel } from 'classic-level';
import { complain } from '../../spec/print.ts';
import { endOfLoopIteration } from '../time/event-loop.ts';
import { turn } from '../time/turns.ts';
import { reasonOf } from './data-error.ts';
import { between } from './keys.ts';

type Changes = Map<string, unknown>;

/**
 * JSON values in a database on disk. What is noted during one iteration of the event loop is written in one piece: after a
 * crash all of it is there, or nothing.
 */
export class Disk {
  /** Not yet on the way, and on the way. */
  private noted: Changes = new Map();
  private leaving: Changes = new Map();
  private tasks: (() => void)[] = [];
  private next: Promise<void> | undefined;
  private last: Promise<void> = Promise.resolve();
  private isBroken = false;
  private isClosed = false;
  private readonly clearing = new Set<Promise<void>>();

  constructor(private readonly database: ClassicLevel) {}

  /** Notes that a value has changed; undefined is none. It is written as it is when this iteration of the event loop ends. */
  note(key: string, value: unknown): void {
    this.noted.set(key, value);
    this.schedule();
  }

  /** Does a task when all that was noted before it is written. */
  afterwards(task: () => void): void {
    this.tasks.push(task);
    this.schedule();
  }

  /** Ends when all that was noted is written. Rejects when that failed; it goes with the next attempt then. */
  commit(): Promise<void> {
    if (this.noted.size > 0 && this.isClosed && !this.next) return Promise.reject(new Error('the mock has ended'));
    if (this.noted.size > 0) this.schedule();
    return this.next ?? this.last;
  }

  /** What is under a key now, noted or written; undefined when nothing is. */
  get(key: string): unknown {
    for (const changes of [this.noted, this.leaving]) if (changes.has(key)) return changes.get(key);
    const text = this.database.getSync(key);
    return text === undefined ? undefined : parsed(key, text);
  }

  /** What was written under keys that begin so, in their order, read in turns; `last` takes only so many from the end, backwards. */
  async *read(prefix: string, last?: number): AsyncGenerator<[key: string, value: unknown]> {
    const range = { ...between(prefix), ...(last !== undefined && { reverse: true, limit: last }) };
    for await (const [key, text] of this.database.iterator(range)) {
      const wait = turn();
      if (wait) await wait;
      yield [key.slice(prefix.length), parsed(key, text)];
    }
  }

  /** Removes what was written under keys that begin so, without haste. */
  clear(prefix: string): void {
    const clearing = this.database
      .clear(between(prefix))
      .catch((error) => complain(`mock: old state could not be removed: ${reasonOf(error)}`))
      .finally(() => this.clearing.delete(clearing));
    this.clearing.add(clearing);
  }

  /** Writes what was noted, and lets the directory go. */
  async close(): Promise<void> {
    // Who was held or waited goes on first.
    await endOfLoopIteration();
    const written = this.commit();
    this.isClosed = true;
    await written.catch(() => {});
    await Promise.all(this.clearing);
    await this.database.close();
  }

  private schedule(): void {
    if (this.next || this.isClosed) return;
    this.next = this.write();
    this.next.catch(() => {});
  }

  /** Writes one batch after the other, each when the iteration of the event loop is over in which its changes are made. */
  private async write(): Promise<void> {
    await this.last.catch(() => {});
    await endOfLoopIteration();
    this.next = undefined;
    this.last = this.batch();
    return this.last;
  }

  private async batch(): Promise<void> {
    const { noted, tasks } = this;
    this.leaving = noted;
    this.noted = new Map();
    this.tasks = [];
    try {
      if (this.isBroken) await this.reopen();
      await this.database.batch([...noted].map(operationOf));
    } catch (error) {
      this.isBroken = true;
      this.noted = new Map([...noted, ...this.noted]);
      this.tasks.unshift(...tasks);
      complain(`mock: the state could not be written: ${reasonOf(error)}`);
      throw error;
    } finally {
      this.leaving = new Map();
    }
    for (const task of tasks) task();
  }

  /** Half a batch may stand at the end of the log: opened anew, it is cut off before anything is written behind it. */
  private async reopen(): Promise<void> {
    await this.database.close();
    await this.database.open();
    this.isBroken = false;
  }
}

function operationOf([key, value]: [string, unknown]) {
  if (value === undefined) return { type: 'del', key } as const;
  return { type: 'put', key, value: JSON.stringify(value) } as const;
}

function parsed(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`the entry ${key}: ${(error as Error).message}`);
  }
}
