import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { emptied, exitCode } from './output.ts';
import { configuration, startPlaywright } from './playwright.ts';
import { learnedTogether } from './report/learned.ts';
import { reportName } from './report/report.ts';
import { codeWithout, learnedBy, missingIn, shardsIn } from './shard-files.ts';
import type { Baseline } from './suite/outcome/baseline.ts';
import { ConfigurationError } from './suite/outcome/signals.ts';
import { makeKnown } from './suite/run/run.ts';

/** Makes one report of the blob reports of several shards; none, and the exit code of an incomplete run, when a part is missing. */
export async function mergeShards(
  blobs: string,
  output: string,
  baseline?: Baseline,
  start = startPlaywright,
): Promise<number> {
  const shards = shardsIn(blobs);
  const directory = emptied(output);
  const incomplete = codeWithout(missingIn(blobs, shards), blobs);
  if (incomplete !== undefined) return incomplete;
  const scratch = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    const learned = learnedTogether(shards.map((shard) => learnedBy(blobs, shard)));
    makeKnown({ output: directory, byCommand: true, learned, baseline }, scratch);
    const { ended, errors } = start(['merge-reports', `--config=${configuration}`, resolve(blobs)], 'pipe');
    const code = await ended;
    if (existsSync(join(directory, reportName))) return exitCode(directory, code);
    throw new ConfigurationError(`--merge: ${blobs} can't be merged (${errors().trim().split('\n')[0]})`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
