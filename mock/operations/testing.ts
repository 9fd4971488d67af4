import { seed } from '../../fixtures/testing.ts';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import type { Deployed } from '../contract/deployed.ts';
import { indexFixtures } from '../state/fixtures.ts';
import { Partitions } from '../state/partitions.ts';
import type { World } from '../state/world.ts';

const fixtures = indexFixtures(seed);

/** The world of an empty partition at noon, with ids in their order, where some things were chosen otherwise. */
export function worldWith(choices: Partial<Choices> = {}): World {
  let ids = 0;
  const newId = () => `id-${++ids}`;
  const world = new Partitions(fixtures, { limit: 2, realTime: () => Date.UTC(2030, 0, 15, 12), newId }).get('a');
  world.answerAs({ choices: { ...ours, ...choices } } as Partial<Deployed> as Deployed);
  return world;
}

/** Who calls in tests. */
export const caller = { account: 'acme', scopes: [], partition: 'a' };
