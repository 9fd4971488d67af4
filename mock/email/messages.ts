import type { ControlSchema } from '../../spec/control.ts';
import { BoundedMap, type Sized } from '../collections/bounded-map.ts';
import { DueQueue } from '../collections/due-queue.ts';
import { type MemoryUsage, memorySize } from '../collections/memory.ts';
import { inMemory, type PartitionStorage } from '../collections/storage.ts';
import type { Schedule } from './schedule.ts';

/** A message that was accepted: what a snapshot has of it, with times as numbers. */
export interface Message
  extends Omit<ControlSchema<'StoredMessage'>, 'status' | 'createdAt' | 'scheduledAt' | 'arrivesAt' | 'deliveredAt'> {
  status: ControlSchema<'StoredMessage'>['status'];
  createdAt: number;
  /** When a scheduled message is due, as the caller will read it and as a time. */
  schedule: Schedule | null;
  /** When a message arrives that has left and is late. */
  arrives?: number | undefined;
}

/** How many of the messages that are archived lie in memory as well. */
const CACHED = 20_000;

/**
 * The accepted messages of one partition: those that wait for their time, and all others. Of each the oldest make room.
 * Where there is an archive, all others are in it, and the latest are in memory too.
 */
export class Messages {
  private readonly waiting: BoundedMap<Message>;
  private readonly others: BoundedMap<Message>;
  private readonly archive: PartitionStorage['archive'];
  /** Those that wait, and some that made room meanwhile. */
  private readonly queue = new DueQueue<Message>();
  /** Whether a message from the archive is one under the contract of today. */
  private isAdmitted = (_message: Message): boolean => true;

  /** Of each kind, `limit` messages at most, and `bytes` in memory. */
  constructor(limit: number, bytes?: number, whole?: MemoryUsage, storage: PartitionStorage = inMemory()) {
    this.archive = storage.archive;
    this.waiting = new BoundedMap(limit, bytes, whole, storage.map<Sized<Message>>('waiting'));
    this.others = new BoundedMap(this.archive ? Math.min(limit, CACHED) : limit, bytes, whole);
    for (const message of (this.archive?.recent ?? []) as readonly Message[]) put(this.others, message);
    for (const message of this.waiting.list()) this.queue.add(message, dueTime(message) ?? 0);
  }

  /** Takes a message, and gives the bytes that it takes; one that is scheduled or late waits for its time. */
  add(message: Message): number {
    const due = dueTime(message);
    if (due === undefined) {
      this.archive?.add(keyOf(message), message);
      return put(this.others, message);
    }
    const bytes = put(this.waiting, message);
    this.queue.add(message, due);
    if (this.queue.size > 2 * this.waiting.size) this.queue.retain((one) => this.waits(one));
    return bytes;
  }

  /** The message, or undefined when the account has none with this id. */
  get(account: string, id: string): Message | undefined {
    const message = this.find(id);
    return message?.account === account ? message : undefined;
  }

  /** Whether any account has it. */
  has(id: string): boolean {
    return this.find(id) !== undefined;
  }

  /** Takes out the messages whose time has come, in the order of their times; `limit` of them at most. */
  takeDue(now: number, limit?: number): Message[] {
    const due = this.queue.takeDue(now, limit, (message) => this.waits(message));
    for (const message of due) this.waiting.remove(keyOf(message));
    return due;
  }

  /** Takes out those that are late, whatever the time. */
  takeLate(): Message[] {
    const late = this.waiting.list().filter(({ arrives }) => arrives !== undefined);
    for (const message of late) this.waiting.remove(keyOf(message));
    return late;
  }

  /** Forgets the messages that are not admitted: those in memory at once, those in the archive when they are asked for. */
  *retain(isAdmitted: (message: Message) => boolean): Generator<void, void> {
    this.isAdmitted = isAdmitted;
    for (const message of this.list()) {
      yield;
      if (isAdmitted(message)) continue;
      this.waiting.remove(keyOf(message));
      this.others.remove(keyOf(message));
      this.archive?.remove(keyOf(message));
    }
  }

  /** The messages in memory, those that wait first. */
  list(): Message[] {
    return [...this.waiting.list(), ...this.others.list()];
  }

  private find(id: string): Message | undefined {
    const key = id.toLowerCase();
    return this.others.get(key) ?? this.waiting.get(key) ?? this.archived(key);
  }

  private archived(key: string): Message | undefined {
    const message = this.archive?.get(key) as Message | undefined;
    return message && this.isAdmitted(message) ? message : undefined;
  }

  private waits(message: Message): boolean {
    return this.waiting.get(keyOf(message)) === message;
  }
}

function put(map: BoundedMap<Message>, message: Message): number {
  const bytes = memorySize(message);
  map.put(keyOf(message), message, bytes);
  return bytes;
}

const keyOf = ({ id }: Message): string => id.toLowerCase();

/** What a message waits for; undefined when it does not. */
function dueTime({ status, schedule, arrives }: Message): number | undefined {
  return arrives ?? (status === 'scheduled' ? schedule?.due : undefined);
}
