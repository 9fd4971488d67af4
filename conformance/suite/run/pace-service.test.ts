import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { TargetStopped } from '../wire/disturbance.ts';
import { RemotePace } from './pace-service.ts';

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
