import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ownPath } from '../spec/testing/own-path.ts';
import { printedBy } from '../spec/testing/printed.ts';
import { configuration } from './playwright.ts';
import { mergeShards } from './shards.ts';

/** What merging the blob reports of two shards comes to with a Playwright that leaves this report, and how that was asked. */
async function merged(report: object | undefined) {
  const [blobs, output] = [ownPath('blobs'), ownPath('reports')];
  mkdirSync(blobs, { recursive: true });
  for (const shard of [1, 2]) {
    writeFileSync(join(blobs, `shard-${shard}-of-2.zip`), '');
    writeFileSync(join(blobs, `shard-${shard}-of-2.json`), JSON.stringify({ disturbances: shard }));
  }
  const asked: unknown[] = [];
  vi.stubEnv('CONFORMANCE_RUN', undefined);
  const start = (...args: unknown[]) => {
    const file = process.env.CONFORMANCE_RUN ?? '';
    asked.push(args, dirname(file), JSON.parse(readFileSync(file, 'utf8')));
    if (report) writeFileSync(join(output, 'conformance.json'), JSON.stringify(report));
    return { interrupt: () => {}, ended: Promise.resolve(7), errors: () => '\nError: no blob\nat x\n' };
  };
  const baseline = { rules: [] };
  const { value } = await printedBy(() =>
    mergeShards(blobs, output, baseline, start as never).catch((error: Error) => `${error.name}: ${error.message}`),
  );
  return { value, asked, blobs, output };
}

test('the report of all shards is made with what they have learned together, and its verdict is the exit code', async () => {
  const { value, asked, blobs, output } = await merged({ verdict: 'nonConformant' });
  const [args, scratch, run] = asked;
  expect(value).toBe(1);
  expect(args).toEqual([['merge-reports', `--config=${configuration}`, resolve(blobs)], 'pipe']);
  expect(run).toMatchObject({ output, byCommand: true, learned: { disturbances: 3 }, baseline: { rules: [] } });
  expect(existsSync(String(scratch))).toBe(false);
});

test('what can not be merged is told by the first line of what Playwright says', async () => {
  const { value, blobs, asked } = await merged(undefined);
  expect(value).toBe(`ConfigurationError: --merge: ${blobs} can't be merged (Error: no blob)`);
  expect(existsSync(String(asked[1]))).toBe(false);
});
