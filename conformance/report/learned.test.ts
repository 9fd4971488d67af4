import { expect, test } from 'vitest';
import { learnedTogether } from './learned.ts';

test('the facts of shards are merged: highest rate, first silence, all disturbances and manual steps', () => {
  const shards = [
    { clockAheadMs: 90_000, requestsPerSecond: 4, disturbances: 2, notPutBack: 'One is not put back.' },
    { putBack: 'Another run was killed.', stoppedAnsweringAt: '2026-11-22T10:00:01Z' },
    { requestsPerSecond: 5, disturbances: 10, notPutBack: 'Another is not put back.' },
    { stoppedAnsweringAt: '2026-11-22T10:00:00Z', notPutBack: 'One is not put back.' },
  ];
  expect(learnedTogether(shards)).toEqual({
    clockAheadMs: 90_000,
    requestsPerSecond: 5,
    disturbances: 12,
    stoppedAnsweringAt: '2026-11-22T10:00:00Z',
    putBack: 'Another run was killed.',
    notPutBack: 'One is not put back. Another is not put back.',
  });
});
