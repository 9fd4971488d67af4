import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolvePeer } from '../spec/peer.ts';
import { complain } from '../spec/print.ts';
import { emptied, exitCode } from './output.ts';
import type { SuiteRun } from './plan.ts';
import { type Prepared, prepare } from './suite/run/prepare.ts';
import { filtersOf, rulesOf, type Selection } from './suite/run/selection.ts';
import type { Target } from './suite/target/target.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The command line of the same copy of Playwright that the cases import. */
const playwright = resolvePeer('@playwright/test/cli');

/**
 * Preflights the target, runs the cases and returns the exit code, which the canonical report decides. Throws a ConfigurationError
 * when the run can't begin.
 */
export async function runSuite({ workers, ...options }: SuiteRun): Promise<number> {
  const output = emptied(options.output);
  let prepared: Prepared | undefined;
  let running: ChildProcess | undefined;
  let isInterrupted = false;
  // Playwright ends in order what runs; this process waits for that, so that every change is put back.
  // SIGTERM may come more than once, from npm and to the whole group; only a second Ctrl-C means that nobody wants to wait.
  const interrupt = (signal: NodeJS.Signals) => {
    if (!prepared) {
      complain('conformance: interrupted before the first case');
      process.exit(130);
    }
    if (!isInterrupted) complain('conformance: interrupted; it ends what runs and puts back what was changed');
    if (!isInterrupted || signal === 'SIGINT') running?.kill('SIGINT');
    isInterrupted = true;
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const endWithUs = () => running?.kill('SIGKILL');
  process.once('exit', endWithUs);
  try {
    const { selection = { rules: [], quick: false } } = options;
    prepared = await prepare({ ...options, output, byCommand: true });
    const { run, target } = prepared;
    running = startPlaywright([
      `--output=${join(run.dir, 'results')}`,
      `--workers=${workers ?? workersFor(target, selection)}`,
      ...filtersOf(selection),
    ]);
    return exitCode(output, await ended(running), isInterrupted);
  } finally {
    await prepared?.end();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt).off('exit', endWithUs);
  }
}

const fewRules = 40;

/**
 * The mock's clock is shared where its state can't be had in copies, and it answers for few rules in less time than a second worker
 * takes to start; at a deployment most cases wait most of the time.
 */
function workersFor(target: Target, selection: Selection): number {
  if (!target.isMock) return 4;
  const isShort = rulesOf(selection).length < fewRules;
  return isShort || (target.control && !target.partitioned) ? 1 : 2;
}

/**
 * Starts Playwright in a group of its own: a signal that a shell, `timeout` or a CI server sends to all would end it before it has put
 * anything back. Over the channel it notices also when this process is killed.
 */
function startPlaywright(args: string[]): ChildProcess {
  const own = ['test', '--project=conformance', '--pass-with-no-tests'];
  return spawn(process.execPath, [playwright, ...own, ...args], {
    cwd: root,
    detached: process.platform !== 'win32',
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve(code ?? 1));
  });
}
