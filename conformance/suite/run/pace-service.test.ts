import { expect, onTestFinished, test, vi } from 'vitest';
import { TargetStopped } from '../wire/disturbance.ts';
import { RemotePace, servePace } from './pace-service.ts';

async function served(hasRate: boolean) {
  const keeper = { turn: vi.fn(async () => {}), limited: vi.fn(async () => {}), lost: vi.fn(async () => {}) };
  const service = await servePace(keeper);
  onTestFinished(() => service.close());
  return { keeper, service, pace: new RemotePace(service.address, hasRate) };
}

test('the pace keeper receives turns, limits and losses of a worker', async () => {
  const { keeper, pace } = await served(true);
  await pace.turn(3);
  await pace.limited(250);
  await pace.lost();
  expect(Object.values(keeper).map(({ mock }) => mock.calls)).toEqual([[[3]], [[250]], [[]]]);
});

test('a worker without a rate waits for no turn', async () => {
  const { keeper, pace } = await served(false);
  await pace.turn();
  expect(keeper.turn).not.toHaveBeenCalled();
});

test('a worker sends nothing more once the target has stopped', async () => {
  const { keeper, pace } = await served(false);
  keeper.lost.mockRejectedValueOnce(new TargetStopped('it has stopped'));
  await expect(pace.lost()).rejects.toThrow('it has stopped');
  await expect(pace.turn()).rejects.toBeInstanceOf(TargetStopped);
});

test('a worker stops when the process that began the run has ended', async () => {
  const { service, pace } = await served(true);
  service.close();
  await expect(pace.turn()).rejects.toBeInstanceOf(TargetStopped);
});
