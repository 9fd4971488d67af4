import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixturesDirectory } from '../fixtures/seed.ts';
import { shownPath } from '../spec/print.ts';
import { ownPath } from '../spec/testing/own-path.ts';
import { printedBy } from '../spec/testing/printed.ts';
import { createFollowingServer } from './reload.ts';
import { loadSources } from './sources.ts';

const settled = (minutes: number) => `contract: 2.0.0\nsettled: by hand\nchoices: { holdMinutes: ${minutes} }\n`;

/** A server that follows a deployment file, or such fixtures. */
async function following({ fixtures = fixturesDirectory, deployment }: { fixtures?: string; deployment?: string }) {
  const followed = { fixtures, deployment };
  const parts = { ...(await loadSources(followed)), allowedHosts: [], partitions: 10 };
  return createFollowingServer(parts, followed);
}

test('what is read anew answers on a server whose connections stay bounded, and who listens is told', async () => {
  const deployment = ownPath('staging.yaml');
  await writeFile(deployment, settled(10));
  const front = await following({ deployment });
  const origin = await front.listen({ port: 0, host: '127.0.0.1' });
  const listening = front.server.listenerCount('request');
  const served = async () => (await fetch(`${origin}/__admin/deployment`)).text();
  const { body } = await fetch(`${origin}/__admin/requests/stream?partition=mine`);
  const told = body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await told?.read()).toMatchObject({ value: 'retry: 1000\n\n' });
  for (const minutes of [20, 25]) {
    await writeFile(deployment, settled(minutes));
    await expect.poll(served).toContain(`"holdMinutes":${minutes}`);
    expect(front.server.listenerCount('request')).toBe(listening);
  }
  expect(await told?.read()).toMatchObject({ value: expect.stringMatching(/^event: change\n/) });
  await told?.cancel();
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

test('fixtures may be without a folder of runs', async () => {
  const fixtures = ownPath('fixtures');
  await cp(fixturesDirectory, fixtures, { recursive: true });
  await rm(join(fixtures, 'mission-runs'), { recursive: true });
  const front = await following({ fixtures });
  const asked = { url: '/v2/ai/missions/runs', headers: { authorization: 'Bearer key_primary' } };
  expect((await front.inject(asked)).json()).toMatchObject({ data: [], meta: { total_results: 0 } });
  await front.close();
});

test('of a deployment file each version is told, one that is broken is not served, what changes later is told by itself, and what else is there is left alone', async () => {
  const [folder, fixtures] = [ownPath('deployments'), ownPath('fixtures')];
  await mkdir(folder);
  await cp(fixturesDirectory, fixtures, { recursive: true });
  const [deployment, types] = [join(folder, 'staging.yaml'), join(fixtures, 'document-types.yaml')];
  await writeFile(deployment, settled(10));
  const front = await following({ fixtures, deployment });
  const ask = async (path: string, own?: object) => {
    const { body } = await front.inject({ url: `/__admin/${path}`, ...(own && { method: 'PUT', payload: own }) });
    return JSON.parse(body);
  };
  const minutes = async (partition: string) =>
    (await ask(`deployment?partition=${partition}`)).deployment.choices.holdMinutes;
  /** Puts a version there at once, beside changes of files that are none of the mock's. */
  const put = async (text: string) => {
    for (const other of [join(folder, 'other.yaml'), join(fixtures, 'notes.txt'), join(folder, 'next')])
      await writeFile(other, text);
    await rename(join(folder, 'next'), deployment);
  };
  await ask('deployment?partition=mine', { contract: '2.0.0', settled: 'by a test', choices: { holdMinutes: 30 } });
  const { stdout, stderr } = await printedBy(async () => {
    await put(settled(20));
    await expect.poll(() => minutes('default')).toBe(20);
    await put('contract: 2.0.0\nsettled: by hand\nchoices: { holdMinutes: soon }\n');
    await expect.poll(async () => (await ask('health')).problem).toContain('staging.yaml');
    expect([await minutes('default'), await minutes('mine')]).toEqual([20, 30]);
    await put(settled(25));
    await expect.poll(async () => (await ask('health')).problem).toBeNull();
    expect([await minutes('default'), await minutes('mine')]).toEqual([25, 30]);
    await writeFile(
      join(folder, 'next'),
      (await readFile(types, 'utf8')).replaceAll('short_name: ', 'short_name: new_'),
    );
    await rename(join(folder, 'next'), types);
    await expect.poll(async () => JSON.stringify(await ask('state?only=documentTypes'))).toContain('"new_');
  });
  expect(stdout).toBe([deployment, deployment, types].map((file) => `mock: read anew: ${shownPath(file)}\n`).join(''));
  expect(stderr).toMatch(/^mock: not read anew, the last good version is served: \S*staging\.yaml.*holdMinutes.*\n$/);
  await front.close();
});
