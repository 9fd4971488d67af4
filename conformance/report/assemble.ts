import { groupBy } from '../../spec/group-by.ts';
import { readPackageVersion } from '../../spec/package.ts';
import { loadRegister, type Rule } from '../../spec/register.ts';
import { formatCount } from '../../spec/texts.ts';
import { readText } from '../../spec/yaml.ts';
import {
  type CaseRecord,
  findWorst,
  isJudged,
  isUnsure,
  type Outcome,
  outcomes,
  refuse,
  sumCounts,
  type Verdict,
} from '../suite/outcome/outcome.ts';
import { isNarrowed, isSelected, type Selection } from '../suite/run/cases.ts';
import type { Waiver } from '../suite/target/target.ts';
import { loadContract } from '../suite/wire/contract.ts';
import {
  type Baseline,
  type CaseReport,
  type Comparison,
  isInOrder,
  type OutcomeChange,
  type Report,
  type RuleReport,
  summarize,
  type WaiverReport,
} from './report.ts';

/** The facts about a run that its report is made of. */
export interface RunInput extends Pick<Report, 'scope' | 'learned' | 'took'> {
  facts: Pick<Report, 'target' | 'runId' | 'seed' | 'startedAt' | 'durationMs'>;
  register?: Iterable<Rule>;
  cases: readonly CaseRecord[];
  selection: Selection;
  waivers: readonly Waiver[];
  /** An earlier run to compare with. */
  baseline?: Baseline | undefined;
  interrupted: boolean;
  /** True for recorded traffic: a rule may then have no case. */
  partial?: boolean;
}

/** The reason to leave a rule without a case in a quick run. */
const leftOut = 'left out by --quick';

/** Folds the records of all cases into the canonical report of a run. */
export function assemble(input: RunInput): Report {
  const { facts, cases, scope, learned, took, selection, baseline, register = loadRegister().values() } = input;
  const { version, sha256 } = loadContract().document;
  const selected = [...register].filter((rule) => !rule.retired && isSelected(rule, selection));
  const found = groupFindings(cases);
  const rules = selected.flatMap((rule) => judgeRule(rule, found.get(rule.id) ?? [], input) ?? []);
  const waivers = input.waivers.flatMap((waiver) => {
    const rule = rules.find(({ id, note }) => id === waiver.rule && note !== leftOut);
    return rule ? [applyWaiver(waiver, rule, input)] : [];
  });
  const chosen = new Set(selected.map(({ id }) => id));
  const mismatches = cases.flatMap((ran) => ran.mismatches);
  const outside = mismatches.filter(({ rule, outcome }) => outcome === 'fail' && !chosen.has(rule));
  const { rules: globs, operation, quick } = selection;
  const report: Report = {
    suite: { version: readPackageVersion() },
    contract: { version, sha256 },
    ...facts,
    verdict: decideVerdict(rules, waivers, input),
    ...(isNarrowed(selection) && {
      selection: { rules: [...globs], ...(operation && { operation }), ...(quick && { quick }) },
    }),
    summary: summarize(rules),
    coverage: countCoverage(rules),
    ...pickFilled({ took, scope, learned }),
    ...{ rules, waivers },
    ...(outside.length > 0 && { outsideSelection: [...new Set(outside.map(({ rule }) => rule))].sort() }),
  };
  if (!baseline || report.verdict === 'interrupted') return report;
  const comparison = compareReports(baseline, report);
  const verdict = isWorse(comparison) && report.verdict !== 'nonConformant' ? 'worse' : report.verdict;
  return { ...report, verdict, comparison };
}

/** The members that are not empty. */
function pickFilled<Members extends object>(members: Members) {
  const entries = Object.entries(members).filter(([, value]) => Object.keys(value ?? {}).length > 0);
  return Object.fromEntries(entries) as { [Name in keyof Members]?: NonNullable<Members[Name]> };
}

/** The number of judged rules and of rules about the target. A rule about several operations counts for each. */
function countCoverage(rules: readonly RuleReport[]): Report['coverage'] {
  const count = (some: readonly RuleReport[]) => ({
    judged: some.filter(({ outcome }) => isJudged(outcome)).length,
    of: some.filter(({ outcome }) => outcome !== 'notApplicable').length,
  });
  const groups = [...groupBy(rules, ({ operation }) => operation)];
  return { ...count(rules), byOperation: Object.fromEntries(groups.map(([name, some]) => [name, count(some)])) };
}

