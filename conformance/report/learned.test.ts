import { expect, test } from 'vitest';
import { factLines, learnedTogether } from './learned.ts';

test('what shards have learned is the most that was borne, the first silence, and all that is to be done by hand', () => {
  const shards = [
    {
      clockAheadMs: 90_000,
      dateAheadMs: 3000,
      requestsPerSecond: 4,
      disturbances: 2,
      notPutBack: 'One is not put back.',
    },
    { putBack: 'Another run was killed.' },
    { clockAheadMs: 90_100, requestsPerSecond: 5, disturbances: 3, notPutBack: 'Another is not put back.' },
    { stoppedAnsweringAt: '2026-11-22T10:00:01Z', notPutBack: 'One is not put back.' },
    { stoppedAnsweringAt: '2026-11-22T10:00:00Z', requestsPerSecond: 3, disturbances: 10 },
  ];
  expect(learnedTogether(shards)).toEqual({
    clockAheadMs: 90_000,
    dateAheadMs: 3000,
    requestsPerSecond: 5,
    disturbances: 15,
    stoppedAnsweringAt: '2026-11-22T10:00:00Z',
    putBack: 'Another run was killed.',
    notPutBack: 'One is not put back. Another is not put back.',
  });
  expect(learnedTogether([{}, {}])).toEqual({});
});

test('how far a clock is ahead, or behind, is told in the nearest whole second', () => {
  expect(factLines({ learned: { clockAheadMs: 1500, dateAheadMs: -2499 } })).toEqual([
    "The target's clock is 2 s ahead of this machine's.",
    "The `Date` of the answers, which a gateway may write, is 2 s behind the service's own times: these count.",
  ]);
});

test('a rate is told in whole requests a second, one below two with a digit more', () => {
  const told = [1.94, 2, 2.6].map((requestsPerSecond) => factLines({ learned: { requestsPerSecond } }).join());
  expect(told).toEqual(
    ['1.9', '2', '3'].map((rate) => `The target limits the rate: it bore about ${rate} requests a second.`),
  );
});
