import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalName } from './report/canonical.ts';
import type { Report } from './report/report.ts';
import { prepare } from './suite/prepare.ts';
import { ConfigurationError } from './suite/signals.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The command line of the same copy of Playwright that the cases import. */
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');

/** How a run is carried out. */
export interface RunOptions {
  output: string;
  shard?: string;
  workers?: number;
}

/** Looks at the target, runs the cases and gives the exit code, which the canonical report decides. */
export async function runSuite({ output, shard, workers }: RunOptions): Promise<number> {
  const interruption = new Interruption();
  const directory = resolve(output);
  const report = join(directory, canonicalName);
  rmSync(report, { force: true });
  const prepared = await prepare();
  try {
    for (const line of prepared.lines) console.log(line);
    if (interruption.happened) return 130;
    const { target } = prepared;
    const sharesClock = target.control !== undefined && !target.partitioned;
    const args = [
      'test',
      '--project=conformance',
      '--pass-with-no-tests',
      `--workers=${workers ?? (sharesClock ? 1 : 2)}`,
    ];
    if (shard) args.push(`--shard=${shard}`);
    const code = await interruption.guard(
      runPlaywright(args, {
        CONFORMANCE_CLI: '1',
        CONFORMANCE_OUTPUT: directory,
        CONFORMANCE_WAIVERS: JSON.stringify(target.redactor.deep(target.waivers)),
        ...(shard && { CONFORMANCE_SHARD: shard }),
      }),
    );
    return exitCode(report, code, interruption.happened);
  } finally {
    await prepared.end();
    interruption.forget();
  }
}

/** Makes one report of the blob reports of several shards. */
export async function mergeShards(blobs: string, output: string): Promise<number> {
  if (!existsSync(blobs)) throw new ConfigurationError(`--merge: there is no directory ${blobs}`);
  const directory = resolve(output);
  const report = join(directory, canonicalName);
  rmSync(report, { force: true });
  const reporter = fileURLToPath(new URL('./report/reporter.ts', import.meta.url));
  const code = await runPlaywright(['merge-reports', '--reporter', reporter, resolve(blobs)], {
    CONFORMANCE_OUTPUT: directory,
  }).ended;
  return exitCode(report, code, false);
}

function exitCode(report: string, code: number, interrupted: boolean): number {
  if (interrupted) return 130;
  if (existsSync(report)) return (JSON.parse(readFileSync(report, 'utf8')) as Report).exitCode;
  console.error(`conformance: the run ended without a report (Playwright's exit code: ${code})`);
  return 3;
}

interface Running {
  child: ChildProcess;
  ended: Promise<number>;
}

function runPlaywright(args: string[], environment: Record<string, string>): Running {
  const child = spawn(process.execPath, [playwright, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const ended = new Promise<number>((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
  return { child, ended };
}

/** Ctrl-C reaches Playwright, which ends in order and puts back what was changed; this process waits for that. */
class Interruption {
  happened = false;
  private child: ChildProcess | undefined;
  private readonly listener = () => {
    if (!this.happened) this.child?.kill('SIGINT');
    this.happened = true;
  };

  constructor() {
    process.on('SIGINT', this.listener);
    process.on('SIGTERM', this.listener);
  }

  async guard({ child, ended }: Running): Promise<number> {
    this.child = child;
    return ended;
  }

  forget(): void {
    process.removeListener('SIGINT', this.listener);
    process.removeListener('SIGTERM', this.listener);
  }
}
