import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixturesDirectory } from '../fixtures/seed.ts';
import { ownPath } from '../spec/testing/own-path.ts';
import { createFollowingServer } from './reload.ts';
import { loadSources } from './sources.ts';

const settled = (minutes: number) => `contract: 2.0.0\nsettled: by hand\nchoices: { holdMinutes: ${minutes} }\n`;

/** A server that follows a deployment file, or such fixtures. */
async function following({ fixtures = fixturesDirectory, deployment }: { fixtures?: string; deployment?: string }) {
  const followed = { fixtures, deployment };
  const parts = { ...(await loadSources(followed)), allowedHosts: [], partitions: 10 };
  return createFollowingServer(parts, followed);
}

test('what is read anew answers on a server whose connections stay bounded', async () => {
  const deployment = ownPath('staging.yaml');
  await writeFile(deployment, settled(10));
  const front = await following({ deployment });
  const origin = await front.listen({ port: 0, host: '127.0.0.1' });
  const listening = front.server.listenerCount('request');
  await writeFile(deployment, settled(20));
  const served = async () => (await fetch(`${origin}/__admin/deployment`)).text();
  await expect.poll(served).toContain('"holdMinutes":20');
  expect(front.server.listenerCount('request')).toBe(listening);
  await front.close();
});

test('a change of any file of fixtures is served', async () => {
  const fixtures = ownPath('fixtures');
  await cp(fixturesDirectory, fixtures, { recursive: true });
  const front = await following({ fixtures });
  const origin = await front.listen({ port: 0, host: '127.0.0.1' });
  const change = async (name: string, from: string, to: string) => {
    const file = join(fixtures, name);
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(from, to));
  };
  const served = async (path: string) =>
    (await fetch(`${origin}/v2${path}`, { headers: { authorization: 'Bearer key_primary' } })).text();
  await change('mission-runs/acme.ndjson', '"status":"paused"', '"status":"succeeded"');
  await expect.poll(() => served('/ai/missions/runs?status=paused')).toContain('"total_results":0');
  await change('document-types.yaml', 'short_name: ', 'short_name: new_');
  await expect.poll(() => served('/dir/document_types')).toContain('"short_name":"new_');
  await front.close();
});
