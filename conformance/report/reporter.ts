import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { packageVersion } from '../../spec/package-version.ts';
import { complain, say, usesColor } from '../../spec/print.ts';
import { loadRegister } from '../../spec/register.ts';
import { type CaseRecord, recordAnnotation, type Verdict } from '../suite/outcome/verdict.ts';
import { type Learned, learnedIn } from '../suite/run/learned.ts';
import { currentRun, type Run, type RunOptions, runOptions } from '../suite/run/run.ts';
import { Redactor } from '../suite/target/redact.ts';
import { chooseProfile, redactorFor } from '../suite/target/target.ts';
import { contract } from '../suite/wire/contract.ts';
import { assemble, type RanCase } from './assemble.ts';
import { Progress } from './progress.ts';
import { exitCodeOf } from './report.ts';
import { terminalReport } from './terminal.ts';
import { writeReports } from './write.ts';

/** Playwright's reporter that turns what the cases recorded into the canonical report and all that is made from it. */
export default class ConformanceReporter implements Reporter {
  private readonly output: string;
  private readonly cases: RanCase[] = [];
  private progress: Progress | undefined;
  private config: FullConfig | undefined;
  /** The run that these cases belong to; none where the reports of its shards are merged. */
  private here: Run | undefined;
  private asked: RunOptions = {};
  private problems: string[] = [];

  constructor({ output }: { output: string }) {
    this.output = output;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.config = config;
    this.here = currentRun();
    this.asked = runOptions();
    this.progress = new Progress(suite.allTests().filter(isOurs).length);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (!isOurs(test)) return;
    const record = recordOf(test, result);
    if (!record) return;
    this.cases.push({ ...record, durationMs: Math.round(result.duration * 10) / 10 });
    this.progress?.add(record);
  }

  onError(error: { message?: string }): void {
    this.problems.push(stripVTControlCharacters(error.message ?? 'unknown error'));
  }

  /** Playwright's own exit code follows the verdict, as it can't know what a mismatch or a blocked rule means. */
  async onEnd(result: FullResult): Promise<{ status?: FullResult['status'] } | undefined> {
    this.progress?.end();
    const { here } = this;
    const run = here ?? (this.config?.metadata.conformance as Run | undefined);
    if (!run) {
      for (const problem of this.problems) problem.split('\n').forEach(complain);
      return undefined;
    }
    // What comes from another process has been redacted there.
    const redactor = here ? redactorFor(chooseProfile(here.profile).profile) : new Redactor();
    const { document } = contract();
    const report = redactor.deep(
      assemble({
        register: loadRegister().values(),
        cases: this.cases,
        selection: run.selection ?? { rules: [], quick: false },
        suite: { version: packageVersion() },
        contract: { version: document.version, sha256: document.sha256 },
        target: run.target,
        runId: run.id,
        scope: run.scope,
        seed: run.seed,
        startedAt: run.startedAt,
        durationMs: here ? Date.now() - Date.parse(run.startedAt) : result.duration,
        waivers: run.waivers,
        baseline: this.asked.baseline,
        interrupted: result.status === 'interrupted',
        learned: here ? learnedBy(here) : (this.asked.learned ?? {}),
        // Playwright alone may have been asked for some of the cases by its own means.
        partial: !run.byCommand || here?.shard !== undefined,
      }),
    );
    const files = writeReports(report, this.output);
    for (const problem of new Set(this.problems)) redactor.text(problem).split('\n').forEach(complain);
    say(terminalReport(report, { color: usesColor(process.stdout), cases: this.cases.length, files }));
    return exitCodeOf(report) === 1 ? { status: 'failed' } : undefined;
  }

  printsToStdio(): boolean {
    return true;
  }
}

/** What was learned of the target before the first case, on the way and at the end. */
function learnedBy({ dir, facts: { clockOffsetMs, dateAheadMs } }: Run): Learned {
  return {
    ...(clockOffsetMs !== 0 && { clockAheadMs: Math.round(clockOffsetMs) }),
    ...(dateAheadMs !== undefined && { dateAheadMs }),
    ...learnedIn(dir),
  };
}

function isOurs(test: TestCase): boolean {
  return test.parent.project()?.name === 'conformance';
}

/**
 * What the case recorded. One that never came to it says nothing when it was interrupted, and is an error of every rule
 * that it names after a crash or a timeout.
 */
function recordOf(test: TestCase, { annotations, status, error }: TestResult): CaseRecord | undefined {
  const annotation = [...annotations, ...test.annotations].find(({ type }) => type === recordAnnotation);
  if (annotation?.description) return JSON.parse(annotation.description) as CaseRecord;
  if (status === 'interrupted' || status === 'skipped') return undefined;
  const [ids = '', ...rest] = test.title.split(': ');
  const note = `the case did not come to its end (${status}): ${stripVTControlCharacters(error?.message ?? '')}`;
  const verdicts: Verdict[] = ids.split(', ').map((rule) => ({ rule: rule as RuleId, outcome: 'error', note }));
  return { title: rest.join(': '), verdicts, mismatches: [] };
}
