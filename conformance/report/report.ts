// conformance/report/: folds the records of a run into a report and writes it in each form.
import { formatCount, formatSeconds } from '../../spec/texts.ts';
import { type Outcome, outcomes, type WrittenReport } from '../suite/outcome/outcome.ts';
import type { Seen } from '../suite/outcome/seen.ts';

/** The canonical record of a run. */
export interface Report extends Omit<WrittenReport, 'seen'> {
  /** The target's own decisions, as far as answers show them, if a deployment file is written or compared. */
  seen?: Seen;
}

/** A rule with its cases and their worst outcome. */
export type RuleReport = Report['rules'][number];

export type CaseReport = RuleReport['cases'][number];

/** A waiver of the profile, and its state in this run. */
export type WaiverReport = Report['waivers'][number];

/** True if a waiver is valid: any other fails the run. */
export function isInOrder({ state }: WaiverReport): boolean {
  return state === 'applied' || state === 'notJudged';
}

/** The report of an earlier run, as far as comparing needs it. */
export interface Baseline {
  rules: readonly { id: string; outcome: Outcome }[];
  comparison?: (Pick<Comparison, 'vanished'> & Partial<Comparison>) | undefined;
}

/**
 * The differences between two reports, by rule. Unsure: rules that could not be judged this time, which happens. Waived: worse or unsure
 * rules that do not count.
 */
export type Comparison = NonNullable<Report['comparison']>;

/** The outcomes of a rule in two runs. */
export type OutcomeChange = Comparison['worse'][number];

/** The name of the canonical report in an output directory. */
export const reportName = 'conformance.json';

/** The exit code of a run. 4 precedes every verdict: a change could not be put back. Drift alone is 1. */
export function findExitCode(report: Pick<Report, 'verdict' | 'learned' | 'drift' | 'failOnDrift'>): number {
  const { verdict, learned, drift = [], failOnDrift } = report;
  if (learned?.notPutBack !== undefined) return 4;
  const isGreen = exitCodes[verdict] === exitCodes.conformant || verdict === 'incomplete';
  return failOnDrift && drift.length > 0 && isGreen ? 1 : exitCodes[verdict];
}

/** The exit code of the command, by the verdict of the canonical report. */
export const exitCodes: Record<Report['verdict'], number> = {
  conformant: 0,
  partial: 0,
  worse: 1,
  nonConformant: 1,
  incomplete: 3,
  interrupted: 130,
};

/** Facts that belong into the headline: manual steps, and a target that stopped answering. */
export function listUrgentFacts({ learned = {} }: Report): string[] {
  const { notPutBack, stoppedAnsweringAt: at } = learned;
  const stopped = at && `The target stopped answering at ${at.slice(11, 19)} UTC, and the run ended there.`;
  return [notPutBack, stopped].filter((line) => line !== undefined);
}

/** Facts below the headline, a line each. */
export function formatFacts({ learned = {}, took = {}, drift = [] }: Report): string[] {
  const { clockAheadMs, requestsPerSecond: rate = 0, disturbances, putBack, recorded, unanswered } = learned;
  const { mailMs, readMs } = took;
  const lines = [
    recorded,
    putBack,
    unanswered && `Without an answer when the target fell silent: ${unanswered.join(', ')}.`,
    clockAheadMs &&
      `The target's clock is ${Math.round(Math.abs(clockAheadMs) / 1000)} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this machine's.`,
    rate && `The target limits the rate: it bore about ${rate.toFixed(rate < 2 ? 1 : 0)} requests a second.`,
    disturbances && `Broken on the way or answered by a gateway, and so not judged: ${disturbances} of the exchanges.`,
    mailMs && `Mail took up to ${formatSeconds(mailMs)}.`,
    readMs && `Writes were visible up to ${formatSeconds(readMs)} later.`,
  ];
  return [...drift, ...lines.filter((line) => typeof line === 'string')];
}

/** The headline: urgent facts, and the verdict with how much was judged, the warnings and the waived rules. */
export function formatHeadline(report: Report): string {
  const of = (outcome: Outcome, isWaived: boolean) =>
    report.rules.filter((rule) => rule.outcome === outcome && (rule.waived !== undefined) === isWaived);
  const warnings = of('warn', false).length;
  const waived = (['fail', 'warn'] as const).flatMap((outcome) => {
    const ids = of(outcome, true).map(({ id }) => id);
    const noun = outcome === 'fail' ? 'failure' : 'warning';
    return ids.length > 0 ? [`${formatCount(ids.length, noun)} waived (${joinIds(ids)})`] : [];
  });
  const drifted = (report.failOnDrift && report.drift?.length) || 0;
  const further = [
    ...(warnings > 0 ? [`with ${formatCount(warnings, 'warning')}`] : []),
    ...waived,
    ...(drifted > 0 ? [`and differs from its deployment file in ${formatCount(drifted, 'entry', 'entries')}`] : []),
  ];
  const verdict = formatVerdict(report, of('fail', false).length, of('fail', true).length > 0);
  const sentence = report.verdict === 'interrupted' ? verdict : [verdict, ...further].join(', ');
  return [...listUrgentFacts(report), `${sentence}.`].join(' ');
}

function formatVerdict(report: Report, broken: number, isWaived: boolean): string {
  const { verdict, target, waivers, scope, summary, coverage, comparison } = report;
  const [{ name }, { judged, of }] = [target, coverage];
  const unwaived = isWaived ? ' that is not waived' : '';
  switch (verdict) {
    case 'conformant':
      return `${name} conforms${scope ? ' within its scope' : ''}: ${judged} of ${of} rules judged`;
    case 'partial':
      if (judged === 0) return 'None of the rules chosen was judged';
      return `${name} breaks no rule${unwaived}: ${formatCount(judged, 'rule')} judged here`;
    case 'worse': {
      const { worse = [], vanished = [] } = comparison ?? {};
      const lower =
        worse.length > 0 ? `worse than in the baseline: ${formatRules(worse)}` : 'no worse than in the baseline';
      return `${name} is ${lower}${vanished.length > 0 ? `; no longer in the suite: ${formatRules(vanished)}` : ''}`;
    }
    case 'nonConformant':
      return broken > 0
        ? `${name} does not conform: ${formatCount(broken, 'rule is', 'rules are')} broken`
        : `${name} has waivers that should be removed: ${formatRules(waivers.filter((waiver) => !isInOrder(waiver)))}`;
    case 'incomplete': {
      const share = `${judged} of ${of - summary.outOfScope}${scope ? ' in its scope' : ''}`;
      return `${name} broke no rule${unwaived}, but not every required rule was judged: ${share}`;
    }
    case 'interrupted':
      return `The run was interrupted; ${formatCount(broken, 'rule was', 'rules were')} broken by then`;
  }
}

const formatRules = (of: readonly { rule: string }[]) =>
  `${formatCount(of.length, 'rule')} (${joinIds(of.map(({ rule }) => rule))})`;

const joinIds = (ids: readonly string[]) =>
  ids.length > 6 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');

/** The number of rules with each outcome. */
export function summarize(rules: readonly RuleReport[]): Report['summary'] {
  const counts = outcomes.map((outcome) => [outcome, rules.filter((rule) => rule.outcome === outcome).length]);
  return Object.fromEntries(counts) as Report['summary'];
}
