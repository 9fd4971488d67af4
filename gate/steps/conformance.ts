import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Report, RuleReport } from '../../conformance/report/report.ts';
import { type Finding, findingsOf } from '../finding.ts';
import { runNode } from '../run-node.ts';
import { resultOf, type Step } from '../step.ts';

/** What would lead the suite away from the mock that it starts from the working tree. */
const elsewhere = ['BASE_URL', 'API_KEY'];

/** The conformance suite against the mock of the changed contract and fixtures. */
export const conformance: Step = async ({ unchanged, quick, output }, say) => {
  if (unchanged) return { outcome: 'unchanged', summary: 'neither spec/ nor fixtures/ changed', findings: [] };
  const directory = join(output, 'conformance');
  const file = join(directory, 'conformance.json');
  rmSync(file, { force: true });
  const args = ['--import', 'tsx', 'conformance/cli.ts', '--output', directory, ...(quick ? ['--quick'] : [])];
  const { code, stdout, stderr } = await runNode(args, {
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !elsewhere.includes(name))),
    heard: (line) => /^\d+\/\d+ cases/.test(line) && say(line),
  });
  if (!existsSync(file)) {
    const reason = (stderr || stdout).trim().split('\n').at(-1) ?? '';
    throw new Error(`the conformance suite gave no report (exit code ${code}): ${reason}`);
  }
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const findings = report.rules.flatMap(findingOf);
  if (code !== 0 && !findings.some(({ severity }) => severity === 'error')) {
    throw new Error(`the conformance suite ended with exit code ${code} (${report.verdict})`);
  }
  const judged = report.rules.filter(({ outcome }) => outcome === 'pass').length;
  return resultOf(findings, `${judged} rules hold against the mock${quick ? ' (a subset: --quick)' : ''}`);
};

/** A rule that fails, that warns, or that could not be judged though the mock lets every rule be judged. */
function findingOf(rule: RuleReport): Finding[] {
  const { id, outcome, statement, waived } = rule;
  if (['pass', 'notApplicable'].includes(outcome) || waived) return [];
  const blocking = outcome === 'fail' || outcome === 'error' || (rule.level === 'MUST' && outcome !== 'warn');
  const [finding] = findingsOf('conformance', [{ file: 'spec/rules.yaml', about: id, message: statement }]) as [
    Finding,
  ];
  const details = rule.cases
    .filter((one) => one.outcome === outcome)
    .flatMap(({ title, expected, actual, note, curl }) => [
      `case: ${title}`,
      ...(expected === undefined ? [] : [`expected: ${expected}`]),
      ...(actual === undefined ? [] : [`actual: ${actual}`]),
      ...(note === undefined ? [] : [note]),
      ...(curl === undefined ? [] : [`repeat: ${curl}`]),
    ]);
  if (rule.note) details.unshift(rule.note);
  return [{ ...finding, rule: id, severity: blocking ? 'error' : 'warning', details }];
}
