import { grouped } from '../../spec/grouped.ts';
import type { Rule } from '../../spec/register.ts';
import { counted } from '../../spec/texts.ts';
import { seenTogether } from '../suite/api/seen-answers.ts';
import { added, isJudged, isUnsure, outcomes, worst } from '../suite/outcome/outcome.ts';
import type { CaseRecord } from '../suite/outcome/verdict.ts';
import { isNarrowed, isSelected, type Selection } from '../suite/run/selection.ts';
import type { Waiver } from '../suite/target/target.ts';
import { compareReports, isWorse } from './compare.ts';
import {
  type Baseline,
  type CaseReport,
  type Coverage,
  isInOrder,
  type Report,
  type RuleReport,
  type WaiverReport,
} from './report.ts';

/** The record of a case that ran. */
export interface RanCase extends CaseRecord {
  durationMs: number;
}

/** The facts about a run that its report is made of. */
export interface RunInput
  extends Pick<
    Report,
    'suite' | 'contract' | 'target' | 'runId' | 'scope' | 'seed' | 'startedAt' | 'durationMs' | 'learned' | 'took'
  > {
  register: Iterable<Rule>;
  cases: readonly RanCase[];
  selection: Selection;
  waivers: readonly Waiver[];
  /** An earlier run to compare with. */
  baseline?: Baseline | undefined;
  interrupted: boolean;
  /** Not all cases ran, as the traffic is recorded: a rule without a case is no mistake then. */
  partial?: boolean;
}

/** Why a rule has no case in a quick run. */
const leftOut = 'left out by --quick';

/** Folds the records of all cases into the canonical report of a run. */
export function assemble(input: RunInput): Report {
  const {
    runId,
    suite,
    contract,
    target,
    seed,
    startedAt,
    durationMs,
    scope = {},
    learned = {},
    took = {},
    selection,
  } = input;
  const selected = [...input.register].filter((rule) => !rule.retired && isSelected(rule, selection));
  const found = findings(input.cases);
  const rules = selected.flatMap((rule) => describeRule(rule, found.get(rule.id) ?? [], input) ?? []);
  const judged = new Set(rules.filter(({ note }) => note !== leftOut).map(({ id }) => id));
  const waivers = input.waivers.filter(({ rule }) => judged.has(rule)).map((waiver) => apply(waiver, rules, input));
  const broken = input.cases.flatMap(({ mismatches }) => mismatches).filter(({ outcome }) => outcome === 'fail');
  const chosen = new Set<string>(selected.map(({ id }) => id));
  const outside = new Set(broken.map(({ rule }) => rule).filter((rule) => !chosen.has(rule)));
  const seen = input.cases.flatMap((one) => one.seen ?? []);
  const { rules: globs, operation, quick } = selection;
  const report: Report = {
    ...{ suite, contract, target },
    ...(runId !== undefined && { runId }),
    ...{ seed, startedAt, durationMs: Math.round(durationMs) },
    ...present('took', took),
    verdict: verdictOf(rules, waivers, input),
    ...(isNarrowed(selection) && {
      selection: { rules: [...globs], ...(operation && { operation }), ...(quick && { quick }) },
    }),
    summary: summarize(rules),
    coverage: {
      ...coverageOf(rules),
      byOperation: Object.fromEntries([...byOperation(rules)].map(([name, of]) => [name, coverageOf(of)])),
    },
    ...present('scope', scope),
    ...{ rules, waivers },
    ...present('learned', learned),
    ...(seen.length > 0 && { seen: seenTogether(seen) }),
    ...(outside.size > 0 && { outsideSelection: [...outside].sort() }),
  };
  if (!input.baseline || report.verdict === 'interrupted') return report;
  const comparison = compareReports(input.baseline, report);
  const verdict = isWorse(comparison) && report.verdict !== 'nonConformant' ? 'worse' : report.verdict;
  return { ...report, verdict, comparison };
}

/** A member that is left out where it is empty. */
function present<Name extends string, Value extends object>(name: Name, value: Value): { [N in Name]?: Value } {
  return (Object.keys(value).length > 0 ? { [name]: value } : {}) as { [N in Name]?: Value };
}

/** Rules by their operations; a rule about several is listed with each. */
export function byOperation(rules: readonly RuleReport[]): Map<string, RuleReport[]> {
  return grouped(rules, ({ operation }) => operation);
}

/** The number of rules with each outcome. */
export function summarize(rules: readonly RuleReport[]): Report['summary'] {
  const counts = outcomes.map((outcome) => [outcome, rules.filter((rule) => rule.outcome === outcome).length]);
  return Object.fromEntries(counts) as Report['summary'];
}

/** The number of judged rules, of those that are about the target. */
export function coverageOf(rules: readonly RuleReport[]): Coverage {
  return {
    judged: rules.filter(({ outcome }) => isJudged(outcome)).length,
    of: rules.filter(({ outcome }) => outcome !== 'notApplicable').length,
  };
}

