import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readDeployment } from '../../spec/deployment/read.ts';
import type { ContractDocument } from '../../spec/document.ts';
import { groupBy } from '../../spec/group-by.ts';
import { printLine, shortenPath } from '../../spec/print.ts';
import { formatCount } from '../../spec/texts.ts';
import { readText } from '../../spec/yaml.ts';
import { readReport } from '../report/assemble.ts';
import { type Report, reportName } from '../report/report.ts';
import { runSuite, type SuiteRun } from '../run-suite.ts';
import { isJudged, makeFolder } from '../suite/outcome/outcome.ts';
import { chooseProfile, fillWireNames, readWireNames } from '../suite/target/target.ts';
import { loadContract } from '../suite/wire/contract.ts';
import { formatDeployment } from './file.ts';
import { groupByRule } from './refusals.ts';

/** Judges a target, writes its deployment file or reports drift from one, and judges the mock with the file. */
export async function runForDeployment(run: SuiteRun, settle: string | undefined, fidelity: boolean): Promise<number> {
  const contract = loadContract().document;
  const { deployment: file } = run;
  const deployed = file === undefined ? undefined : readDeployment(file, contract);
  // Fail early: the run takes long.
  if (settle !== undefined && existsSync(settle)) readText(settle);
  if (settle !== undefined) makeFolder(dirname(settle), (code) => `--settle: can't write to ${settle} (${code})`);
  const driftFrom = file !== undefined && deployed ? { file, deployment: deployed.deployment } : undefined;
  const selection = { ...run.selection, choices: true };
  const code = await runSuite({ ...run, selection, driftFrom });
  const report = reportIn(run.output);
  if (!report?.seen || report.verdict === 'interrupted') return code;
  if (settle !== undefined) {
    const { profile, startMock } = chooseProfile(run.profile);
    const names = startMock && deployed ? readWireNames(deployed.document) : fillWireNames(profile.wire);
    const settled = `${report.startedAt.slice(0, 10)} at ${report.target.name}`;
    const text = formatDeployment(report.seen, names, settled, contract);
    writeFileSync(settle, text);
    printLine(`Written: ${shortenPath(settle)} (${formatCount(text.split('\n').length - 1, 'line')})`);
  }
  if (driftFrom && report.drift?.length === 0) {
    const { choices } = report.seen;
    const unseen = Object.keys(driftFrom.deployment.choices).filter((name) => !(name in choices));
    const left = unseen.length > 0 ? `; choices that this run did not see: ${unseen.join(', ')}` : '';
    printLine(`No drift from ${shortenPath(driftFrom.file)}${left}.`);
  }
  if (fidelity) {
    // BASE_URL would replace the mock.
    delete process.env.BASE_URL;
    const { profile: _, baseline: __, ...rest } = run;
    const output = join(run.output, 'fidelity');
    await runSuite({ ...rest, selection, output, deployment: settle ?? file });
    const mock = reportIn(output);
    if (mock) printLine(formatFidelity(report, mock, contract));
  }
  return code;
}

function reportIn(output: string): Report | undefined {
  const file = join(output, reportName);
  return existsSync(file) ? readReport(file) : undefined;
}

/** Compares the reports of a target and of the mock that imitates it: one line for each different rule, and the share of equal ones. */
function formatFidelity(target: Report, mock: Report, contract: ContractDocument): string {
  const outcomes = new Map(mock.rules.map(({ id, outcome }) => [id, outcome]));
  const [there, here] = [findUsualRefusals(target, contract), findUsualRefusals(mock, contract)];
  const judged = target.rules.filter(({ outcome }) => isJudged(outcome));
  const differences = judged.flatMap(({ id, outcome }) => {
    const ofMock = outcomes.get(id) ?? 'absent';
    if (outcome !== ofMock) return [`${id}: ${outcome} at the target, ${ofMock} at the mock`];
    const [refusal, own] = [there.get(id), here.get(id)];
    if (refusal === undefined || own === undefined || refusal === own) return [];
    return [`${id}: ${refusal} at the target, ${own} at the mock`];
  });
  const equal = judged.length - differences.length;
  const share = judged.length === 0 ? 0 : Math.floor((100 * equal) / judged.length);
  const figure = `Fidelity: ${share} %, ${equal} of ${judged.length} rules have equal outcomes and refusals.`;
  return [...differences, figure].join('\n');
}

/** Status, code and title of the most frequent refusal under each rule, by operation. */
function findUsualRefusals({ seen }: Report, contract: ContractDocument): Map<string, string> {
  const groups = groupByRule(seen ?? { refusals: [], choices: {} }, contract);
  const texts = [...groupBy(groups, ({ rule }) => rule)].map(([rule, ofRule]) => {
    const lines = ofRule.map(({ operation, forms }) => {
      const { status, code, title, body } = forms[0]?.form ?? {};
      return `${[status, code, title, body === false && 'without a body'].filter(Boolean).join(' ')} (${operation ?? 'no operation'})`;
    });
    return [rule, lines.sort().join(', ')] as const;
  });
  return new Map(texts);
}
