import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesText } from '../../spec/deployment/deployment.ts';
import { loadDocument } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { say } from '../../spec/print.ts';
import type { Report } from '../report/report.ts';
import { reportName } from '../report/report.ts';
import { sentence } from '../report/sentence.ts';
import { writeReports } from '../report/write.ts';
import { notedExchanges } from '../suite/run/noted-exchanges.ts';
import type { Prepared } from '../suite/run/prepare.ts';
import { chooseProfile } from '../suite/target/target.ts';
import type { Differs, Fidelity } from './asked/likeness.ts';
import { tallyLine } from './asked/tally.ts';
import { findDrift } from './drift.ts';
import { entriesAbout } from './entries-about.ts';
import { writeDeployment } from './file.ts';
import { settle } from './settle.ts';

/** What is to be made of the exchanges of a run. */
interface SettleOptions {
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
  const broken = report.rules.filter(({ outcome, basis }) => outcome === 'fail' && basis === 'source');
  const held = assumptions.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id as RuleId);
  const date = run.startedAt.slice(0, 10);
  const settled = `${date}, ${target.name} at ${target.redactor.text(target.baseUrl)}, suite ${report.suite.version}, seed ${run.seed}`;
  say(
    `\nsettling: our mock is asked what the target was asked, ${exchanges.length} requests many times over; this takes some minutes`,
  );
  const found = await settle(exchanges, {
    profile,
    document,
    settled,
    otherwise,
    held,
    broken: broken.map(({ id }) => id as RuleId),
    failures: settleFailures,
  });
  if (file !== undefined) {
    writeDeployment(file, found.deployment);
    const { length } = found.deployment.unsettled;
    say(`\n${file}: written, ${entriesText(found.deployment)} settled, ${length} not`);
  }
  const isJudged = (rule: RuleId | undefined) => report.rules.some(({ id, cases }) => id === rule && cases.length > 0);
  const { drift, fidelity, under } =
    deployment === undefined
      ? { drift: [], fidelity: found.fidelity, under: found.deployment }
      : await findDrift(deployment, found.deployment, { exchanges, profile, document, isJudged });
  for (const line of drift) say(`DRIFT ${line}`);
  tell(fidelity, (one) => entriesAbout(one, under, document.operations));
  const { alike, of } = fidelity;
  const differs = fidelity.differs.map(({ what, times }) => ({ what, times }));
  const whole = { ...report, deployment: { fidelity: { alike, of }, differs, drift } };
  writeReports(whole, output);
  // The headline before was that of what was judged alone.
  if (drift.length > 0) say(sentence(whole));
  return drift.length > 0 ? 1 : 0;
}

/** How much our mock answers alike, and what it does not, with the entries of the file to look at. */
function tell({ alike, of, differs }: Fidelity, entriesOf: (one: Differs) => readonly string[]): void {
  if (of === 0) return;
  say(`fidelity: ${Math.floor((alike / of) * 100)} % (${alike} of ${of} answers would be alike)`);
  for (const one of differs.slice(0, 10)) {
    const entries = entriesOf(one);
    say(`  ${tallyLine(one)}${entries.length > 0 ? `; see ${entries.join(', ')}` : ''}`);
  }
  if (differs.length > 10) say(`  and ${differs.length - 10} more, in ${reportName}`);
}