function decideVerdict(rules: RuleReport[], waivers: WaiverReport[], input: RunInput): Report['verdict'] {
  if (input.interrupted) return 'interrupted';
  if (rules.some(({ outcome, waived }) => outcome === 'fail' && !waived)) return 'nonConformant';
  if (!waivers.every(isInOrder)) return 'nonConformant';
  const isOpen = ({ level, outcome }: RuleReport) => level === 'MUST' && (outcome === 'blocked' || isUnsure(outcome));
  if (input.learned?.stoppedAnsweringAt !== undefined || rules.some(isOpen)) return 'incomplete';
  return input.partial || isNarrowed(input.selection) ? 'partial' : 'conformant';
}

/** Marks the rule of a waiver, which counts up to and including its day. A run of some cases can't show that a waiver is not needed. */
function applyWaiver(waiver: Waiver, rule: RuleReport, { facts, partial }: RunInput): WaiverReport {
  const { reason, owner, until } = waiver;
  if (until < facts.startedAt.slice(0, 10)) return { ...waiver, state: 'expired' };
  if (rule.outcome === 'fail' || rule.outcome === 'warn') {
    rule.waived = { reason, owner, until };
    return { ...waiver, state: 'applied' };
  }
  if (!partial && rule.outcome === 'pass') return { ...waiver, state: 'passing' };
  return { ...waiver, state: !partial && rule.outcome === 'notApplicable' ? 'unused' : 'notJudged' };
}

type Finding = CaseReport & { rule: string; isCutShort?: true | undefined };

/** The findings on each rule by its cases and by every answer; the findings of probes only for rules without another finding. */
function groupFindings(cases: readonly CaseRecord[]): Map<string, Finding[]> {
  const found = [...cases.filter(({ isProbe }) => !isProbe).flatMap(toFindings), ...judgeAnswers(cases)];
  const known = new Set(found.map(({ rule }) => rule));
  const probed = cases.filter(({ isProbe }) => isProbe).flatMap(toFindings);
  return groupBy([...found, ...probed.filter(({ rule }) => !known.has(rule))], ({ rule }) => rule);
}

function toFindings({ title, verdicts, durationMs, isCutShort }: CaseRecord): Finding[] {
  return verdicts.map((verdict) => {
    return { title, ...verdict, durationMs, ...(verdict.outcome === 'error' && { isCutShort }) };
  });
}

/** The findings on every answer: how often each rule held, or its mismatches. */
function judgeAnswers(cases: readonly CaseRecord[]): Finding[] {
  const about = { title: 'every answer is judged by the contract and its invariants', durationMs: 0 };
  const mismatches = cases.flatMap((ran) => ran.mismatches.map((mismatch) => ({ ran, mismatch })));
  // The index of the entry that broke the rule makes no difference.
  const groups = groupBy(
    mismatches,
    ({ mismatch: { rule, expected = '' } }) => `${rule} ${expected.replace(/\/\d+/g, '/n')}`,
  );
  const broken = [...groups.values()].map((equal) => {
    const count = new Set(equal.map(({ ran }) => ran)).size;
    const note = count > 1 && { note: `seen in ${count} cases` };
    return { ...about, ...(equal[0]?.mismatch as Verdict), ...note };
  });
  const brokenRules = new Set<string>(mismatches.map(({ mismatch }) => mismatch.rule));
  const shown = Object.entries(sumCounts(cases.map((ran) => ran.shown ?? {}))).filter(
    ([rule]) => !brokenRules.has(rule),
  );
  const held = shown.map(([rule, count]) => {
    return { ...about, rule, outcome: 'pass' as const, note: `held in ${formatCount(count, 'answer')}` };
  });
  return [...held, ...broken];
}

function judgeRule(rule: Rule, found: Finding[], { partial, selection, interrupted }: RunInput) {
  const { id, level, basis, operation, statement, clause } = rule;
  const cases = found.filter(({ isCutShort }) => !isCutShort).map(({ isCutShort: _, rule: _id, ...shown }) => shown);
  const makeReport = (outcome: RuleReport['outcome'], note?: string): RuleReport => {
    return { id, level, basis, operation, statement, clause, outcome, ...(note && { note }), cases };
  };
  if (rule.observe === 'nobody') return makeReport('notApplicable', rule.reason ?? 'the rule is not observable');
  const outcome = findWorst(found.map((finding) => finding.outcome));
  if (cases.length < found.length)
    return makeReport(outcome, 'not all of its cases ran, as the target stopped answering');
  const outside = cases.filter((shown) => shown.outcome === 'outOfScope').length;
  if (outside > 0 && outside < cases.length)
    return makeReport(outcome, `${outside} of ${cases.length} cases are out of scope`);
  if (cases.length > 0) return makeReport(outcome);
  if (partial) return undefined;
  if (selection.quick) return makeReport('notApplicable', leftOut);
  if (interrupted) return makeReport('inconclusive', 'not reached before the run was interrupted');
  return makeReport('error', 'no case of this rule ran');
}

