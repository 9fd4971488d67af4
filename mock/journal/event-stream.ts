import type { ServerResponse } from 'node:http';
import { STREAM_BYTES, STREAM_READERS } from '../limits.ts';
import type { PartitionEvent } from './events.ts';

/** All readers of this process, the oldest first. */
const readers = new Set<ServerResponse>();

/** Events as they are sent, each written once for all its readers. */
const written = new WeakMap<PartitionEvent, Buffer>();

/** Writes events to a reader, which is cut off when it doesn't read, and may come again. Of too many readers the oldest is cut off. */
export function eventWriter(reader: ServerResponse): (event: PartitionEvent) => void {
  readers.add(reader);
  reader.on('close', () => readers.delete(reader));
  const [oldest] = readers;
  if (readers.size > STREAM_READERS) oldest?.destroy();
  return (event) => {
    reader.write(bytesOf(event));
    if (reader.writableLength > STREAM_BYTES) reader.destroy();
  };
}

function bytesOf(event: PartitionEvent): Buffer {
  const known = written.get(event);
  if (known) return known;
  const data = event.type === 'request' ? event.exchange : {};
  const bytes = Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`);
  written.set(event, bytes);
  return bytes;
}
