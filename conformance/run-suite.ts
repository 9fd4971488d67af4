import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolvePeer } from '../spec/peer.ts';
import { complain } from '../spec/print.ts';
import { emptied, exitCode } from './output.ts';
import { type Prepared, prepare } from './suite/run/prepare.ts';
import type { RunOptions } from './suite/run/run.ts';
import { filtersOf, rulesOf, type Selection } from './suite/run/selection.ts';
import type { Target } from './suite/target/target.ts';

const fewRules = 40;

/** The parts of a run. */
const real = { prepare, startPlaywright };

/**
 * Looks at the target, runs the cases and gives the exit code, which the canonical report decides. Throws a ConfigurationError
 * when the run can't begin.
 */
export async function runSuite(
  options: RunOptions & { output: string },
  workers?: number,
  { prepare, startPlaywright } = real,
): Promise<number> {
  const output = emptied(options.output);
  let prepared: Prepared | undefined;
  let running: Playwright | undefined;
  let isInterrupted = false;
  // Playwright ends in order what runs; this process waits for that, so that what was changed is put back.
  // SIGTERM may come more than once, from npm and to the whole group; only somebody who presses Ctrl-C again wants no more waiting.
  const interrupt = (signal: NodeJS.Signals) => {
    if (!prepared) {
      complain('conformance: interrupted before the first case');
      process.exit(130);
    }
    if (!isInterrupted) complain('conformance: interrupted; it ends what runs and puts back what was changed');
    if (!isInterrupted || signal === 'SIGINT') running?.interrupt();
    isInterrupted = true;
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const { selection = { rules: [], quick: false } } = options;
    prepared = await prepare({ ...options, output, byCommand: true });
    const { run, target } = prepared;
    running = startPlaywright([
      'test',
      '--project=conformance',
      '--pass-with-no-tests',
      `--output=${join(run.dir, 'results')}`,
      `--workers=${workers ?? workersFor(target, selection)}`,
      ...filtersOf(selection),
    ]);
    const code = await running.ended;
    return exitCode(output, code, isInterrupted);
  } finally {
    await prepared?.end();
    process.removeListener('SIGINT', interrupt).removeListener('SIGTERM', interrupt);
  }
}

/**
 * The mock's clock is one for all, where its state can't be had in copies, and it answers for few rules in less time than a second worker
 * takes to start; at a deployment most cases wait most of the time.
 */
function workersFor(target: Target, selection: Selection): number {
  if (!target.isMock) return 4;
  const isShort = rulesOf(selection).length < fewRules;
  return isShort || (target.control && !target.partitioned) ? 1 : 2;
}

const root = fileURLToPath(new URL('..', import.meta.url));
/** The command line of the same copy of Playwright that the cases import. */
const commandLine = resolvePeer('@playwright/test/cli');

/** A Playwright that runs the cases. */
export interface Playwright {
  /** Asks it to end in order. */
  interrupt(): void;
  /** Its own exit code. */
  ended: Promise<number>;
}

/** Starts Playwright as a process of its own, which ends with this one, however that ends. */
export function startPlaywright(args: string[]): Playwright {
  // Over the channel it notices also when this process is killed. In a group of its own it gets no signal but ours: one that a shell, `timeout`
  // or a CI server sends to all would end it before it has put anything back.
  const child: ChildProcess = spawn(process.execPath, [commandLine, ...args], {
    cwd: root,
    detached: process.platform !== 'win32',
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  return {
    interrupt: () => child.kill('SIGINT'),
    ended: new Promise((done, fail) => {
      child.once('error', fail);
      child.once('close', (code) => {
        process.removeListener('exit', endWithUs);
        done(code ?? 1);
      });
    }),
  };
}