/** The number of runs in a row that may leave a rule unjudged by chance. */
const maxUnjudgedRuns = 2;

const rank: readonly Outcome[] = ['fail', 'warn', 'pass'];

/** A rule in the earlier report: its outcome, the last good one, and the number of runs since. */
interface Earlier {
  outcome: Outcome;
  inOrder: Outcome;
  runs: number;
}

/** Compares the outcomes of rules in an earlier run and in this one. */
export function compareReports(old: Baseline, next: Report): Comparison {
  const before = collectEarlier(old);
  const waived = new Set(next.waivers?.filter(isInOrder).map(({ rule }) => rule));
  const result: Comparison = { better: [], worse: [], unsure: [], waived: [], appeared: [], vanished: [] };
  for (const rule of next.rules) {
    const { id, outcome } = rule;
    if (next.selection?.quick && outcome === 'notApplicable') continue;
    const was = before.get(id);
    const kind = was && classifyChange(was, rule);
    if (!was || !kind) result.appeared.push({ rule: id, new: outcome });
    else if (kind === 'better') result.better.push({ rule: id, old: was.outcome, new: outcome });
    else if (kind !== 'same') {
      const change = { rule: id, old: was.inOrder, new: outcome, runs: was.runs };
      result[waived.has(id) ? 'waived' : kind].push(change);
    }
  }
  if (next.selection) return result;
  // A rule that was not judged before can't be lost.
  const judged = [...before]
    .map(([id, { inOrder }]) => ({ rule: id, old: inOrder }))
    .filter(({ old }) => isJudged(old));
  const known = new Set(next.rules.map(({ id }) => id));
  result.vanished = [...(old.comparison?.vanished ?? []), ...judged].filter(({ rule }) => !known.has(rule));
  return result;
}

function collectEarlier({ rules, comparison = { vanished: [] } }: Baseline): Map<string, Earlier> {
  const { worse = [], unsure = [], waived = [] } = comparison;
  // An outcome that a waiver has accepted is the new measure.
  const isOpen = (change: OutcomeChange) => change.new !== undefined && !isJudged(change.new);
  const open = new Map([...worse, ...unsure, ...waived.filter(isOpen)].map((change) => [change.rule, change]));
  return new Map(
    rules.map(({ id, outcome }) => {
      const { old: inOrder = outcome, runs = isUnsure(outcome) ? 1 : 0 } = open.get(id) ?? {};
      return [id, { outcome, inOrder, runs: runs + 1 }];
    }),
  );
}

/** True if a run is worse than the earlier one: rules that vanished count. */
export function isWorse({ worse, vanished }: Comparison): boolean {
  return worse.length > 0 || vanished.length > 0;
}

function classifyChange(was: Earlier, rule: RuleReport): 'better' | 'worse' | 'unsure' | 'same' | undefined {
  const { outcome: now } = rule;
  if (!isUnsure(now) && !isJudged(now) && !isJudged(was.inOrder)) return 'same';
  if (isByChance(rule)) return was.runs > maxUnjudgedRuns ? 'worse' : 'unsure';
  if (!isJudged(now)) return 'worse';
  // A rule that was not judged before has no rank: a warning is new.
  if (!isJudged(was.inOrder)) return ({ fail: 'worse', pass: 'better' } as const)[now as 'fail' | 'pass'];
  const improved = rank.indexOf(now) - rank.indexOf(was.inOrder);
  if (improved < 0) return 'worse';
  return improved > 0 || was.outcome !== now ? 'better' : 'same';
}

/** True if a rule is not judged because of an error, or has nothing to judge. A report written by hand may have no cases. */
function isByChance({ outcome, cases = [] }: RuleReport): boolean {
  if (isUnsure(outcome)) return true;
  return !isJudged(outcome) && cases.some((testCase) => testCase.outcome === 'notApplicable');
}

/** Reads a report. Throws an error of one line when it can't be read, or is none. */
export function readReport(file: string): Report {
  const text = readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    refuse(`${file}: isn't a report (${(error as Error).message})`);
  }
  if (!isReport(value)) refuse(`${file}: isn't a report of this suite`);
  return value;
}

/** True if a parsed file is a canonical report, as far as comparing needs it. */
export function isReport(value: unknown): value is Report {
  const rules = (value as { rules?: unknown } | null)?.rules;
  if (!Array.isArray(rules)) return false;
  return rules.every((rule) => typeof rule?.id === 'string' && outcomes.includes(rule.outcome));
}