function verdictOf(
  rules: readonly RuleReport[],
  waivers: readonly WaiverReport[],
  { interrupted, partial, selection, learned }: RunInput,
): Report['verdict'] {
  if (interrupted) return 'interrupted';
  if (rules.some(({ outcome, waived }) => outcome === 'fail' && !waived)) return 'nonConformant';
  if (!waivers.every(isInOrder)) return 'nonConformant';
  const isOpen = ({ level, outcome }: RuleReport) => level === 'MUST' && (outcome === 'blocked' || isUnsure(outcome));
  if (learned?.stoppedAnsweringAt !== undefined || rules.some(isOpen)) return 'incomplete';
  return partial || isNarrowed(selection) ? 'partial' : 'conformant';
}

/** Marks the rule of a waiver, which counts up to and including its day. Rules that were not judged leave its state open. */
function apply(waiver: Waiver, rules: RuleReport[], { startedAt, partial }: RunInput): WaiverReport {
  const rule = rules.find(({ id }) => id === waiver.rule);
  const { reason, owner, until } = waiver;
  if (until < startedAt.slice(0, 10)) return { ...waiver, state: 'expired' };
  if (rule?.outcome === 'pass') return { ...waiver, state: partial ? 'notJudged' : 'passing' };
  if (rule === undefined || rule.outcome === 'notApplicable')
    return { ...waiver, state: partial ? 'notJudged' : 'unused' };
  if (!isJudged(rule.outcome)) return { ...waiver, state: 'notJudged' };
  rule.waived = { reason, owner, until };
  return { ...waiver, state: 'applied' };
}

type Finding = CaseReport & { isCutShort?: true | undefined };

/** The findings on each rule by its cases and by every answer; those of probes where there are no others. */
function findings(cases: readonly RanCase[]): Map<string, Finding[]> {
  const ofCases = (ran: readonly RanCase[]) =>
    ran.flatMap(({ title, verdicts, durationMs, isCutShort }) =>
      verdicts.map(({ rule, ...rest }) => {
        return { rule, finding: { title, ...rest, durationMs, ...(rest.outcome === 'error' && { isCutShort }) } };
      }),
    );
  const found = [...ofCases(cases.filter(({ isProbe }) => !isProbe)), ...ofAnswers(cases)];
  const known = new Set(found.map(({ rule }) => rule));
  const probed = ofCases(cases.filter(({ isProbe }) => isProbe)).filter(({ rule }) => !known.has(rule));
  const byRule = grouped([...found, ...probed], ({ rule }) => rule);
  return new Map([...byRule].map(([rule, list]) => [rule, list.map(({ finding }) => finding)]));
}

/** Every answer is judged by the contract and its invariants: how often a rule held, or by what it was broken. */
function ofAnswers(cases: readonly RanCase[]): { rule: string; finding: Finding }[] {
  const about = { title: 'every answer is judged by the contract and its invariants', durationMs: 0 };
  const mismatches = cases.flatMap((one) => one.mismatches);
  // Without the index of the entry that broke it.
  const placeless = (expected: string) => expected.replace(/\/\d+/g, '/n');
  const groups = grouped(mismatches, ({ rule, expected = '' }) => `${rule} ${placeless(expected)}`);
  const broken = [...groups.values()].flatMap(([first, ...more]) => {
    if (!first) return [];
    const { rule, ...rest } = first;
    const note = more.length > 0 && { note: `seen in ${more.length + 1} cases` };
    return { rule, finding: { ...about, ...rest, ...note } };
  });
  const isBroken = new Set<string>(mismatches.map(({ rule }) => rule));
  const held = Object.entries(added(cases.map(({ shown = {} }) => shown))).flatMap(([rule, count]) =>
    isBroken.has(rule)
      ? []
      : { rule, finding: { ...about, outcome: 'pass' as const, note: `held in ${counted(count, 'answer')}` } },
  );
  return [...held, ...broken];
}

function describeRule(rule: Rule, found: Finding[], { partial, selection, interrupted }: RunInput) {
  const { id, level, basis, operation, statement, clause } = rule;
  const cases = found.filter(({ isCutShort }) => !isCutShort).map(({ isCutShort: _, ...one }) => one);
  const described = (outcome: RuleReport['outcome'], note?: string): RuleReport => {
    return { id, level, basis, operation, statement, clause, outcome, ...(note && { note }), cases };
  };
  if (rule.observe === 'nobody') return described('notApplicable', rule.reason ?? 'nobody can observe it');
  const outcome = worst(found.map((one) => one.outcome));
  if (cases.length < found.length)
    return described(outcome, 'not all of its cases ran, as the target stopped answering');
  const outside = cases.filter((one) => one.outcome === 'outOfScope').length;
  const isSplit = outside > 0 && outside < cases.length;
  if (cases.length > 0)
    return described(outcome, isSplit ? `${outside} of ${cases.length} cases are out of scope` : undefined);
  if (partial) return undefined;
  if (selection.quick) return described('notApplicable', leftOut);
  return interrupted
    ? described('inconclusive', 'not reached before the run was interrupted')
    : described('error', 'no case of this rule ran');
}
