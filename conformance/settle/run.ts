import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareDeployments, type Difference, differenceText } from '../../spec/deployment/compare.ts';
import { type Deployment, entriesText } from '../../spec/deployment/deployment.ts';
import { parseDeployment, readDeployment } from '../../spec/deployment/read.ts';
import { loadDocument, readText } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { Locator, placeText } from '../../spec/locator.ts';
import { pointerSteps } from '../../spec/pointer.ts';
import { say } from '../../spec/print.ts';
import type { Report } from '../report/report.ts';
import { reportName } from '../report/report.ts';
import { sentence } from '../report/sentence.ts';
import { writeReports } from '../report/write.ts';
import { notedExchanges } from '../suite/run/noted-exchanges.ts';
import type { Prepared } from '../suite/run/prepare.ts';
import { chooseProfile } from '../suite/target/target.ts';
import { Counterpart } from './counterpart.ts';
import { errorOrderIn } from './error-order.ts';
import { writeDeployment } from './file.ts';
import { difference, differences, type Fidelity, fidelityOf } from './likeness.ts';
import { asOurs, type Pair } from './pair.ts';
import { settle } from './settle.ts';
import { tallyLine } from './tally.ts';

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
  const kept = assumptions.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id as RuleId);
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
    kept,
    broken: broken.map(({ id }) => id as RuleId),
    failures: settleFailures,
  });
  if (file !== undefined) {
    writeDeployment(file, found.deployment);
    const { length } = found.deployment.unsettled;
    say(`\n${file}: written, ${entriesText(found.deployment)} settled, ${length} not`);
  }
  const pairs = deployment === undefined ? [] : await pairsUnder(deployment, exchanges, profile);
  const drift = deployment === undefined ? [] : driftFrom(deployment, found.deployment);
  for (const line of drift) say(`DRIFT ${line}`);
  const fidelity = deployment === undefined ? found.fidelity : fidelityOf(pairs);
  tell(fidelity);
  const { alike, of } = fidelity;
  const differs = fidelity.differs.map(({ what, times }) => ({ what, times }));
  const whole = { ...report, deployment: { fidelity: { alike, of }, differs, drift } };
  writeReports(whole, output);
  // The headline before was that of what was judged alone.
  if (drift.length > 0) say(sentence(whole));
  return drift.length > 0 ? 1 : 0;

  /** A run of some rules sees less of a choice than one that judges its own rule: what it saw may be no drift. */
  function isJudged(rule: RuleId | undefined): boolean {
    return report.rules.some(({ id, cases }) => id === rule && cases.length > 0);
  }

  function driftFrom(before: string, now: typeof found.deployment): string[] {
    const text = readText(before);
    const locator = new Locator(before, text);
    const then = parseDeployment(text, before, document);
    return compareDeployments(then, now, document)
      .filter((one) => (one.pointer.startsWith('/choices/') ? isJudged(one.rule) : isContradicted(one, pairs, then)))
      .map((one) => `${placeText(locator.at(one.pointer))}: ${differenceText(one)}`);
  }
}

/** Whether the target was seen to answer otherwise there than a mock that answers as was settled. */
function isContradicted({ pointer }: Difference, pairs: readonly Pair[], { choices }: Deployment): boolean {
  const [kind, name, field, path = ''] = pointerSteps(pointer);
  // Members that are never told together stand in the list as they happen to come.
  if (kind === 'refusals')
    return pairs.some((pair) => pair.ours.rules.includes(name as RuleId) && difference(pair) !== undefined);
  if (kind !== 'answers' || field !== 'members' || path.startsWith('/data/*')) return true;
  const own = pairs.filter(({ seen }) => seen.operation === name);
  return own.some((pair) => [...differences(pair)].some(({ at }) => at === path || at.startsWith(`${path}/`)));
}

async function pairsUnder(
  deployment: string,
  exchanges: ReturnType<typeof notedExchanges>,
  profile: ReturnType<typeof chooseProfile>['profile'],
): Promise<Pair[]> {
  const mock = await Counterpart.start(profile, deployment);
  try {
    return await mock.repeat(exchanges.map(asOurs), undefined, readDeployment(deployment, loadDocument()));
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
