import type { ClassicLevel } from 'classic-level';
import { complain } from '../../spec/print.ts';
import { endOfLoopIteration } from '../time/event-loop.ts';
import { turn } from '../time/turns.ts';
import { reasonOf } from './data-error.ts';
import { between } from './keys.ts';

/** What is to be written under keys, as JSON; undefined where something is to be removed. */
type Texts = Map<string, string | undefined>;

/** Characters from which on what changes next goes with a batch of its own, behind this one. */
const FULL = 4_000_000;

/** What changed in some iterations of the event loop, and is written in one piece. */
interface Batch {
  readonly texts: Texts;
  length: number;
  readonly tasks: (() => void)[];
  /** Ends when it is written. */
  written: Promise<void>;
}

/**
 * JSON values in a database on disk. What is noted during one iteration of the event loop is written in one piece: after a
 * crash all of it is there, or nothing. It becomes text when the iteration ends, so that what many callers change is not all made at once.
 */
export class Disk {
  /** What is no text yet. */
  private noted = new Map<string, unknown>();
  private tasks: (() => void)[] = [];
  private next: Promise<void> | undefined;
  /** Those that are on the way, and wait behind it. */
  private readonly batches: Batch[] = [];
  private last: Promise<void> = Promise.resolve();
  /** What could not be written, and goes with the next batch. */
  private failed: Pick<Batch, 'texts' | 'tasks'> = nothing();
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
    const isDue = this.noted.size > 0 || (this.failed.texts.size > 0 && this.batches.length === 0);
    if (isDue && this.isClosed && !this.next) return Promise.reject(new Error('the mock has ended'));
    if (isDue) this.schedule();
    return this.next ?? this.last;
  }

  /** Whether something could not be written yet, or can't be any more. */
  get isBehind(): boolean {
    return this.isClosed || this.failed.texts.size > 0;
  }

  /** How much is written under keys that begin so, in bytes and about; what was written last may be missing. */
  size(prefix: string): Promise<number> {
    const { gte, lt } = between(prefix);
    return this.database.approximateSize(gte, lt);
  }

  /** What is under a key now, noted or written; undefined when nothing is. */
  get(key: string): unknown {
    if (this.noted.has(key)) return this.noted.get(key);
    const unwritten = [this.failed, ...this.batches].findLast(({ texts }) => texts.has(key));
    const text = unwritten ? unwritten.texts.get(key) : this.database.getSync(key);
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
    // Whatever was held or waited goes on first.
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

  /** Makes text of what was noted when the iteration of the event loop is over in which it was, and lets it be written. */
  private async write(): Promise<void> {
    await endOfLoopIteration();
    const { noted, tasks } = this;
    this.noted = new Map();
    this.tasks = [];
    this.next = undefined;
    const batch = this.open();
    for (const [key, value] of noted) {
      const text = value === undefined ? undefined : JSON.stringify(value);
      batch.texts.set(key, text);
      batch.length += text?.length ?? 0;
    }
    batch.tasks.push(...tasks);
    return batch.written;
  }

  /** The batch that waits and is not full, or another one behind all others. */
  private open(): Batch {
    const [, ...waiting] = this.batches;
    const open = waiting.at(-1);
    if (open && open.length < FULL) return open;
    const batch: Batch = { ...nothing(), length: 0, written: this.last };
    this.batches.push(batch);
    this.last = batch.written = this.last.catch(() => {}).then(() => this.put(batch));
    this.last.catch(() => {});
    return batch;
  }

  private async put(batch: Batch): Promise<void> {
    const texts = new Map([...this.failed.texts, ...batch.texts]);
    const tasks = [...this.failed.tasks, ...batch.tasks];
    try {
      if (this.isBroken) await this.reopen();
      await this.database.batch([...texts].map(operationOf));
      this.failed = nothing();
    } catch (error) {
      this.isBroken = true;
      this.failed = { texts, tasks };
      complain(`mock: the state could not be written: ${reasonOf(error)}`);
      throw error;
    } finally {
      this.batches.shift();
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

function nothing(): Pick<Batch, 'texts' | 'tasks'> {
  return { texts: new Map(), tasks: [] };
}

function operationOf([key, value]: [string, string | undefined]) {
  return value === undefined ? ({ type: 'del', key } as const) : ({ type: 'put', key, value } as const);
}

function parsed(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`the entry ${key}: ${(error as Error).message}`);
  }
}
