import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { complain } from '../spec/print.ts';
import { exitCodes, type Report, reportName } from './report/report.ts';
import { ConfigurationError } from './suite/outcome/signals.ts';
import type { Learned } from './suite/run/learned.ts';
import { filesOfShard } from './suite/run/run.ts';

/** What is learned on the way and at the end is in no blob report, so that it lies beside. */
export function leaveLearned(output: string, shard: string): void {
  if (!existsSync(join(output, reportName))) return;
  const { learned = {} } = JSON.parse(readFileSync(join(output, reportName), 'utf8')) as Report;
  writeFileSync(join(output, 'blob', filesOfShard(shard).learned), JSON.stringify(learned));
}

/** What a shard has learned, as it left that beside its blob report. Throws a ConfigurationError when it can't be read. */
export function learnedBy(blobs: string, shard: string): Learned {
  const name = filesOfShard(shard).learned;
  try {
    return JSON.parse(readFileSync(join(blobs, name), 'utf8')) as Learned;
  } catch (error) {
    throw new ConfigurationError(`--merge: ${name} is not what a shard has left (${(error as Error).message})`);
  }
}

const MOST_SHARDS = 1_000;

/**
 * The shards of the run whose blob reports a directory has, as texts such as `2/3`; the names of the reports say which they are. Throws a
 * ConfigurationError when they are those of no one run.
 */
export function shardsIn(directory: string): string[] {
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

/** The files of shards that a directory does not have. */
export function missingIn(directory: string, shards: readonly string[]): string[] {
  return shards
    .flatMap((shard) => Object.values(filesOfShard(shard)))
    .filter((name) => !existsSync(join(directory, name)));
}

/** The exit code of merging what a directory has without some files, which are told; undefined where none is missing. */
export function codeWithout(missing: readonly string[], directory: string): number | undefined {
  if (missing.length === 0) return undefined;
  complain(`conformance: --merge: there is no verdict, as ${directory} has no ${missing.join(', no ')}`);
  return exitCodes.incomplete;
}
