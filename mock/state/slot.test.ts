import { expect, test } from 'vitest';
import { MemoryUsage } from '../collections/memory.ts';
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

test('a world that is taken out holds nobody and takes no memory, and does so again when somebody who has it comes back', async () => {
  const slot = new Slot();
  const world = worldWith();
  const whole = new MemoryUsage();
  expect([slot.held, slot.recall(whole)]).toEqual([undefined, undefined]);
  world.usage.join(whole);
  world.numbers.hold('+13125550100', { until: 9e12 });
  const { bytes } = whole;
  slot.world = world;
  world.sendHold.hold();
  const waits = [world.sendHold.pass(), world.clock.wait(1_000_000)];
  slot.unload();
  await Promise.all(waits);
  expect([bytes > 0, whole.bytes, slot.world, slot.held]).toEqual([true, 0, undefined, world]);
  for (let times = 0; times < 2; times++)
    expect([slot.recall(whole), slot.world, whole.bytes]).toEqual([world, world, bytes]);
});
