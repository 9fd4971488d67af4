import { groupBy } from '../../spec/group-by.ts';
import { formatOutcome, labels, type Outcome, outcomes } from '../suite/outcome/outcome.ts';
import { bodiesFolder } from '../suite/wire/curl.ts';
import type { CaseReport, Comparison, OutcomeChange, Report, RuleReport, WaiverReport } from './report.ts';

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
  /** Details by their names, details of the deciding cases last. */
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
export function outline(report: Report): Section[] {
  const { rules, waivers, comparison } = report;
  const open = waivers.filter(({ state }) => state !== 'applied');
  const sections: Section[] = [
    ...(Object.keys(headings) as Outcome[]).map((outcome) => {
      const items = makeRuleItems(rules.filter((rule) => rule.outcome === outcome));
      return { heading: headings[outcome] ?? '', outcome, items };
    }),
    { heading: 'Waivers', items: open.map((waiver) => makeLineItem(formatWaiver(waiver))) },
  ];
  const changes = comparison && listChanges(comparison);
  if (changes?.length === 0)
    changes.push({ heading: 'Compared with the baseline', items: [makeLineItem('No rule differs.')] });
  return [...sections.filter(({ items }) => items.length > 0), ...(changes ?? [])];
}

/** The changes of a comparison by their kinds. */
export function listChanges(comparison: Comparison): Section[] {
  const names: Record<string, string> = { unsure: 'not judged this time', waived: 'worse, and waived' };
  const kinds = Object.entries(comparison).filter(([, changes]) => changes.length > 0);
  return kinds.map(([kind, changes]) => ({ heading: names[kind] ?? kind, items: changes.map(makeChangeItem) }));
}

function makeChangeItem({ rule, old, new: now, runs = 0 }: OutcomeChange): Item {
  const change = [old, now].flatMap((outcome) => (outcome ? [labels[outcome]] : [])).join(' -> ');
  return makeLineItem(`${rule}  ${change}${runs > 1 ? ` (${runs} runs in a row)` : ''}`);
}

const makeLineItem = (title: string): Item => ({ title, details: [], cases: [] });

/** Rules with a finding in full, all further rules by the reason that they share. */
function makeRuleItems(rules: readonly RuleReport[]): Item[] {
  const isInFull = (rule: RuleReport) =>
    rule.outcome !== 'blocked' && rule.outcome !== 'outOfScope' && findDecidingCases(rule).length > 0;
  const inFull = rules.filter(isInFull).map((rule): Item => {
    const { id, statement, waived, level, basis, clause, note } = rule;
    const details: Item['details'] = [['clause', `${clause} (${level}, ${basis})`]];
    if (note) details.push(['note', note]);
    const title = `${id} ${statement}${waived ? ` (waived ${formatTerms(waived)})` : ''}`;
    return { title, id, details, cases: findDecidingCases(rule), reason: shortenReason(rule) };
  });
  const others = rules.filter((rule) => !isInFull(rule));
  const byReason = groupBy(others, (rule) => shortenReason(rule) ?? 'no reason given');
  const most = 12;
  const shared = [...byReason].map(([reason, some]): Item => {
    const ids = some.map(({ id }) => id).slice(0, most);
    const title = ids.join(', ') + (some.length > most ? ` and ${some.length - most} more` : '');
    return { title, details: [['', reason]], cases: [], reason };
  });
  return [...inFull, ...shared];
}

/** The cases that decide the outcome of a rule. */
export function findDecidingCases({ outcome, cases }: RuleReport): CaseReport[] {
  return cases.filter((testCase) => testCase.outcome === outcome);
}

/** The details of a case by their names, in reading order. */
export function listDetails(testCase: Partial<CaseReport>): [name: string, text: string][] {
  const { expected, actual, note, requestId: request, curl: repeat, exchanges = [] } = testCase;
  const caution = repeat && findCaution(repeat, exchanges);
  const details = { expected, actual, note, request, repeat, caution };
  return Object.entries(details).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
}

/** A warning to read before the curl line is run. */
function findCaution(curl: string, exchanges: NonNullable<CaseReport['exchanges']>): string | undefined {
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
export function shortenReason(rule: RuleReport): string | undefined {
  const cases = findDecidingCases(rule);
  const asserted = cases.find(({ expected }) => expected !== undefined);
  return asserted ? `expected ${asserted.expected}, got ${asserted.actual}` : (cases[0]?.note ?? rule.note);
}

/** The outcomes that occur, each with its count, in words. */
export function listCounts(summary: Report['summary']): [outcome: Outcome, text: string][] {
  const seen = outcomes.filter((outcome) => summary[outcome] > 0);
  return seen.map((outcome) => [outcome, `${summary[outcome]} ${formatOutcome(outcome)}`]);
}

/** The counts of a summary in words. */
export function formatCounts(summary: Report['summary']): string {
  return listCounts(summary)
    .map(([, text]) => text)
    .join(', ');
}

/** The judged rules of each operation, as text; the register has `all` for rules about every operation. */
export function listJudged({ coverage }: Report): [operation: string, judged: string, id: string][] {
  const parts = Object.entries(coverage.byOperation).filter(([, { of }]) => of > 0);
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
export function formatWaiver(waiver: WaiverReport): string {
  return `${waiver.rule} (waived ${formatTerms(waiver)}): ${states[waiver.state]}`;
}

/** The end, owner and reason of a waiver. */
export const formatTerms = ({ until, owner, reason }: NonNullable<RuleReport['waived']>): string =>
  `until ${until} by ${owner}: ${reason}`;

/** The rules of each concern: the prefix of their ids, by which `--rule` selects them. */
export function groupByConcern(rules: readonly RuleReport[]): Map<string, RuleReport[]> {
  return groupBy(rules, ({ id }) => id.replace(/-\d+$/, ''));
}
