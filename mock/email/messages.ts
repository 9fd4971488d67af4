import type { ControlSchema } from '../../spec/control.ts';
import { BoundedMap } from '../collections/bounded-map.ts';
import { MemoryUsage } from '../collections/memory.ts';
import { inMemory, type Storage } from '../collections/storage.ts';
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

/** The accepted messages of one partition: those that wait for their time, and all others. Of each the oldest make room. */
export class Messages {
  private readonly waiting: BoundedMap<Message>;
  private readonly others: BoundedMap<Message>;
  /** Nothing is due before. */
  private nextDue = Number.NEGATIVE_INFINITY;

  /** Of each kind, `limit` messages at most. */
  constructor(limit: number, usage = new MemoryUsage(), storage: Storage = inMemory()) {
    this.waiting = new BoundedMap(limit, sizeOf, usage, storage.map<Message>('waiting'));
    this.others = new BoundedMap(limit, sizeOf, usage, storage.map<Message>('message'));
  }

  /** Takes a message; one that is scheduled or late waits for its time. */
  add(message: Message): void {
    const due = dueTime(message);
    (due === undefined ? this.others : this.waiting).put(keyOf(message), message);
    this.nextDue = Math.min(this.nextDue, due ?? this.nextDue);
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

  /** Takes out the messages whose time has come, in the order of their times. */
  takeDue(now: number): Message[] {
    if (now < this.nextDue) return [];
    const due = this.takeOut((message) => (dueTime(message) ?? 0) <= now);
    this.nextDue = this.waiting.list().reduce((next, message) => Math.min(next, dueTime(message) ?? next), Infinity);
    return due.sort((one, other) => (dueTime(one) ?? 0) - (dueTime(other) ?? 0));
  }

  /** Takes out those that are late, whatever the time. */
  takeLate(): Message[] {
    return this.takeOut(({ arrives }) => arrives !== undefined);
  }

  /** Forgets the messages that are not admitted. */
  retain(isAdmitted: (message: Message, id: string) => boolean): void {
    for (const messages of [this.waiting, this.others]) messages.retain(isAdmitted);
  }

  /** All messages, those that wait first. */
  list(): Message[] {
    return [...this.waiting.list(), ...this.others.list()];
  }

  private takeOut(isTaken: (message: Message) => boolean): Message[] {
    const taken = this.waiting.list().filter(isTaken);
    for (const message of taken) this.waiting.remove(keyOf(message));
    return taken;
  }

  private find(id: string): Message | undefined {
    const key = id.toLowerCase();
    return this.others.get(key) ?? this.waiting.get(key);
  }
}

/** What a message takes in memory, in bytes and about: its length as JSON, and its place in the maps. */
const sizeOf = (message: Message): number => JSON.stringify(message).length + 1_000;

const keyOf = ({ id }: Message): string => id.toLowerCase();

/** What a message waits for; undefined when it does not. */
function dueTime({ status, schedule, arrives }: Message): number | undefined {
  return arrives ?? (status === 'scheduled' ? schedule?.due : undefined);
}
