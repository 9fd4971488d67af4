import { expect, test } from 'vitest';
import { worldWith } from '../operations/testing.ts';
import { Slot } from './slot.ts';

test('a world that was read and can be used is held as one that memory has, and no longer when it is taken out', () => {
  const slot = new Slot();
  const world = worldWith();
  slot.read = world;
  expect([slot.held, slot.world]).toEqual([world, undefined]);
  slot.world = world;
  expect([slot.read, slot.world]).toEqual([undefined, world]);
  slot.unload();
  expect([slot.read, slot.world]).toEqual([undefined, undefined]);
});
