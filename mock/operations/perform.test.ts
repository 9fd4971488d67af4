import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { answer } from '../contract/answer.ts';
import { type CheckedRequest, ClientLeft } from '../contract/check.ts';
import { indexFixtures } from '../state/fixtures.ts';
import { Partitions } from '../state/partitions.ts';
import { ownTurn } from '../time/turns.ts';
import type { BehavedOperation } from './index.ts';
import { perform } from './perform.ts';

const fixtures = indexFixtures(seed);
const world = () => new Partitions(fixtures, { limit: 2 }).get('a');

/** An operation whose work may take long; notes what is done. */
function longWork(happened: string[]): BehavedOperation {
  const handle = () => {
    happened.push('work');
    return answer(202, {});
  };
  return { keyed: true, isLong: () => true, handle } as Partial<BehavedOperation> as BehavedOperation;
}

const request = (onLeft?: CheckedRequest['onLeft']) =>
  ({ body: {}, idempotencyKeys: [], onLeft }) as Partial<CheckedRequest> as CheckedRequest;

test('work that may take long waits for those that came before it', async () => {
  const happened: string[] = [];
  const slice = performance.now() + 15;
  while (performance.now() < slice);
  const before = ownTurn().then(() => happened.push('turn'));
  await perform(request(), undefined, longWork(happened), world());
  await before;
  expect(happened).toEqual(['turn', 'work']);
});

test('work that may take long is not done when its client leaves before its turn', async () => {
  const happened: string[] = [];
  const left = new ClientLeft('');
  const leaving = perform(
    request((leave) => leave(left)),
    undefined,
    longWork(happened),
    world(),
  );
  await expect(leaving).rejects.toBe(left);
  expect(happened).toEqual([]);
});
