import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixturesDirectory } from '../fixtures/seed.ts';
import { ownPath } from '../spec/testing/own-path.ts';
import { loadSources } from './sources.ts';

async function change(file: string, from: string, to: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
}

test('what is as it was is not read again, and each file that has changed is', async () => {
  const [fixtures, deployment] = [ownPath('fixtures'), ownPath('staging.yaml')];
  await cp(fixturesDirectory, fixtures, { recursive: true });
  await writeFile(deployment, 'contract: 2.0.0\nsettled: by hand\nchoices: { holdMinutes: 10 }\n');
  const load = () => loadSources({ fixtures, deployment, lazily: true });
  const compiled = await loadSources({ fixtures, deployment });
  const first = await load();
  // Another contract may be another one for the deployment, and for the fixtures.
  expect([first.deployed === compiled.deployed, first.seed === compiled.seed]).toEqual([false, false]);
  const again = await load();
  for (const part of ['document', 'validators', 'seed', 'deployed'] as const) expect(again[part]).toBe(first[part]);
  expect(await loadSources({ fixtures, lazily: true })).toEqual({ ...first, deployed: undefined });

  await change(deployment, '10', '20');
  const redeployed = await load();
  expect([redeployed.deployed?.choices.holdMinutes, redeployed.seed === first.seed]).toEqual([20, true]);
  await change(join(fixtures, 'document-types.yaml'), 'short_name: ', 'short_name: new_');
  const changed = await load();
  expect(changed.seed.documentTypes[0]?.short_name).toMatch(/^new_/);
  for (const part of ['document', 'validators', 'deployed'] as const) expect(changed[part]).toBe(redeployed[part]);
  await change(join(fixtures, 'mission-runs', 'acme.ndjson'), '"status":"', '"status":"was_');
  await expect(load()).rejects.toThrow('acme.ndjson');
});
