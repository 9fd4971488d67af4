import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixturesDirectory } from '../fixtures/seed.ts';
import { createFollowingServer } from './reload.ts';
import { loadSources } from './sources.ts';

const settled = (minutes: number) => `contract: 2.0.0\nsettled: by hand\nchoices: { holdMinutes: ${minutes} }\n`;

test('what is read anew answers on a server whose connections stay bounded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reload-'));
  const followed = { fixtures: fixturesDirectory, deployment: join(folder, 'staging.yaml') };
  await writeFile(followed.deployment, settled(10));
  const parts = { ...(await loadSources(followed)), allowedHosts: [], partitions: 10 };
  const front = await createFollowingServer(parts, followed);
  const origin = await front.listen({ port: 0, host: '127.0.0.1' });
  const listening = front.server.listenerCount('request');
  await writeFile(followed.deployment, settled(20));
  const served = async () => (await fetch(`${origin}/__admin/deployment`)).text();
  await expect.poll(served).toContain('"holdMinutes":20');
  expect(front.server.listenerCount('request')).toBe(listening);
  await front.close();
  await rm(folder, { recursive: true });
});
