import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { packageVersion } from '../../spec/package-version.ts';
import { complain, say, showPassing, usesColor } from '../../spec/print.ts';
import { loadRegister } from '../../spec/register.ts';
import { type CaseRecord, recordAnnotation } from '../suite/outcome/verdict.ts';
import { currentRun, learnedIn, type Run } from '../suite/run/run.ts';
import { chooseProfile, redactorFor } from '../suite/target/target.ts';
import { contract } from '../suite/wire/contract.ts';
import { assemble, type RanCase } from './assemble.ts';
import { exitCodeOf } from './report.ts';
import { terminalReport } from './terminal.ts';
import { writeReports } from './write.ts';

/** Playwright's reporter that folds the records of the cases into the canonical report and writes it in every form. */
export default class ConformanceReporter implements Reporter {
  private readonly cases: RanCase[] = [];
  private readonly problems = new Set<string>();
  private readonly output: string;
  private total = 0;
  private run: Run | undefined;

  constructor({ output }: { output: string }) {
    this.output = output;
  }

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_: FullConfig, suite: Suite): void {
    this.run = currentRun();
    this.total = suite.allTests().filter(isCase).length;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const record = isCase(test) && recordOf(test, result);
    if (!record) return;
    this.cases.push({ ...record, durationMs: Math.round(result.duration * 10) / 10 });
    this.showProgress();
  }

  onError({ message = 'unknown error' }: { message?: string }): void {
    this.problems.add(stripVTControlCharacters(message));
  }

  /** Playwright's own exit code follows the verdict, as it can't know what a mismatch or a blocked rule means. */
  async onEnd({ status }: FullResult): Promise<{ status?: FullResult['status'] } | undefined> {
    showPassing('');
    const { run, cases } = this;
    const redactor = run && redactorFor(chooseProfile(run.profile).profile);
    for (const problem of this.problems) (redactor?.text(problem) ?? problem).split('\n').forEach(complain);
    if (!run || !redactor) return undefined;
    const { version, sha256 } = contract().document;
    const { clockOffsetMs, dateAheadMs } = run.facts;
    const report = redactor.deep(
      assemble({
        selection: { rules: [], quick: false },
        ...run,
        register: loadRegister().values(),
        cases,
        suite: { version: packageVersion() },
        contract: { version, sha256 },
        runId: run.id,
        durationMs: Date.now() - Date.parse(run.startedAt),
        interrupted: status === 'interrupted',
        learned: {
          ...(clockOffsetMs !== 0 && { clockAheadMs: Math.round(clockOffsetMs) }),
          ...(dateAheadMs !== undefined && { dateAheadMs }),
          ...learnedIn(run.dir),
        },
        // Playwright alone may have run some of the cases by its own filters.
        partial: !run.byCommand,
      }),
    );
    const files = writeReports(report, this.output);
    say(terminalReport(report, { color: usesColor(process.stdout), cases: cases.length, files }));
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
}

function isCase(test: TestCase): boolean {
  return test.parent.project()?.name === 'conformance';
}

/** The record of a case. Without one, an interrupted case counts for nothing, and a crash or timeout is an error of its rules. */
function recordOf(test: TestCase, { annotations, status, error }: TestResult): CaseRecord | undefined {
  const annotation = [...annotations, ...test.annotations].find(({ type }) => type === recordAnnotation);
  if (annotation?.description) return JSON.parse(annotation.description) as CaseRecord;
  if (status === 'interrupted' || status === 'skipped') return undefined;
  const [ids = '', ...rest] = test.title.split(': ');
  const note = `the case did not come to its end (${status}): ${stripVTControlCharacters(error?.message ?? '')}`;
  const verdicts = ids.split(', ').map((rule) => ({ rule: rule as RuleId, outcome: 'error' as const, note }));
  return { title: rest.join(': '), verdicts, mismatches: [] };
}
