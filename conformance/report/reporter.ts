import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { packageVersion } from '../../spec/package-version.ts';
import { complain, say, showPassing, usesColor } from '../../spec/print.ts';
import { loadRegister } from '../../spec/register.ts';
import { type CaseRecord, recordAnnotation, type Verdict } from '../suite/outcome/verdict.ts';
import { currentRun, type Learned, learnedIn, type Run } from '../suite/run/run.ts';
import { chooseProfile, redactorFor } from '../suite/target/target.ts';
import { contract } from '../suite/wire/contract.ts';
import { assemble, type RanCase } from './assemble.ts';
import { exitCodeOf } from './report.ts';
import { terminalReport } from './terminal.ts';
import { writeReports } from './write.ts';

/** Playwright's reporter that turns what the cases recorded into the canonical report and all that is made from it. */
export default class ConformanceReporter implements Reporter {
  private readonly output: string;
  private readonly cases: RanCase[] = [];
  private total = 0;
  private run: Run | undefined;
  private problems: string[] = [];

  constructor({ output }: { output: string }) {
    this.output = output;
  }

  onBegin(_: FullConfig, suite: Suite): void {
    this.run = currentRun();
    this.total = suite.allTests().filter(isOurs).length;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (!isOurs(test)) return;
    const record = recordOf(test, result);
    if (!record) return;
    this.cases.push({ ...record, durationMs: Math.round(result.duration * 10) / 10 });
    this.showProgress();
  }

  onError(error: { message?: string }): void {
    this.problems.push(stripVTControlCharacters(error.message ?? 'unknown error'));
  }

  /** Playwright's own exit code follows the verdict, as it can't know what a mismatch or a blocked rule means. */
  async onEnd(result: FullResult): Promise<{ status?: FullResult['status'] } | undefined> {
    showPassing('');
    const { run } = this;
    if (!run) {
      for (const problem of this.problems) problem.split('\n').forEach(complain);
      return undefined;
    }
    const redactor = redactorFor(chooseProfile(run.profile).profile);
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
        durationMs: Date.now() - Date.parse(run.startedAt),
        waivers: run.waivers,
        baseline: run.baseline,
        interrupted: result.status === 'interrupted',
        learned: learnedBy(run),
        // Playwright alone may have been asked for some of the cases by its own means.
        partial: !run.byCommand,
      }),
    );
    const files = writeReports(report, this.output);
    for (const problem of new Set(this.problems)) redactor.text(problem).split('\n').forEach(complain);
    say(terminalReport(report, { color: usesColor(process.stdout), cases: this.cases.length, files }));
    return exitCodeOf(report) === 1 ? { status: 'failed' } : undefined;
  }

  /** A line that is drawn anew on a terminal; elsewhere ten lines of a long run. */
  private showProgress(): void {
    const { cases, total } = this;
    const line = `${cases.length}/${total} cases`;
    const tenths = (count: number) => Math.floor((count * 10) / total);
    if (process.stdout.isTTY) showPassing(line);
    else if (total >= 100 && tenths(cases.length) > tenths(cases.length - 1)) say(line);
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
