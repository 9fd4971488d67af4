import { grouped } from '../../spec/grouped.ts';
import { counted, seconds } from '../../spec/texts.ts';
import { type Outcome, outcomes, word } from '../suite/outcome/outcome.ts';
import type { CaseReport, Report, RuleReport, WaiverReport } from './report.ts';

const concerns: Record<string, string> = {
  AUTH: 'Authentication',
  HTTP: 'HTTP',
  ERR: 'Error bodies',
  PAGE: 'Pagination',
  SIM: 'SIM notifications',
  RSV: 'Number reservations',
  DIR: 'Document types',
  RUN: 'Mission runs',
  'EMAIL-ANS': 'Email: answer',
  'EMAIL-FROM': 'Email: sender',
  'EMAIL-RCPT': 'Email: recipients',
  'EMAIL-SUBJ': 'Email: subject',
  'EMAIL-TMPL': 'Email: templates',
  'EMAIL-WO': 'Email: write-only fields',
  'EMAIL-SCHED': 'Email: scheduling',
  'EMAIL-SAND': 'Email: sandbox',
  'EMAIL-SUPP': 'Email: suppression',
  'EMAIL-TRACK': 'Email: tracking',
  'EMAIL-GROUP': 'Email: unsubscribe groups',
  'EMAIL-HDR': 'Email: custom headers',
  'EMAIL-THREAD': 'Email: threading',
  'EMAIL-FWD': 'Email: forwarding',
  'EMAIL-IDEM': 'Email: idempotency',
  'EMAIL-GET': 'Email: reading',
  'EMAIL-ALIAS': 'Email: alias',
  'EMAIL-ATT': 'Email: attachments',
  VER: 'Versioning',
};

/** The concern of a rule, by the prefix of its id. */
export function concernOf({ id }: Pick<RuleReport, 'id'>): string {
  const prefix = id.replace(/-\d+$/, '');
  return concerns[prefix] ?? prefix;
}

/** The name of an operation for people; the register has `all` for rules about every one. */
export function operationName(name: string): string {
  return name === 'all' ? 'every operation' : name;
}

/** Rules of an outcome by their reason: what would unblock them, or why they are out of scope. */
export function byReason(rules: readonly RuleReport[], wanted: 'blocked' | 'outOfScope'): Map<string, RuleReport[]> {
  return grouped(
    rules.filter(({ outcome }) => outcome === wanted),
    ({ cases }) => cases.find(({ outcome }) => outcome === wanted)?.note ?? 'no reason given',
  );
}

/** The outcomes that occur, each with its count, in words. */
export function countsIn(summary: Report['summary']): [outcome: Outcome, text: string][] {
  const seen = outcomes.filter((outcome) => summary[outcome] > 0);
  return seen.map((outcome) => [outcome, `${summary[outcome]} ${word(outcome)}`]);
}

/** The details of a case by their names, in reading order. */
export function detailsOf({ expected, actual, note, requestId, curl }: CaseReport): [name: string, text: string][] {
  const details = { expected, actual, note, request: requestId, repeat: curl };
  return Object.entries(details).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
}

/** A rule's outcome in short: the expectation and the observation of a case that decides it, else why it was not judged. */
export function shortReason({ outcome, cases, note }: RuleReport): string | undefined {
  const deciding = cases.filter((one) => one.outcome === outcome);
  const asserted = deciding.find(({ expected }) => expected !== undefined);
  return asserted ? `expected ${asserted.expected}, got ${asserted.actual}` : (deciding[0]?.note ?? note);
}

const states: Record<WaiverReport['state'], string> = {
  applied: 'its rule is broken, and that does not count',
  notJudged: 'its rule was not judged this time, so it stays',
  unused: 'its rule is not about this target: remove it',
  expired: 'its day is over: remove it, or renew it',
  passing: 'its rule passes: remove it',
};

/** The state of a waiver in words. */
export const stateText = ({ state }: WaiverReport): string => states[state];

/** A waiver, its owner and its state. */
export const waiverText = (waiver: WaiverReport): string => `${waiver.rule} (${waiver.owner}): ${stateText(waiver)}`;

/** Whether a waiver is in order: every other one fails the run. */
export const isInOrder = ({ state }: WaiverReport): boolean => state === 'applied' || state === 'notJudged';

/** The waivers that fail a run, a line each. */
export const wrongWaivers = ({ waivers }: Pick<Report, 'waivers'>): string[] =>
  waivers.filter((waiver) => !isInOrder(waiver)).map(waiverText);

/** Until when a broken rule does not count, by whom and why. */
export const waivedText = ({ until, owner, reason }: NonNullable<RuleReport['waived']>): string =>
  `until ${until} by ${owner}: ${reason}`;

