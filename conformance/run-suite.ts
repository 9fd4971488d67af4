import { printError, printFailure, printLine, redrawLine } from '../spec/print.ts';
import { assemble } from './report/assemble.ts';
import { type Baseline, exitCodes } from './report/report.ts';
import { emptyFolder, publish } from './report/write.ts';
import type { DeploymentAtFile } from './settle/drift.ts';
import { createPace, Harness } from './suite/api/harness.ts';
import type { CaseRecord, Took } from './suite/outcome/outcome.ts';
import type { Seen } from './suite/outcome/seen.ts';
import { type DeclaredCase, loadCases, type Selection } from './suite/run/cases.ts';
import { type Prepared, prepare, type RunOptions } from './suite/run/prepare.ts';
import { runCase } from './suite/run/run-case.ts';
import type { Target } from './suite/target/target.ts';

/** A run of the suite, as the command line describes it. */
export interface SuiteRun extends RunOptions {
  selection: Selection;
  /** The directory of the reports. */
  output: string;
  /** An earlier run to compare with. */
  baseline?: Baseline | undefined;
  /** The deployment that is compared with the target's decisions. */
  driftFrom?: DeploymentAtFile | undefined;
  failOnDrift?: boolean | undefined;
  /** The number of cases that run at the same time. */
  workers?: number | undefined;
}

/**
 * Preflights the target, runs the cases, writes the reports and returns the exit code. Throws a ConfigurationError when the run can't
 * begin.
 */
export async function runSuite({ workers, ...options }: SuiteRun): Promise<number> {
  const output = emptyFolder(options.output);
  const interruption = onInterruption();
  let prepared: Prepared | undefined;
  try {
    prepared = await prepare(options);
    interruption.isHandled = true;
    const { selection, baseline, driftFrom, failOnDrift } = options;
    const declared = await loadCases(selection);
    const { cases, took, seen } = await runCases(prepared, declared, {
      workers: workers ?? chooseWorkers(prepared.target),
      // Only a deployment file needs the target's decisions.
      decisions: selection.choices ? await import('./suite/run/seen-answers.ts') : undefined,
      interruption,
    });
    await prepared.putBack();
    const { run, target, learned } = prepared;
    const { id: runId, seed, startedAt } = run;
    const { name, baseUrl, scope, waivers, redactor } = target;
    const report = assemble({
      ...{ cases, took, learned, selection, baseline, scope, waivers, interrupted: interruption.signal.aborted },
      facts: { target: { name, baseUrl }, runId, seed, startedAt, durationMs: Date.now() - Date.parse(startedAt) },
    });
    const drift = seen && driftFrom ? (await import('./settle/drift.ts')).formatDrift(seen, driftFrom) : undefined;
    const whole = { ...report, ...(seen && { seen }), ...(drift && { drift, failOnDrift: failOnDrift === true }) };
    return publish(redactor.redactDeep(whole), output, cases.length);
  } finally {
    interruption.end();
    await prepared?.end();
  }
}

interface Interruption {
  signal: AbortSignal;
  /** True once an interrupted run ends in order. */
  isHandled: boolean;
  end(): void;
}

/** Ends a run in order at Ctrl-C or SIGTERM, so that every change is put back. */
function onInterruption(): Interruption {
  const controller = new AbortController();
  const { signal } = controller;
  const interrupt = (name: NodeJS.Signals) => {
    // SIGTERM may come more than once, from npm and to the whole group; only a second Ctrl-C ends the wait.
    if (signal.aborted && name === 'SIGTERM') return;
    if (!interruption.isHandled) printError('conformance: interrupted before the first case');
    if (!interruption.isHandled || signal.aborted) process.exit(exitCodes.interrupted);
    printError('conformance: interrupted; ends running cases and puts changes back');
    controller.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const end = () => void process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  const interruption: Interruption = { signal, isHandled: false, end };
  return interruption;
}

/** Cases share the mock's clock if they can't have copies of its state. At a deployment most cases wait most of the time. */
function chooseWorkers({ isMock, control, partitioned }: Target): number {
  if (!isMock) return 4;
  return control && !partitioned ? 1 : 2;
}

interface Work {
  workers: number;
  decisions: typeof import('./suite/run/seen-answers.ts') | undefined;
  interruption: Interruption;
}

/** Runs cases on a number of workers until all have ended or the run is interrupted. */
async function runCases(
  { run, target, learned }: Prepared,
  declared: readonly DeclaredCase[],
  { workers, decisions, interruption: { signal } }: Work,
): Promise<{ cases: CaseRecord[]; took: Took; seen?: Seen | undefined }> {
  const waiting = [...declared];
  const cases: CaseRecord[] = [];
  const seen: Seen[] = [];
  const harness = new Harness(run, target, createPace(target, learned));
  const work = Array.from({ length: workers }, async () => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const { record, attempts } = await runCase(harness, next);
      if (signal.aborted) return;
      cases.push(record);
      if (decisions) seen.push(decisions.collectSeen(attempts));
      showProgress(cases.length, declared.length);
    }
  });
  const interrupted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
  // A promise that a case does not await must not end the run.
  const reportStray = (error: unknown) => printFailure('conformance: a case did not await', error);
  process.on('unhandledRejection', reportStray);
  await Promise.race([Promise.all(work), interrupted]);
  process.off('unhandledRejection', reportStray);
  harness.close();
  redrawLine('');
  const [readMs, mailMs] = [harness.longestLateMs, harness.delivery.slowestMs].map(Math.ceil);
  // The mock takes no time, but on a busy machine.
  const took = target.isMock ? {} : { ...(readMs && { readMs }), ...(mailMs && { mailMs }) };
  return { cases, took, seen: decisions?.mergeSeen(seen) };
}

/** Redraws one line on a terminal; prints ten lines elsewhere. */
function showProgress(count: number, total: number): void {
  const line = `${count}/${total} cases`;
  const toTenths = (some: number) => Math.floor((some * 10) / total);
  if (process.stdout.isTTY) redrawLine(line);
  else if (total >= 100 && toTenths(count) > toTenths(count - 1)) printLine(line);
}
