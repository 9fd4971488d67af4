import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { STREAM_BYTES, STREAM_READERS } from '../limits.ts';

const readers = new Set<ServerResponse>();

/** Server-sent events of partitions: an exchange was answered, or the control API changed something. */
export class PartitionEvents {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  /** Writes an event to the readers of a partition, serialized once for all. */
  emit(partition: string, type: 'request' | 'change', data: object = {}): void {
    if (this.emitter.listenerCount(partition) > 0)
      this.emitter.emit(partition, `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  emitToAll(type: 'change'): void {
    for (const partition of this.emitter.eventNames()) this.emit(String(partition), type);
  }

  /** A reader that doesn't read is cut off, as is the oldest of too many. */
  stream(partition: string, reader: ServerResponse): void {
    const write = (text: string) => {
      reader.write(text);
      if (reader.writableLength > STREAM_BYTES) reader.destroy();
    };
    readers.add(reader);
    this.emitter.on(partition, write);
    reader.on('close', () => {
      readers.delete(reader);
      this.emitter.off(partition, write);
    });
    const [oldest] = readers;
    if (readers.size > STREAM_READERS) oldest?.destroy();
  }
}
