import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { complain } from '../spec/print.ts';
import { emptied, exitCode } from './output.ts';
import { configuration, startPlaywright } from './playwright.ts';
import { learnedTogether } from './report/learned.ts';
import { exitCodes, type Report, reportName } from './report/report.ts';
import type { Baseline } from './suite/outcome/baseline.ts';
import { ConfigurationError } from './suite/outcome/signals.ts';
import type { Learned } from './suite/run/learned.ts';
import { filesOfShard, makeKnown } from './suite/run/run.ts';

/** Makes one report of the blob reports of several shards; none, and the exit code of an incomplete run, when a part is missing. */
export async function mergeShards(blobs: string, output: string, baseline?: Baseline): Promise<number> {
  const missing = shardsIn(blobs)
    .flatMap((shard) => Object.values(filesOfShard(shard)))
    .filter((name) => !existsSync(join(blobs, name)));
  const directory = emptied(output);
  if (missing.length > 0) {
    complain(`conformance: --merge: there is no verdict, as ${blobs} has no ${missing.join(', no ')}`);
    return exitCodes.incomplete;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    const learned = learnedTogether(shardsIn(blobs).map((shard) => learnedBy(blobs, shard)));
    makeKnown({ output: directory, byCommand: true, learned, baseline }, scratch);
    const { ended, errors } = startPlaywright(['merge-reports', `--config=${configuration}`, resolve(blobs)], 'pipe');
    const code = await ended;
    if (existsSync(join(directory, reportName))) return exitCode(directory, code);
    throw new ConfigurationError(`--merge: ${blobs} can't be merged (${errors().trim().split('\n')[0]})`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** What is learned on the way and at the end is in no blob report, so that it lies beside. */
export function leaveLearned(output: string, shard: string): void {
  if (!existsSync(join(output, reportName))) return;
  const { learned = {} } = JSON.parse(readFileSync(join(output, reportName), 'utf8')) as Report;
  writeFileSync(join(output, 'blob', filesOfShard(shard).learned), JSON.stringify(learned));
}

function learnedBy(blobs: string, shard: string): Learned {
  const name = filesOfShard(shard).learned;
  try {
    return JSON.parse(readFileSync(join(blobs, name), 'utf8')) as Learned;
  } catch (error) {
    throw new ConfigurationError(`--merge: ${name} is not what a shard has left (${(error as Error).message})`);
  }
}

const MOST_SHARDS = 1_000;

/** The shards of the run whose blob reports a directory has, as texts such as `2/3`; the names of the reports say which they are. */
function shardsIn(directory: string): string[] {
  let names: string[];
  try {
    names = readdirSync(directory).filter((name) => name.endsWith('.zip'));
  } catch {
    throw new ConfigurationError(`--merge: there is no directory ${directory}`);
  }
  if (names.length === 0) throw new ConfigurationError(`--merge: there is no blob report in ${directory}`);
  const totals = names.map((name) => /^shard-\d+-of-(\d+)\.zip$/.exec(name)?.[1]);
  const [total] = totals;
  if (Number(total) > MOST_SHARDS) throw new ConfigurationError(`--merge: there are ${MOST_SHARDS} shards at most`);
  if (total === undefined || totals.some((other) => other !== total)) {
    throw new ConfigurationError(`--merge: these are not the shards of one run: ${names.sort().join(', ')}`);
  }
  return Array.from({ length: Number(total) }, (_, index) => `${index + 1}/${total}`);
}
