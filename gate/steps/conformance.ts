// gate/steps/: the steps of the gate. `processes.ts` runs the commands that they start.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Report, RuleReport } from '../../conformance/report/report.ts';
import { nodeArguments } from '../../spec/package.ts';
import { type Finding, makeFindings, type Step, type StepResult, toResult } from '../finding.ts';
import { findLastLine, runNode } from './processes.ts';

/** Runs the suite on the mock of the changed contract and fixtures. */
export const conformance: Step = async ({ quick, output }) => {
  const directory = join(output, 'conformance');
  const file = join(directory, 'conformance.json');
  rmSync(file, { force: true });
  // These variables would select another target than the mock.
  const { BASE_URL: _url, API_KEY: _key, ...env } = process.env;
  const args = [...nodeArguments, 'conformance/cli.ts', '--output', directory, ...(quick ? ['--quick'] : [])];
  const ended = await runNode(args, { env });
  if (!existsSync(file)) {
    throw new Error(`the conformance run wrote no report (exit code ${ended.code}): ${findLastLine(ended)}`);
  }
  return judgeReport(JSON.parse(readFileSync(file, 'utf8')) as Report, ended.code, quick);
};

/** The findings of a report. Throws if none explains the exit code. */
export function judgeReport(report: Report, code: number, quick: boolean): StepResult {
  const findings = report.rules.flatMap(explainRule);
  if (code !== 0 && !findings.some(({ severity }) => severity === 'error')) {
    throw new Error(`the conformance suite ended with exit code ${code} (${report.verdict})`);
  }
  const judged = report.rules.filter(({ outcome }) => outcome === 'pass').length;
  return toResult(findings, `${judged} rules hold against the mock${quick ? ' (a subset: --quick)' : ''}`);
}

/** The finding of a rule that did not pass: on the mock, each can be judged. */
function explainRule({ id, outcome, statement, waived, level, note, cases }: RuleReport): Finding[] {
  if (['pass', 'notApplicable'].includes(outcome) || waived) return [];
  const isBlocking = outcome === 'fail' || outcome === 'error' || (level === 'MUST' && outcome !== 'warn');
  const details = cases
    .filter((judged) => judged.outcome === outcome)
    .flatMap(({ title, expected, actual, note }) => {
      const lines = { case: title, expected, actual, note };
      return Object.entries(lines).flatMap(([name, line]) => (line === undefined ? [] : [`${name}: ${line}`]));
    });
  return makeFindings('conformance', [{ file: 'spec/rules.yaml', about: id, message: statement }]).map((finding) => ({
    ...finding,
    rule: id,
    severity: isBlocking ? 'error' : 'warning',
    details: [...(note ? [note] : []), ...details, `repeat: npm run conformance -- --rule ${id}`],
  }));
}
