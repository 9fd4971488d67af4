import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareDeployments, differenceText } from '../../spec/deployment/compare.ts';
import { choicesIn } from '../../spec/deployment/deployment.ts';
import { parseDeployment, readDeployment } from '../../spec/deployment/read.ts';
import { loadDocument, readText } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { Locator, placeText } from '../../spec/locator.ts';
import { say } from '../../spec/print.ts';
import type { Report } from '../report/report.ts';
import { reportName } from '../report/report.ts';
import { writeReports } from '../report/write.ts';
import { notedExchanges } from '../suite/run/noted-exchanges.ts';
import type { Prepared } from '../suite/run/prepare.ts';
import { chooseProfile } from '../suite/target/target.ts';
import { Counterpart } from './counterpart.ts';
import { writeDeployment } from './file.ts';
import { type Fidelity, fidelityOf } from './likeness.ts';
import { settle } from './settle.ts';
import { tallyLine } from './tally.ts';

/** What is to be made of the exchanges of a run. */
export interface SettleOptions {
  /** The file that is written. */
  settle?: string | undefined;
  /** Whether what breaks the source is settled too. */
  settleFailures?: boolean | undefined;
  /** The file that the target is held to. */
  deployment?: string | undefined;
}

/** After the last case: settles what the target chose, or says where it is not what was settled. Gives the exit code. */
export async function conclude(
  { run, target }: Prepared,
  { settle: file, settleFailures = false, deployment }: SettleOptions,
  output: string,
): Promise<number> {
  const exchanges = notedExchanges(run.dir);
  const document = loadDocument();
  const report = JSON.parse(readFileSync(join(output, reportName), 'utf8')) as Report;
  const { profile } = chooseProfile(run.profile);
  const assumptions = report.rules.filter(({ basis }) => basis === 'assumption');
  const isOtherwise = ({ cases }: Report['rules'][number]) => cases.some(({ outcome }) => outcome === 'warn');
  const otherwise = assumptions.filter(isOtherwise).map(({ id }) => id as RuleId);
  const kept = assumptions.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id as RuleId);
  const date = run.startedAt.slice(0, 10);
  const settled = `${date}, ${target.name} at ${target.redactor.text(target.baseUrl)}, suite ${report.suite.version}, seed ${run.seed}`;
  const found = await settle(exchanges, { profile, document, settled, otherwise, kept, failures: settleFailures });
  if (file !== undefined) {
    writeDeployment(file, found.deployment);
    const { length } = found.deployment.unsettled;
    say(`\n${file}: written, ${choicesIn(found.deployment)} choices settled, ${length} not`);
  }
  const drift = deployment === undefined ? [] : driftFrom(deployment, found.deployment);
  for (const line of drift) say(`DRIFT ${line}`);
  const fidelity = deployment === undefined ? found.fidelity : await fidelityUnder(deployment, exchanges, profile);
  tell(fidelity);
  const { alike, of } = fidelity;
  const differs = fidelity.differs.map(({ what, times }) => ({ what, times }));
  writeReports({ ...report, deployment: { fidelity: { alike, of }, differs, drift } }, output);
  return drift.length > 0 ? 1 : 0;

  function driftFrom(before: string, now: typeof found.deployment): string[] {
    const text = readText(before);
    const locator = new Locator(before, text);
    return compareDeployments(parseDeployment(text, before, document), now, document).map(
      (one) => `${placeText(locator.at(one.pointer))}: ${differenceText(one)}`,
    );
  }
}

async function fidelityUnder(
  deployment: string,
  exchanges: ReturnType<typeof notedExchanges>,
  profile: ReturnType<typeof chooseProfile>['profile'],
): Promise<Fidelity> {
  const mock = await Counterpart.start(profile, deployment);
  try {
    return fidelityOf(await mock.repeat(exchanges, undefined, readDeployment(deployment, loadDocument())));
  } finally {
    await mock.stop();
  }
}

/** How much our mock answers alike, and what it does not. */
function tell({ alike, of, differs }: Fidelity): void {
  if (of === 0) return;
  say(`fidelity: ${Math.floor((alike / of) * 100)} % (${alike} of ${of} answers would be alike)`);
  for (const one of differs.slice(0, 10)) say(`  ${tallyLine(one)}`);
  if (differs.length > 10) say(`  and ${differs.length - 10} more, in ${reportName}`);
}
