import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { TargetStopped } from '../wire/disturbance.ts';
import { RemotePace, servePace } from './pace-service.ts';

/** A pace keeper that breaks the first so many connections, and what a worker that asks it for a turn comes to. */
async function turnAfter(broken: number): Promise<unknown> {
  let asked = 0;
  const server = http.createServer((request, response) => {
    asked += 1;
    if (asked <= broken) request.socket.destroy();
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pace = new RemotePace(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, true);
  const came = await pace.turn().catch((error: unknown) => error);
  server.closeAllConnections();
  server.close();
  return came;
}

test('a broken connection to the pace keeper does not end the run', async () => {
  expect(await turnAfter(1)).toBeUndefined();
});

test('a pace keeper that is gone ends it', async () => {
  expect(await turnAfter(Number.POSITIVE_INFINITY)).toBeInstanceOf(TargetStopped);
});

/** A pace keeper that is served, and a worker that has one of a target with a rate, or without one. */
async function served(hasRate: boolean, use: (pace: RemotePace, keeper: ReturnType<typeof keeperOf>) => Promise<void>) {
  const keeper = keeperOf();
  const service = await servePace(keeper);
  await use(new RemotePace(service.address, hasRate), keeper);
  service.close();
}

const keeperOf = () => ({ turn: vi.fn(async () => {}), limited: vi.fn(async () => {}), lost: vi.fn(async () => {}) });

test('a pace keeper hears what a worker says: how many requests go out together, how long to wait, what is lost', async () => {
  await served(true, async (pace, { turn, limited, lost }) => {
    await pace.turn();
    await pace.turn(3);
    await pace.limited(250);
    await pace.lost();
    expect([turn, limited, lost].map(({ mock }) => mock.calls)).toEqual([[[1], [3]], [[250]], [[]]]);
  });
});

test('without a rate no turn is asked for, and what the target refuses is told all the same', async () => {
  await served(false, async (pace, { turn, limited }) => {
    await pace.turn();
    await pace.limited(250);
    expect([turn.mock.calls.length, limited.mock.calls]).toEqual([0, [[250]]]);
  });
});

for (const hasRate of [true, false]) {
  test(`a worker ${hasRate ? 'with' : 'without'} a rate hears why there is nobody to ask any more, and asks no more`, async () => {
    await served(hasRate, async (pace, { turn, lost }) => {
      lost.mockRejectedValueOnce(new TargetStopped('it has stopped'));
      await expect(pace.lost()).rejects.toThrow('it has stopped');
      await expect(pace.turn()).rejects.toBeInstanceOf(TargetStopped);
      expect(turn).not.toHaveBeenCalled();
    });
  });
}

test('a pace keeper that is served keeps no process alive, and is gone when its service is closed', async () => {
  const serving = () => process.getActiveResourcesInfo().filter((one) => one === 'TCPServerWrap').length;
  const before = serving();
  const { address, close } = await servePace(keeperOf());
  expect(serving()).toBe(before);
  close();
  await expect(new RemotePace(address, true).turn()).rejects.toThrow('the process that began the run has ended');
});