/** Facts that belong into the headline: what is to be done by hand, and a target that stopped answering. */
export function urgentFacts({ learned = {} }: Pick<Report, 'learned'>): string[] {
  const { notPutBack, stoppedAnsweringAt: at } = learned;
  const stopped = at && `The target stopped answering at ${at.slice(11, 19)} UTC, and the run ended there.`;
  return [notPutBack, stopped].filter((line) => line !== undefined);
}

/** Facts below the headline, a line each. */
export function factLines({ learned = {}, took = {} }: Pick<Report, 'learned' | 'took'>): string[] {
  const { clockAheadMs, dateAheadMs, requestsPerSecond: rate, disturbances, putBack, recorded } = learned;
  const { mailMs, readMs } = took;
  const shownRate = rate !== undefined && (rate < 2 ? rate.toFixed(1) : Math.round(rate));
  const lines = [
    recorded,
    putBack,
    clockAheadMs !== undefined && `The target's clock is ${difference(clockAheadMs)} this machine's.`,
    dateAheadMs !== undefined &&
      `The \`Date\` of the answers, which a gateway may write, is ${difference(dateAheadMs)} the service's own times: these count.`,
    shownRate && `The target limits the rate: it bore about ${shownRate} requests a second.`,
    disturbances !== undefined &&
      `Broken on the way or answered by a gateway, and so not judged: ${disturbances} of the exchanges.`,
    mailMs && `Mail took up to ${seconds(mailMs)}.`,
    readMs && `What was written was read up to ${seconds(readMs)} later.`,
  ];
  return lines.filter((line) => typeof line === 'string');
}

function difference(ms: number): string {
  return `${Math.round(Math.abs(ms) / 1000)} s ${ms > 0 ? 'ahead of' : 'behind'}`;
}

/** The headline: urgent facts, and the verdict with how much was judged, the scope and the waivers. */
export function headline(report: Report): string {
  const further = report.verdict === 'interrupted' ? '' : furtherOutcomes(report);
  return [...urgentFacts(report), `${verdictOf(report)}${further}.`].join(' ');
}

function verdictOf(report: Report): string {
  const { verdict, rules, waivers, scope, summary, coverage, comparison } = report;
  const { name } = report.target;
  const { judged, of } = coverage;
  const broken = rules.filter(({ outcome }) => outcome === 'fail');
  const counting = broken.filter(({ waived }) => !waived);
  const isWaived = broken.length > counting.length;
  switch (verdict) {
    case 'conformant':
      return `${name} conforms${scope ? ' within its scope' : ''}: ${judged} of ${of} rules judged`;
    case 'partial':
      if (judged === 0) return 'None of the rules chosen was judged';
      if (isWaived) return `${name} breaks no rule that is not waived: ${counted(judged, 'rule')} judged here`;
      return judged === 1
        ? `${name} does not break the one rule judged here`
        : `${name} breaks none of the ${judged} rules judged here`;
    case 'worse': {
      const { worse = [], vanished = [] } = comparison ?? {};
      const lower = worse.length > 0 ? `worse than in the baseline: ${named(worse)}` : 'no worse than in the baseline';
      return `${name} fares ${lower}${vanished.length > 0 ? `; no longer in the suite: ${named(vanished)}` : ''}`;
    }
    case 'nonConformant':
      return counting.length > 0
        ? `${name} does not conform: ${counted(counting.length, 'rule is', 'rules are')} broken`
        : `${name} has waivers that should be removed: ${named(waivers.filter((waiver) => !isInOrder(waiver)))}`;
    case 'incomplete': {
      const broke = `${name} broke no rule${isWaived ? ' that is not waived' : ''}`;
      const share = `${judged} of ${of - summary.outOfScope}${scope ? ' in its scope' : ''}`;
      return `${broke}, but not every rule that it must keep could be judged: ${share}`;
    }
    case 'interrupted':
      return 'The run was interrupted; what is shown is what it had found by then';
  }
}

/** Warnings that count, and waived rules by name. */
function furtherOutcomes({ rules }: Report): string {
  const warnings = rules.filter(({ outcome }) => outcome === 'warn');
  const counting = warnings.filter(({ waived }) => !waived).length;
  const waived = (['fail', 'warn'] as const).flatMap((outcome) => {
    const ids = rules.filter((one) => one.outcome === outcome && one.waived).map(({ id }) => ({ rule: id }));
    const noun = outcome === 'fail' ? 'failure' : 'warning';
    return ids.length > 0 ? [`, ${counted(ids.length, noun)} waived (${listed(ids)})`] : [];
  });
  return [...(counting > 0 ? [`, with ${counted(counting, 'warning')}`] : []), ...waived].join('');
}

const named = (of: readonly { rule: string }[]) => `${counted(of.length, 'rule')} (${listed(of)})`;

function listed(of: readonly { rule: string }[]): string {
  const ids = of.map(({ rule }) => rule);
  return ids.length > 6 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');
}
