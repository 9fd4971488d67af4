import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { Budget } from '../collections/memory.ts';
import { eventWriter } from './event-stream.ts';

/** A reader of the stream whose connection has so many bytes waiting after each event. */
function readerOf(budget: Budget) {
  const reader = Object.assign(new EventEmitter(), { writableLength: 0, written: '', isCut: false });
  const response = Object.assign(reader, {
    write: (bytes: Buffer) => {
      reader.written += bytes.toString();
    },
    destroy: () => {
      reader.isCut = true;
    },
  });
  const write = eventWriter(response as unknown as ServerResponse, budget);
  const send = (waiting: number) => {
    reader.writableLength = waiting;
    write({ type: 'change' });
  };
  return { reader, send };
}

test('an event is written in the form of server-sent events', () => {
  const { reader, send } = readerOf(new Budget());
  send(0);
  expect(reader.written).toBe('event: change\ndata: {}\n\n');
  reader.emit('close');
});

test('a reader with more than 8 MB of unread events is cut off', () => {
  const { reader, send } = readerOf(new Budget(1e12));
  send(8_000_000);
  expect(reader.isCut).toBe(false);
  send(8_000_001);
  expect(reader.isCut).toBe(true);
  reader.emit('close');
});
