import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixturesDirectory } from '../fixtures/seed.ts';
import { captureOutput } from '../spec/testing/capture-output.ts';
import { makeTestPath } from '../spec/testing/test-path.ts';
import { createFollowingServer } from './reload.ts';
import { loadSources } from './sources.ts';

const deploymentOf = (minutes: number | string) =>
  `contract: 2.0.0\nsettled: by hand\nchoices: { holdMinutes: ${minutes} }\n`;

/** A server that follows a folder of fixtures, or a deployment file. */
async function following({ fixtures = fixturesDirectory, deployment }: { fixtures?: string; deployment?: string }) {
  const followed = { fixtures, deployment };
  const server = await createFollowingServer(
    { ...(await loadSources(followed)), allowedHosts: [], partitions: 10 },
    followed,
  );
  const get = async (url: string) =>
    (await server.inject({ url, headers: { authorization: 'Bearer key_primary' } })).body;
  return { server, get };
}

test('a changed file of the fixtures is served without a restart', async () => {
  const fixtures = makeTestPath('fixtures');
  await cp(fixturesDirectory, fixtures, { recursive: true });
  const { server, get } = await following({ fixtures });
  const file = join(fixtures, 'document-types.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('short_name: ', 'short_name: new_'));
  await expect.poll(() => get('/v2/dir/document_types')).toContain('"short_name":"new_');
  const runs = join(fixtures, 'mission-runs', 'acme.ndjson');
  await writeFile(runs, (await readFile(runs, 'utf8')).replaceAll('"status":"paused"', '"status":"succeeded"'));
  await expect.poll(() => get('/v2/ai/missions/runs?status=paused')).toContain('"total_results":0');
  await server.close();
});

test('a changed deployment file is served, and a broken one is reported while the last good one stays', async () => {
  const folder = makeTestPath('deployments');
  await mkdir(folder);
  const [deployment, next] = [join(folder, 'staging.yaml'), join(folder, 'next')];
  await writeFile(deployment, deploymentOf(10));
  const { server, get } = await following({ deployment });
  const put = async (minutes: number | string) => {
    await writeFile(next, deploymentOf(minutes));
    await rename(next, deployment);
  };
  const { stderr } = await captureOutput(async () => {
    await put(20);
    await expect.poll(() => get('/__admin/deployment')).toContain('"holdMinutes":20');
    await put('soon');
    await expect.poll(() => get('/__admin/health')).toContain('staging.yaml');
    expect(await get('/__admin/deployment')).toContain('"holdMinutes":20');
    await put(25);
    await expect.poll(() => get('/__admin/deployment')).toContain('"holdMinutes":25');
  });
  expect(stderr).toMatch(/^mock: .*staging\.yaml.*holdMinutes.*\n$/);
  await server.close();
});
