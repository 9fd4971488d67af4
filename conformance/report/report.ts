import { grouped } from '../../spec/grouped.ts';
import { counted, seconds } from '../../spec/texts.ts';
import { labels, type Outcome, outcomes, type WrittenReport, word } from '../suite/outcome/outcome.ts';
import type { Seen } from '../suite/outcome/seen.ts';
import { bodiesFolder } from '../suite/wire/curl.ts';

/** The canonical record of a run. */
export interface Report extends Omit<WrittenReport, 'seen'> {
  /** The target's own decisions, as far as answers show them, where a deployment file is written or compared. */
  seen?: Seen;
}

/** A rule with the worst outcome of its cases, and all of them. */
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
export function exitCodeOf(report: Pick<Report, 'verdict' | 'learned' | 'drift' | 'failOnDrift'>): number {
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
export function urgentFacts({ learned = {} }: Report): string[] {
  const { notPutBack, stoppedAnsweringAt: at } = learned;
  const stopped = at && `The target stopped answering at ${at.slice(11, 19)} UTC, and the run ended there.`;
  return [notPutBack, stopped].filter((line) => line !== undefined);
}

/** Facts below the headline, a line each. */
export function factLines({ learned = {}, took = {}, drift = [] }: Report): string[] {
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
    mailMs && `Mail took up to ${seconds(mailMs)}.`,
    readMs && `Writes were visible up to ${seconds(readMs)} later.`,
  ];
  return [...drift, ...lines.filter((line) => typeof line === 'string')];
}

/** The headline: urgent facts, and the verdict with how much was judged, the warnings and the waived rules. */
export function headline(report: Report): string {
  const of = (outcome: Outcome, isWaived: boolean) =>
    report.rules.filter((rule) => rule.outcome === outcome && (rule.waived !== undefined) === isWaived);
  const warnings = of('warn', false).length;
  const waived = (['fail', 'warn'] as const).flatMap((outcome) => {
    const ids = of(outcome, true).map(({ id }) => id);
    const noun = outcome === 'fail' ? 'failure' : 'warning';
    return ids.length > 0 ? [`${counted(ids.length, noun)} waived (${listed(ids)})`] : [];
  });
  const drifted = (report.failOnDrift && report.drift?.length) || 0;
  const further = [
    ...(warnings > 0 ? [`with ${counted(warnings, 'warning')}`] : []),
    ...waived,
    ...(drifted > 0 ? [`and differs from its deployment file in ${counted(drifted, 'entry', 'entries')}`] : []),
  ];
  const verdict = verdictOf(report, of('fail', false).length, of('fail', true).length > 0);
  const sentence = report.verdict === 'interrupted' ? verdict : [verdict, ...further].join(', ');
  return [...urgentFacts(report), `${sentence}.`].join(' ');
}

function verdictOf(report: Report, broken: number, isWaived: boolean): string {
  const { verdict, target, waivers, scope, summary, coverage, comparison } = report;
  const [{ name }, { judged, of }] = [target, coverage];
  const unwaived = isWaived ? ' that is not waived' : '';
  switch (verdict) {
    case 'conformant':
      return `${name} conforms${scope ? ' within its scope' : ''}: ${judged} of ${of} rules judged`;
    case 'partial':
      if (judged === 0) return 'None of the rules chosen was judged';
      return `${name} breaks no rule${unwaived}: ${counted(judged, 'rule')} judged here`;
    case 'worse': {
      const { worse = [], vanished = [] } = comparison ?? {};
      const lower = worse.length > 0 ? `worse than in the baseline: ${named(worse)}` : 'no worse than in the baseline';
      return `${name} is ${lower}${vanished.length > 0 ? `; no longer in the suite: ${named(vanished)}` : ''}`;
    }
    case 'nonConformant':
      return broken > 0
        ? `${name} does not conform: ${counted(broken, 'rule is', 'rules are')} broken`
        : `${name} has waivers that should be removed: ${named(waivers.filter((waiver) => !isInOrder(waiver)))}`;
    case 'incomplete': {
      const share = `${judged} of ${of - summary.outOfScope}${scope ? ' in its scope' : ''}`;
      return `${name} broke no rule${unwaived}, but not every required rule was judged: ${share}`;
    }
    case 'interrupted':
      return `The run was interrupted; ${counted(broken, 'rule was', 'rules were')} broken by then`;
  }
}

