import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { STREAM_BYTES, STREAM_READERS } from '../limits.ts';
import type { JournalEntry } from './journal.ts';

export type PartitionEvent = { type: 'request'; exchange: JournalEntry } | { type: 'change' };

export class PartitionEvents {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  emit(partition: string, event: PartitionEvent): void {
    this.emitter.emit(partition, event);
  }

  emitToAll(event: PartitionEvent): void {
    for (const partition of this.emitter.eventNames()) this.emitter.emit(partition, event);
  }

  listen(partition: string, listener: (event: PartitionEvent) => void): () => void {
    this.emitter.on(partition, listener);
    return () => this.emitter.off(partition, listener);
  }
}

const readers = new Set<ServerResponse>();

/** Events as server-sent events, each serialized once for all readers. */
const serialized = new WeakMap<PartitionEvent, string>();

/** Writes events to a reader. A reader that doesn't read is cut off, as is the oldest of too many. */
export function eventWriter(reader: ServerResponse): (event: PartitionEvent) => void {
  readers.add(reader);
  reader.on('close', () => readers.delete(reader));
  const [oldest] = readers;
  if (readers.size > STREAM_READERS) oldest?.destroy();
  return (event) => {
    const data = event.type === 'request' ? event.exchange : {};
    const text = serialized.get(event) ?? `event: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`;
    serialized.set(event, text);
    reader.write(text);
    if (reader.writableLength > STREAM_BYTES) reader.destroy();
  };
}
