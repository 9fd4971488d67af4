import { mock } from 'node:test';
import { afterEach, beforeEach } from 'vitest';
import { ownTurn } from '../turns.ts';

/**
 * Lets time pass in the tests of a file only while they work, so that a busy machine changes nothing. Gives what such work calls, with its
 * milliseconds.
 */
export function timeOfWork(): (ms: number) => void {
  let now = 0;
  beforeEach(() => {
    // When the slice that other tests have left is over.
    now = performance.now() + 10;
    mock.method(performance, 'now', () => now);
  });
  afterEach(async () => {
    // The slice that this test leaves is over at once.
    now = 0;
    await ownTurn();
    mock.restoreAll();
  });
  return (ms) => {
    now += ms;
  };
}
