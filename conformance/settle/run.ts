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
import type { Profile } from '../suite/target/profile.ts';
import { chooseProfile } from '../suite/target/target.ts';
import { Counterpart } from './asked/counterpart.ts';
import { findDrift } from './drift.ts';
import { entriesAbout } from './entries-about.ts';
import { fidelityLines } from './fidelity-lines.ts';
import { writeDeployment } from './file.ts';
import { seenRules } from './seen-rules.ts';
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
  start: (target: Profile, deployment?: string) => Promise<Counterpart> = Counterpart.start,
): Promise<number> {
  const exchanges = notedExchanges(run.dir);
  const document = loadDocument();
  const report = JSON.parse(readFileSync(join(output, reportName), 'utf8')) as Report;
  const { profile } = chooseProfile(run.profile);
  const date = run.startedAt.slice(0, 10);
  const settled = `${date}, ${target.name} at ${target.redactor.text(target.baseUrl)}, suite ${report.suite.version}, seed ${run.seed}`;
  say(
    `\nsettling: our mock is asked what the target was asked, ${exchanges.length} requests many times over; this takes some minutes`,
  );
  const about = { profile, document, settled, ...seenRules(report), failures: settleFailures };
  const found = await settle(exchanges, about, start);
  if (file !== undefined) {
    writeDeployment(file, found.deployment);
    const { length } = found.deployment.unsettled;
    say(`\n${file}: written, ${entriesText(found.deployment)} settled, ${length} not`);
  }
  const isJudged = (rule: RuleId | undefined) => report.rules.some(({ id, cases }) => id === rule && cases.length > 0);
  const { drift, fidelity, under } =
    deployment === undefined
      ? { drift: [], fidelity: found.fidelity, under: found.deployment }
      : await findDrift(deployment, found.deployment, { exchanges, profile, document, isJudged }, start);
  for (const line of drift) say(`DRIFT ${line}`);
  for (const line of fidelityLines(fidelity, (one) => entriesAbout(one, under, document.operations))) say(line);
  const { alike, of } = fidelity;
  const differs = fidelity.differs.map(({ what, times }) => ({ what, times }));
  const whole = { ...report, deployment: { fidelity: { alike, of }, differs, drift } };
  writeReports(whole, output);
  // The headline before was that of what was judged alone.
  if (drift.length > 0) say(sentence(whole));
  return drift.length > 0 ? 1 : 0;
}
