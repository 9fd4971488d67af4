import { EventEmitter } from 'node:events';
import type { JournalEntry } from './journal.ts';

/** An event of a partition: an exchange was answered, or the control API changed something. */
export type PartitionEvent = { type: 'request'; exchange: JournalEntry } | { type: 'change' };

/** Passes events of partitions on to their listeners. */
export class PartitionEvents {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  emit(partition: string, event: PartitionEvent): void {
    this.emitter.emit(partition, event);
  }

  /** To the listeners of every partition. */
  emitToAll(event: PartitionEvent): void {
    for (const partition of this.emitter.eventNames()) this.emitter.emit(partition, event);
  }

  /** Listens to one partition, until the function that is given back is called. */
  listen(partition: string, listener: (event: PartitionEvent) => void): () => void {
    this.emitter.on(partition, listener);
    return () => this.emitter.off(partition, listener);
  }
}
