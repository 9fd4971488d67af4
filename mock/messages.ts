import type { OutboundMessage } from './email/message.ts';
import type { Schedule } from './schedule.ts';

/** A message that was accepted, with what only reading it shows. */
export interface Message extends OutboundMessage {
  sandbox: boolean;
  status: 'queued' | 'scheduled' | 'sandbox' | 'sent';
  templateId: string | null;
  templateVariables: Record<string, unknown>;
  metadata: Record<string, unknown>;
  /** The message that this one forwards; recorded, never looked up. */
  forwardOf: string | null;
  createdAt: number;
  /** When a scheduled message is due, as the caller will read it and as a time. */
  schedule: Schedule | null;
}

/** The accepted messages of one partition. The oldest is forgotten when there are more than `limit`. */
export class Messages {
  private readonly byId = new Map<string, Message>();
  private readonly waiting = new Set<Message>();
  private nextDue = Number.POSITIVE_INFINITY;

  constructor(private readonly limit: number) {}

  /** Keeps a message; one with a schedule waits for its time. */
  add(message: Message): void {
    this.byId.set(message.id.toLowerCase(), message);
    if (message.status === 'scheduled') this.await(message);
    if (this.byId.size > this.limit) this.forgetOldest();
  }

  /** The message, or undefined when the account has none with this id. */
  get(account: string, id: string): Message | undefined {
    const message = this.byId.get(id.toLowerCase());
    return message?.account === account ? message : undefined;
  }

  /** Takes the scheduled messages whose time has come, in the order of their times. */
  takeDue(now: number): Message[] {
    if (now < this.nextDue) return [];
    const waiting = [...this.waiting].sort((a, b) => dueTime(a) - dueTime(b));
    const due = waiting.filter((message) => dueTime(message) <= now);
    for (const message of due) this.waiting.delete(message);
    const next = waiting[due.length];
    this.nextDue = next ? dueTime(next) : Number.POSITIVE_INFINITY;
    return due;
  }

  /** All kept messages, oldest first. */
  list(): Message[] {
    return [...this.byId.values()];
  }

  private await(message: Message): void {
    this.waiting.add(message);
    this.nextDue = Math.min(this.nextDue, dueTime(message));
  }

  private forgetOldest(): void {
    for (const [id, message] of this.byId) {
      if (this.waiting.has(message)) continue;
      this.byId.delete(id);
      return;
    }
  }
}

const dueTime = ({ schedule }: Message): number => schedule?.due ?? 0;
