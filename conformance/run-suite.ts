import { spawn } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extension } from '../spec/form.ts';
import { resolvePeer } from '../spec/peer.ts';
import { complain, say } from '../spec/print.ts';
import { learnedTogether } from './report/learned.ts';
import { exitCodeOf, exitCodes, type LearnedReport, type Report, reportName } from './report/report.ts';
import { written } from './report/write.ts';
import type { Baseline } from './suite/outcome/baseline.ts';
import { ConfigurationError } from './suite/outcome/signals.ts';
import { type Prepared, prepare } from './suite/run/prepare.ts';
import { filesOfShard, makeKnown, type RunOptions } from './suite/run/run.ts';
import { filtersOf, rulesOf, type Selection } from './suite/run/selection.ts';
import type { Target } from './suite/target/target.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The command line of the same copy of Playwright that the cases import. */
const commandLine = resolvePeer('@playwright/test/cli');
const fewRules = 40;

/**
 * Looks at the target, runs the cases and gives the exit code, which the canonical report decides. Throws a ConfigurationError
 * when the run can't begin.
 */
export async function runSuite(
  options: RunOptions & { output: string; settle?: string; settleFailures?: boolean },
  workers?: number,
): Promise<number> {
  const output = emptied(options.output);
  let prepared: Prepared | undefined;
  let running: Playwright | undefined;
  let isInterrupted = false;
  // Playwright ends in order what runs; this process waits for that, so that what was changed is put back.
  const interrupt = () => {
    if (!prepared) {
      complain('conformance: interrupted before the first case');
      process.exit(130);
    }
    if (!isInterrupted) complain('conformance: interrupted; it ends what runs and puts back what was changed');
    isInterrupted = true;
    running?.interrupt();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const { settle, settleFailures, deployment } = options;
    // Our own mock is held to a deployment file by the rules; there is nothing else to compare it with.
    const keepsExchanges = settle !== undefined || (deployment !== undefined && options.profile !== undefined);
    prepared = await prepare({ ...options, keepsExchanges, output, byCommand: true });
    const { run, target } = prepared;
    if (!target.isMock && !options.shard) {
      const { forecast } = await import('./forecast.ts');
      const { selection = { rules: [], quick: false } } = options;
      for (const line of await forecast(target, selection)) say(line);
    }
    running = startPlaywright([
      'test',
      '--project=conformance',
      '--pass-with-no-tests',
      `--output=${join(run.dir, 'results')}`,
      `--workers=${workers ?? workersFor(target, options.selection)}`,
      ...(options.selection ? filtersOf(options.selection) : []),
    ]);
    const code = await running.ended;
    const ended = exitCode(output, code, isInterrupted);
    if (options.shard) leaveLearned(output, options.shard);
    if (!keepsExchanges || isInterrupted) return ended;
    const { conclude } = await import('./settle/run.ts');
    // Drift is a verdict, whatever could not be judged.
    return (await conclude(prepared, { settle, settleFailures, deployment }, output)) || ended;
  } finally {
    await prepared?.end();
    process.removeListener('SIGINT', interrupt).removeListener('SIGTERM', interrupt);
  }
}

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
    makeKnown({ output: directory, byCommand: true, learned, ...(baseline && { baseline }) }, scratch);
    const config = `${root}playwright.config${extension}`;
    const { ended, errors } = startPlaywright(['merge-reports', `--config=${config}`, resolve(blobs)], 'pipe');
    const code = await ended;
    if (existsSync(join(directory, reportName))) return exitCode(directory, code);
    throw new ConfigurationError(`--merge: ${blobs} can't be merged (${errors().trim().split('\n')[0]})`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** What is learned on the way and at the end is in no blob report, so that it lies beside. */
function leaveLearned(output: string, shard: string): void {
  if (!existsSync(join(output, reportName))) return;
  const { learned = {} } = JSON.parse(readFileSync(join(output, reportName), 'utf8')) as Report;
  writeFileSync(join(output, 'blob', filesOfShard(shard).learned), JSON.stringify(learned));
}

function learnedBy(blobs: string, shard: string): LearnedReport {
  const name = filesOfShard(shard).learned;
  try {
    return JSON.parse(readFileSync(join(blobs, name), 'utf8')) as LearnedReport;
  } catch (error) {
    throw new ConfigurationError(`--merge: ${name} is not what a shard has left (${(error as Error).message})`);
  }
}

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
  if (total === undefined || totals.some((other) => other !== total)) {
    throw new ConfigurationError(`--merge: these are not the shards of one run: ${names.sort().join(', ')}`);
  }
  return Array.from({ length: Number(total) }, (_, index) => `${index + 1}/${total}`);
}

/** A Playwright that runs cases, or merges what others have found. */
interface Playwright {
  /** Asks it to end in order. */
  interrupt(): void;
  /** Its own exit code. */
  ended: Promise<number>;
  /** What it has said is wrong, where that is not shown. */
  errors(): string;
}

/** Starts Playwright as a process of its own, which ends with this one. */
function startPlaywright(args: string[], stderr: 'inherit' | 'pipe' = 'inherit'): Playwright {
  const child = spawn(process.execPath, [commandLine, ...args], { cwd: root, stdio: ['inherit', 'inherit', stderr] });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  return {
    interrupt: () => child.kill('SIGINT'),
    errors: () => errors,
    ended: new Promise((done, fail) => {
      child.once('error', fail);
      child.once('close', (code) => {
        process.removeListener('exit', endWithUs);
        done(code ?? 1);
      });
    }),
  };
}

/**
 * The mock's clock is one for all, where its state can't be had in copies, and it answers for few rules in less time than a second worker
 * takes to start; at a deployment most cases wait most of the time.
 */
function workersFor(target: Target, selection?: Selection): number {
  if (!target.isMock) return 10;
  const isShort = selection !== undefined && rulesOf(selection).length < fewRules;
  return isShort || (target.control && !target.partitioned) ? 1 : 2;
}

/** The output directory, writable and without the report of an earlier run. */
function emptied(output: string): string {
  const directory = resolve(output);
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw new ConfigurationError(`--output: can't write to ${output} (${(error as NodeJS.ErrnoException).code})`);
  }
  for (const name of [...written, 'failed']) rmSync(join(directory, name), { recursive: true, force: true });
  return directory;
}

function exitCode(directory: string, code: number, isInterrupted = false): number {
  const file = join(directory, reportName);
  if (existsSync(file)) return exitCodeOf(JSON.parse(readFileSync(file, 'utf8')) as Report);
  if (isInterrupted) return exitCodes.interrupted;
  complain(`conformance: the run ended without a report (Playwright's exit code: ${code})`);
  return exitCodes.incomplete;
}
