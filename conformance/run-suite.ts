import { join } from 'node:path';
import { complain, say } from '../spec/print.ts';
import { emptied, exitCode } from './output.ts';
import { type Playwright, startPlaywright } from './playwright.ts';
import type { conclude } from './settle/run.ts';
import { leaveLearned } from './shard-files.ts';
import { type Prepared, prepare } from './suite/run/prepare.ts';
import type { RunOptions } from './suite/run/run.ts';
import { filtersOf, rulesOf, type Selection } from './suite/run/selection.ts';
import type { Target } from './suite/target/target.ts';

const fewRules = 40;

/** What a run consists of; settling is loaded only where it is asked for. */
const real = {
  prepare,
  startPlaywright,
  conclude: async (...asked: Parameters<typeof conclude>) => (await import('./settle/run.ts')).conclude(...asked),
};

/**
 * Looks at the target, runs the cases and gives the exit code, which the canonical report decides. Throws a ConfigurationError
 * when the run can't begin.
 */
export async function runSuite(
  options: RunOptions & { output: string; settle: string | undefined; settleFailures: boolean | undefined },
  workers?: number,
  { prepare, startPlaywright, conclude } = real,
): Promise<number> {
  const output = emptied(options.output);
  let prepared: Prepared | undefined;
  let running: Playwright | undefined;
  let isInterrupted = false;
  let isJudged = false;
  // Playwright ends in order what runs; this process waits for that, so that what was changed is put back.
  // SIGTERM may come more than once, from npm and to the whole group; only somebody who presses Ctrl-C again wants no more waiting.
  const interrupt = (signal: NodeJS.Signals) => {
    if (!prepared) {
      complain('conformance: interrupted before the first case');
      process.exit(130);
    }
    if (isJudged) {
      complain('conformance: interrupted while settling; the reports are written, and nothing is settled');
      void prepared.end().finally(() => process.exit(130));
      return;
    }
    if (!isInterrupted) complain('conformance: interrupted; it ends what runs and puts back what was changed');
    if (!isInterrupted || signal === 'SIGINT') running?.interrupt();
    isInterrupted = true;
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const { settle, settleFailures, deployment, selection = { rules: [], quick: false } } = options;
    // Our own mock is held to a deployment file by the rules; there is nothing else to compare it with.
    const keepsExchanges = settle !== undefined || (deployment !== undefined && options.profile !== undefined);
    prepared = await prepare({ ...options, keepsExchanges, output, byCommand: true });
    const { run, target } = prepared;
    if (!target.isMock && !options.shard) {
      const { forecast } = await import('./forecast.ts');
      for (const line of await forecast(target, selection, keepsExchanges)) say(line);
    }
    running = startPlaywright([
      'test',
      '--project=conformance',
      '--pass-with-no-tests',
      `--output=${join(run.dir, 'results')}`,
      `--workers=${workers ?? workersFor(target, selection)}`,
      ...filtersOf(selection, keepsExchanges),
    ]);
    const code = await running.ended;
    const ended = exitCode(output, code, isInterrupted);
    if (options.shard) leaveLearned(output, options.shard);
    if (!keepsExchanges || isInterrupted) return ended;
    isJudged = true;
    // Drift is a verdict, whatever could not be judged.
    return (await conclude(prepared, { settle, settleFailures, deployment }, output)) || ended;
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
  if (!target.isMock) return 10;
  const isShort = rulesOf(selection).length < fewRules;
  return isShort || (target.control && !target.partitioned) ? 1 : 2;
}
