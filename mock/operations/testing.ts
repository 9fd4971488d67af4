import { seed } from '../../fixtures/testing.ts';
import { indexFixtures } from '../state/fixtures.ts';
import { Partitions } from '../state/partitions.ts';
import type { World } from '../state/world.ts';

const fixtures = indexFixtures(seed);

/** The world of an empty partition at noon, with the ids id-1, id-2 and so on. */
export function createWorld(): World {
  let ids = 0;
  const newId = () => `id-${++ids}`;
  return new Partitions(fixtures, { limit: 2, realTime: () => Date.UTC(2030, 0, 15, 12), newId }).get('a');
}

/** The caller of tests. */
export const caller = { account: 'acme', scopes: [], partition: 'a' };
