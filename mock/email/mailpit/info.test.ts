import { expect, test } from 'vitest';
import { acceptedMessage } from '../../testing.ts';
import { Outbox } from '../outbox.ts';
import { infoOf } from './info.ts';

test('the information counts mail, the unread and the tags, and has no numbers of a mail server', () => {
  const outbox = new Outbox();
  for (const [id, ...tags] of [['one', 'b', 'a'], ['two', 'a'], ['three']] as const)
    outbox.deliver(acceptedMessage({ id, tags }), new Date(0));
  const [newest] = outbox.list();
  if (newest) outbox.mark(newest, true);
  const told = infoOf(outbox);
  expect(told).toEqual({
    Version: 'mock',
    LatestVersion: 'disabled',
    Database: 'memory',
    DatabaseSize: 0,
    Messages: 3,
    Unread: 2,
    Tags: { a: 2, b: 1 },
    RuntimeStats: {
      Uptime: expect.any(Number),
      Memory: expect.any(Number),
      MessagesDeleted: 0,
      SMTPAccepted: 0,
      SMTPAcceptedSize: 0,
      SMTPRejected: 0,
      SMTPIgnored: 0,
    },
  });
  expect([Object.keys(told.Tags), Number.isInteger(told.RuntimeStats.Uptime)]).toEqual([['a', 'b'], true]);
});
