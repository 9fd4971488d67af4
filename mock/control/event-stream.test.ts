import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { Budget } from '../collections/memory.ts';
import type { PartitionEvent } from '../state/events.ts';
import { eventWriter } from './event-stream.ts';

/** A reader of whose connection the test says how much waits. */
class Reader extends EventEmitter {
  writableLength = 0;
  written = '';
  isCut = false;

  write(bytes: Buffer): void {
    this.written += bytes.toString();
  }

  destroy(): void {
    this.isCut = true;
    // A connection says so only later.
    queueMicrotask(() => this.emit('close'));
  }
}

const change = { type: 'change' } as const;

/** A reader with what writes to it: one event, after which so much waits. */
function reading(budget: Budget) {
  const reader = new Reader();
  const write = eventWriter(reader as unknown as ServerResponse, budget);
  const waits = (bytes: number) => {
    reader.writableLength = bytes;
    write({ ...change });
  };
  return { reader, waits };
}

test('events are written as a browser reads them', () => {
  const { reader, waits } = reading(new Budget());
  waits(0);
  expect(reader.written).toBe('event: change\ndata: {}\n\n');
  reader.destroy();
});

test('a request is written out once for all readers', () => {
  const budget = new Budget();
  const both = [new Reader(), new Reader()];
  const writers = both.map((reader) => eventWriter(reader as unknown as ServerResponse, budget));
  const entry = vi.fn(() => ({ id: 'e' }));
  const event = { type: 'request', exchange: { entry } } as unknown as PartitionEvent;
  for (const write of writers) write(event);
  expect(both.map(({ written }) => written)).toEqual(Array(2).fill('event: request\ndata: {"id":"e"}\n\n'));
  expect(entry).toHaveBeenCalledTimes(1);
  for (const reader of both) reader.destroy();
});

test('what waits for a reader is counted as it is, and no more when it has read or left', () => {
  const budget = new Budget(1_000_000);
  const { reader, waits } = reading(budget);
  for (const bytes of [100, 300, 200]) {
    waits(bytes);
    expect(budget.used.streams).toBe(bytes);
  }
  reader.writableLength = 0;
  reader.emit('drain');
  expect(budget.used.streams).toBe(0);
  waits(50);
  reader.emit('close');
  expect([budget.used.streams, reader.isCut]).toEqual([0, false]);
});

test('a reader for whom too much waits is cut off', () => {
  const { reader, waits } = reading(new Budget(1e12));
  waits(8_000_000);
  expect(reader.isCut).toBe(false);
  waits(8_000_001);
  expect(reader.isCut).toBe(true);
});

test('when too much waits for all of them, those are cut off for whom some of it waits', () => {
  const budget = new Budget(16_000);
  const [slow, quick, late] = [reading(budget), reading(budget), reading(budget)];
  slow.waits(1_000);
  quick.waits(0);
  expect([slow.reader.isCut, quick.reader.isCut]).toEqual([false, false]);
  late.waits(1);
  expect([slow.reader.isCut, late.reader.isCut]).toEqual([false, true]);
  slow.waits(1_001);
  quick.waits(0);
  expect([slow.reader.isCut, quick.reader.isCut]).toEqual([true, false]);
  quick.reader.destroy();
});

test('of more than a hundred readers the one that has read longest is cut off', () => {
  const budget = new Budget();
  const all = Array.from({ length: 100 }, () => reading(budget).reader);
  expect(all.filter(({ isCut }) => isCut)).toEqual([]);
  const more = [reading(budget).reader, reading(budget).reader];
  expect(all.map(({ isCut }) => isCut)).toEqual([true, true, ...Array(98).fill(false)]);
  all[5]?.emit('close');
  more.push(reading(budget).reader);
  expect(all.filter(({ isCut }) => isCut)).toHaveLength(2);
  for (const reader of [...all, ...more]) reader.destroy();
});
