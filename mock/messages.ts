import type { Schema } from '../spec/types.ts';
import type { OutboundMessage } from './email/message.ts';
import type { Schedule } from './schedule.ts';
import { Shelf } from './shelf.ts';
import { type Weight, weightOf } from './weight.ts';

/** A message that was accepted, with what only reading it shows. */
export interface Message extends OutboundMessage {
  sandbox: boolean;
  status: 'queued' | 'scheduled' | 'sandbox' | 'sent';
  templateId: string | null;
  templateVariables: Record<string, unknown>;
  metadata: Record<string, unknown>;
  /** The recipients that were taken out, and why. */
  suppressed: readonly Schema<'SuppressedRecipient'>[];
  /** The message that this one forwards; recorded, never looked up. */
  forwardOf: string | null;
  createdAt: number;
  /** When a scheduled message is due, as the caller will read it and as a time. */
  schedule: Schedule | null;
}

/** The accepted messages of one partition: those that wait for their time, and all others. Of each the oldest make room. */
export class Messages {
  private readonly waiting: Shelf<Message>;
  private readonly others: Shelf<Message>;
  private nextDue = Number.POSITIVE_INFINITY;

  /** Of each kind, `limit` messages at most, and `bytes`. */
  constructor(limit: number, bytes?: number, whole?: Weight) {
    this.waiting = new Shelf(limit, bytes, whole);
    this.others = new Shelf(limit, bytes, whole);
  }

  /** Keeps a message; one with a schedule waits for its time. */
  add(message: Message): void {
    const waits = message.status === 'scheduled';
    this.keep(waits ? this.waiting : this.others, message);
    if (waits) this.nextDue = Math.min(this.nextDue, dueTime(message));
  }

  /** The message, or undefined when the account has none with this id. */
  get(account: string, id: string): Message | undefined {
    const key = id.toLowerCase();
    const message = this.others.get(key) ?? this.waiting.get(key);
    return message?.account === account ? message : undefined;
  }

  /** Takes the scheduled messages whose time has come, in the order of their times. */
  takeDue(now: number): Message[] {
    if (now < this.nextDue) return [];
    const waiting = this.waiting.list().sort((a, b) => dueTime(a) - dueTime(b));
    const due = waiting.filter((message) => dueTime(message) <= now);
    for (const message of due) {
      this.waiting.remove(message.id.toLowerCase());
      this.keep(this.others, message);
    }
    const next = waiting[due.length];
    this.nextDue = next ? dueTime(next) : Number.POSITIVE_INFINITY;
    return due;
  }

  /** All kept messages, those that wait first. */
  list(): Message[] {
    return [...this.waiting.list(), ...this.others.list()];
  }

  private keep(shelf: Shelf<Message>, message: Message): void {
    shelf.put(message.id.toLowerCase(), message, weightOf(message));
  }
}

const dueTime = ({ schedule }: Message): number => schedule?.due ?? 0;
