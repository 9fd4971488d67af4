import type { ServerResponse } from 'node:http';
import { type Budget, MemoryUsage } from '../collections/memory.ts';
import type { PartitionEvent } from '../state/events.ts';

/** What may wait for a reader that does not read, in bytes; then it is cut off, and may come again. */
const PATIENCE = 8_000_000;

/** The part of the budget that may wait for all such readers. */
const SHARE = 1 / 16;

/** Readers at most: every event of a partition is written to all of its readers in one go. */
const MOST_READERS = 100;

/** All of this process, the one that has read longest first. */
const readers = new Set<ServerResponse>();

/** Events as they are sent, each written once for all its readers. */
const written = new WeakMap<PartitionEvent, Buffer>();

/**
 * Writes events to a reader, and cuts it off when it does not read and too much waits, for it or for all of them. Of too many readers the
 * one that has read longest is cut off; it may come again.
 */
export function eventWriter(reader: ServerResponse, budget: Budget): (event: PartitionEvent) => void {
  const waiting = new MemoryUsage(budget.of('streams'));
  const all = budget.of('streams');
  const count = () => waiting.add(reader.writableLength - waiting.bytes);
  readers.add(reader);
  const [longest] = readers;
  if (longest && readers.size > MOST_READERS) {
    readers.delete(longest);
    longest.destroy();
  }
  reader.on('drain', count).on('close', () => {
    readers.delete(reader);
    waiting.leave();
  });
  return (event) => {
    reader.write(bytesOf(event));
    count();
    const isOverfull = all.bytes > budget.limit * SHARE;
    if (waiting.bytes > PATIENCE || (isOverfull && waiting.bytes > 0)) reader.destroy();
  };
}

function bytesOf(event: PartitionEvent): Buffer {
  const known = written.get(event);
  if (known) return known;
  const data = event.type === 'request' ? event.exchange.entry() : {};
  const bytes = Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`);
  written.set(event, bytes);
  return bytes;
}