const named = (of: readonly { rule: string }[]) =>
  `${counted(of.length, 'rule')} (${listed(of.map(({ rule }) => rule))})`;

const listed = (ids: readonly string[]) =>
  ids.length > 6 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');

/** The number of rules with each outcome. */
export function summarize(rules: readonly RuleReport[]): Report['summary'] {
  const counts = outcomes.map((outcome) => [outcome, rules.filter((rule) => rule.outcome === outcome).length]);
  return Object.fromEntries(counts) as Report['summary'];
}

/** A part of a report in any form: the rules of an outcome, the waivers, or the changes of a kind. */
export interface Section {
  heading: string;
  /** The outcome of its rules. */
  outcome?: Outcome;
  items: Item[];
}

/** A rule in full, the rules that share a reason, a waiver or a change. */
interface Item {
  title: string;
  /** The id of a rule in full. */
  id?: string;
  /** Details by their names, those of the deciding cases last. */
  details: [name: string, text: string][];
  cases: CaseReport[];
  /** The item in short. */
  reason?: string | undefined;
}

const headings: Partial<Record<Outcome, string>> = {
  fail: 'Failures',
  error: 'Errors of the suite or the network',
  inconclusive: 'Inconclusive',
  warn: 'Warnings',
  blocked: 'Blocked, with the remedy',
  outOfScope: 'Out of scope, and why',
};

/** Every outcome but a pass, worst first, then waivers and the changes since the baseline. */
export function outlineOf(report: Report): Section[] {
  const { rules, waivers, comparison } = report;
  const open = waivers.filter(({ state }) => state !== 'applied');
  const sections: Section[] = [
    ...(Object.keys(headings) as Outcome[]).map((outcome) => {
      const items = ruleItems(rules.filter((rule) => rule.outcome === outcome));
      return { heading: headings[outcome] ?? '', outcome, items };
    }),
    { heading: 'Waivers', items: open.map((waiver) => lineItem(waiverText(waiver))) },
  ];
  const changes = comparison && changesIn(comparison);
  if (changes?.length === 0)
    changes.push({ heading: 'Compared with the baseline', items: [lineItem('No rule differs.')] });
  return [...sections.filter(({ items }) => items.length > 0), ...(changes ?? [])];
}

/** The changes of a comparison by their kinds. */
export function changesIn(comparison: Comparison): Section[] {
  const names: Record<string, string> = { unsure: 'not judged this time', waived: 'worse, and waived' };
  const kinds = Object.entries(comparison).filter(([, changes]) => changes.length > 0);
  return kinds.map(([kind, changes]) => ({ heading: names[kind] ?? kind, items: changes.map(changeItem) }));
}

function changeItem({ rule, old, new: now, runs = 0 }: OutcomeChange): Item {
  const change = [old, now].flatMap((outcome) => (outcome ? [labels[outcome]] : [])).join(' -> ');
  return lineItem(`${rule}  ${change}${runs > 1 ? ` (${runs} runs in a row)` : ''}`);
}

const lineItem = (title: string): Item => ({ title, details: [], cases: [] });

/** Rules with a finding in full, the others by the reason that they share. */
function ruleItems(rules: readonly RuleReport[]): Item[] {
  const isInFull = (rule: RuleReport) =>
    rule.outcome !== 'blocked' && rule.outcome !== 'outOfScope' && decidingCases(rule).length > 0;
  const inFull = rules.filter(isInFull).map((rule): Item => {
    const { id, statement, waived, level, basis, clause, note } = rule;
    const details: Item['details'] = [['clause', `${clause} (${level}, ${basis})`]];
    if (note) details.push(['note', note]);
    const title = `${id} ${statement}${waived ? ` (waived ${waivedText(waived)})` : ''}`;
    return { title, id, details, cases: decidingCases(rule), reason: shortReason(rule) };
  });
  const others = rules.filter((rule) => !isInFull(rule));
  const byReason = grouped(others, (rule) => shortReason(rule) ?? 'no reason given');
  const most = 12;
  const shared = [...byReason].map(([reason, some]): Item => {
    const ids = some.map(({ id }) => id).slice(0, most);
    const title = ids.join(', ') + (some.length > most ? ` and ${some.length - most} more` : '');
    return { title, details: [['', reason]], cases: [], reason };
  });
  return [...inFull, ...shared];
}

