import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { indexFixtures } from '../state/fixtures.ts';
import { Partitions } from '../state/partitions.ts';
import { journalCalls } from './journal.ts';

test('a stream has what happens in its partition until its reader leaves', async () => {
  const partitions = new Partitions(indexFixtures(seed), { limit: 2 });
  const written: string[] = [];
  const raw = Object.assign(new EventEmitter(), {
    writableLength: 0,
    writeHead: () => {},
    write: (text: string | Buffer) => written.push(text.toString()),
  });
  const reply = { raw, hijack: () => {}, getHeaders: () => ({}) } as unknown as FastifyReply;
  journalCalls({ partitions }).streamRequests({ partition: 'a', reply } as never);
  partitions.events.emit('a', { type: 'change' });
  partitions.events.emit('b', { type: 'change' });
  raw.emit('close');
  partitions.events.emit('a', { type: 'change' });
  expect(written).toEqual(['retry: 1000\n\n', 'event: change\ndata: {}\n\n']);
  await partitions.close();
});
