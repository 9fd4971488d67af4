import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { PartitionEvents } from './journal.ts';

/** A reader of the stream with this number of bytes waiting. */
function createReader(writableLength = 0) {
  const reader = Object.assign(new EventEmitter(), { writableLength, written: '', isCut: false });
  return Object.assign(reader, {
    write: (bytes: Buffer) => {
      reader.written += bytes.toString();
    },
    destroy: () => {
      reader.isCut = true;
    },
  });
}

const write = (reader: object) => {
  const events = new PartitionEvents();
  events.stream('a', reader as ServerResponse);
  events.emit('a', 'change');
};

test('an event is written in the form of server-sent events', () => {
  const reader = createReader();
  write(reader);
  expect(reader.written).toBe('event: change\ndata: {}\n\n');
  reader.emit('close');
});

test('a reader with more than 4 MB of unread events is cut off', () => {
  const [patient, idle] = [createReader(4_000_000), createReader(4_000_001)];
  for (const reader of [patient, idle]) write(reader);
  expect([patient.isCut, idle.isCut]).toEqual([false, true]);
  for (const reader of [patient, idle]) reader.emit('close');
});

test('the oldest of more than a hundred readers is cut off', () => {
  const readers = Array.from({ length: 101 }, () => createReader());
  for (const reader of readers) write(reader);
  expect(readers.filter(({ isCut }) => isCut)).toEqual([readers[0]]);
  for (const reader of readers) reader.emit('close');
});