/** The cases that decide the outcome of a rule. */
export function decidingCases({ outcome, cases }: RuleReport): CaseReport[] {
  return cases.filter((testCase) => testCase.outcome === outcome);
}

/** The details of a case by their names, in reading order. */
export function detailsOf({
  expected,
  actual,
  note,
  requestId,
  curl,
  exchanges = [],
}: Partial<CaseReport>): [name: string, text: string][] {
  const details = {
    expected,
    actual,
    note,
    request: requestId,
    repeat: curl,
    caution: curl && cautionOf(curl, exchanges),
  };
  return Object.entries(details).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
}

/** A warning to read before the curl line is run. */
function cautionOf(curl: string, exchanges: NonNullable<CaseReport['exchanges']>): string | undefined {
  const wasRefused = exchanges.some((exchange) => exchange.curl === curl && (exchange.status ?? 0) >= 400);
  const cautions = [
    ...(curl.includes(' -X PATCH ') && !wasRefused
      ? ['the line changes the notification for good: put it back by hand']
      : []),
    ...(curl.includes(` @${bodiesFolder}/`) ? ['run the line in the directory of this report'] : []),
  ];
  return cautions.join('; ') || undefined;
}

/** A rule's outcome in short: expectation and observation of a deciding case, else why the rule was not judged. */
export function shortReason(rule: RuleReport): string | undefined {
  const cases = decidingCases(rule);
  const asserted = cases.find(({ expected }) => expected !== undefined);
  return asserted ? `expected ${asserted.expected}, got ${asserted.actual}` : (cases[0]?.note ?? rule.note);
}

/** The outcomes that occur, each with its count, in words. */
export function countsIn(summary: Report['summary']): [outcome: Outcome, text: string][] {
  const seen = outcomes.filter((outcome) => summary[outcome] > 0);
  return seen.map((outcome) => [outcome, `${summary[outcome]} ${word(outcome)}`]);
}

/** The counts of a summary in words. */
export function countsText(summary: Report['summary']): string {
  return countsIn(summary)
    .map(([, text]) => text)
    .join(', ');
}

/** The judged rules of each operation, as text; the register has `all` for rules about every one. */
export function judgedIn({ coverage }: Report): [operation: string, judged: string, id: string][] {
  const parts = Object.entries(coverage.byOperation);
  return parts.map(([id, { judged, of }]) => [id === 'all' ? 'every operation' : id, `${judged} of ${of}`, id]);
}

const states: Record<WaiverReport['state'], string> = {
  applied: 'its rule is broken, and that does not count',
  notJudged: 'its rule was not judged this time, so it stays',
  unused: 'its rule is not about this target: remove it',
  expired: 'its day is over: remove it, or renew it',
  passing: 'its rule passes: remove it',
};

/** A waiver with its state. */
export function waiverText(waiver: WaiverReport): string {
  return `${waiver.rule} (waived ${waivedText(waiver)}): ${states[waiver.state]}`;
}

/** The end, owner and reason of a waiver. */
export const waivedText = ({ until, owner, reason }: NonNullable<RuleReport['waived']>): string =>
  `until ${until} by ${owner}: ${reason}`;

/** The rules of each concern: the prefix of their ids, by which `--rule` selects them. */
export function byConcern(rules: readonly RuleReport[]): Map<string, RuleReport[]> {
  return grouped(rules, ({ id }) => id.replace(/-\d+$/, ''));
}
