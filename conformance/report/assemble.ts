import { grouped } from '../../spec/grouped.ts';
import type { Rule } from '../../spec/register.ts';
import { counted } from '../../spec/texts.ts';
import type { Baseline } from '../suite/outcome/baseline.ts';
import { added, isJudged, isUnsure, outcomes, worst } from '../suite/outcome/outcome.ts';
import type { CaseRecord, Took } from '../suite/outcome/verdict.ts';
import { seenTogether } from '../suite/run/seen-answers.ts';
import { isNarrowed, isSelected, type Selection } from '../suite/run/selection.ts';
import type { Waiver } from '../suite/target/target.ts';
import { compareReports, handedOn, isWorse } from './compare.ts';
import type { CaseReport, Coverage, Report, RuleReport, WaiverReport } from './report.ts';
import { isInOrder } from './text.ts';

/** One case as it ran. */
export interface RanCase extends CaseRecord {
  durationMs: number;
}

/** What a report is made of. */
export interface RunInput
  extends Pick<
    Report,
    'suite' | 'contract' | 'target' | 'runId' | 'scope' | 'seed' | 'startedAt' | 'durationMs' | 'learned'
  > {
  register: Iterable<Rule>;
  cases: readonly RanCase[];
  selection: Selection;
  waivers: readonly Waiver[];
  /** An earlier run to compare with. */
  baseline?: Baseline | undefined;
  interrupted: boolean;
  /** Only some of the cases ran, as Playwright was given filters of its own: a rule without a case is no mistake then. */
  partial?: boolean;
}

/** Why a rule has no case in a quick run. */
const leftOut = 'left out by --quick';
/** The title under which a rule shows the findings in the answers of all cases. */
const contractCheck = 'every answer is judged by the contract and its invariants';

/** Folds the records of all cases into the canonical report of a run. */
export function assemble(input: RunInput): Report {
  const { runId, suite, contract, target, seed, startedAt, durationMs, scope = {}, learned = {}, selection } = input;
  const selected = [...input.register].filter((rule) => !rule.retired && isSelected(rule, selection));
  const [collected, probed] = [collect(input.cases, false), collect(input.cases, true)];
  const rules = selected.flatMap(
    (rule) => describeRule(rule, collected.get(rule.id) ?? probed.get(rule.id) ?? [], input) ?? [],
  );
  const judged = new Set(rules.filter(({ note }) => note !== leftOut).map(({ id }) => id));
  const waivers = input.waivers.filter(({ rule }) => judged.has(rule)).map((waiver) => apply(waiver, rules, input));
  const chosen = new Set<string>(selected.map(({ id }) => id));
  const broken = input.cases.flatMap(({ mismatches }) => mismatches).filter(({ outcome }) => outcome === 'fail');
  const outside = new Set(broken.map(({ rule }) => rule).filter((rule) => !chosen.has(rule)));
  const took = longest(input.cases);
  const seen = input.cases.flatMap((one) => one.seen ?? []);
  const { rules: globs, operation, quick } = selection;
  const report: Report = {
    ...{ suite, contract, target },
    ...(runId !== undefined && { runId }),
    ...{ seed, startedAt, durationMs: Math.round(durationMs) },
    ...(Object.keys(took).length > 0 && { took }),
    verdict: verdictOf(rules, waivers, input),
    ...(isNarrowed(selection) && {
      selection: { rules: [...globs], ...(operation && { operation }), ...(quick && { quick }) },
    }),
    summary: summarize(rules),
    coverage: {
      ...coverageOf(rules),
      byOperation: Object.fromEntries([...byOperation(rules)].map(([name, of]) => [name, coverageOf(of)])),
    },
    ...(Object.keys(scope).length > 0 && { scope }),
    ...{ rules, waivers },
    ...(Object.keys(learned).length > 0 && { learned }),
    ...(seen.length > 0 && { seen: seenTogether(seen) }),
    ...(outside.size > 0 && { outsideSelection: [...outside].sort() }),
  };
  return input.baseline && report.verdict !== 'interrupted' ? comparedWith(input.baseline, report) : report;
}

/** Rules by their operations; one about several is listed with each. */
export function byOperation(rules: readonly RuleReport[]): Map<string, RuleReport[]> {
  return grouped(rules, ({ operation }) => operation);
}

/** How many rules have each outcome. */
export function summarize(rules: readonly RuleReport[]): Report['summary'] {
  const counts = outcomes.map((outcome) => [outcome, rules.filter((rule) => rule.outcome === outcome).length]);
  return Object.fromEntries(counts) as Report['summary'];
}

/** How many of these rules were judged, of those that are about the target. */
export function coverageOf(rules: readonly RuleReport[]): Coverage {
  return {
    judged: rules.filter(({ outcome }) => isJudged(outcome)).length,
    of: rules.filter(({ outcome }) => outcome !== 'notApplicable').length,
  };
}

/** The report with its differences from an earlier run, and what the next comparison has to know. */
function comparedWith(baseline: Baseline, report: Report): Report {
  const comparison = compareReports(baseline, report);
  const waived = new Set(comparison.waived.map(({ rule }) => rule));
  const rules = report.rules.map((rule) => {
    const before = handedOn(baseline, rule, waived.has(rule.id));
    return before ? { ...rule, before } : rule;
  });
  const verdict = isWorse(comparison) && report.verdict !== 'nonConformant' ? 'worse' : report.verdict;
  return { ...report, verdict, rules, comparison };
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

function longest(cases: readonly RanCase[]): Took {
  const max = (name: keyof Took) => Math.max(0, ...cases.map(({ took }) => took?.[name] ?? 0));
  const [readMs, mailMs] = [max('readMs'), max('mailMs')];
  return { ...(readMs > 0 && { readMs }), ...(mailMs > 0 && { mailMs }) };
}

/** The findings on each rule by its cases, or by the probes, and by every answer. */
function collect(cases: readonly RanCase[], ofProbes: boolean): Map<string, CaseReport[]> {
  const byRule = new Map<string, CaseReport[]>();
  const add = (rule: string, one: CaseReport) => byRule.set(rule, [...(byRule.get(rule) ?? []), one]);
  for (const { title, verdicts, durationMs, isCutShort, isProbe = false } of cases)
    for (const { rule, ...rest } of isProbe === ofProbes ? verdicts : [])
      if (!isCutShort || rest.outcome !== 'error') add(rule, { title, ...rest, durationMs });
  const mismatches = cases.flatMap((one) => one.mismatches);
  const isBroken = new Set<string>(mismatches.map(({ rule }) => rule));
  const about = { title: contractCheck, durationMs: 0 };
  for (const [rule, count] of Object.entries(added(cases.map(({ shown = {} }) => shown))))
    if (!isBroken.has(rule)) add(rule, { ...about, outcome: 'pass', note: `held in ${counted(count, 'answer')}` });
  for (const [first, ...more] of grouped(
    mismatches,
    ({ rule, expected = '' }) => `${rule} ${placeless(expected)}`,
  ).values())
    if (first) {
      const { rule, ...rest } = first;
      add(rule, { ...about, ...rest, ...(more.length > 0 && { note: `seen in ${more.length + 1} cases` }) });
    }
  return byRule;
}

/** An expectation without the index of the entry that broke it. */
const placeless = (expected: string) => expected.replace(/\/\d+/g, '/n');

function describeRule(rule: Rule, cases: CaseReport[], input: RunInput): RuleReport | undefined {
  const { id, level, basis, operation, statement, clause } = rule;
  const base = { id, level, basis, operation, statement, clause };
  const found = cases.map(({ outcome }) => outcome);
  if (rule.observe === 'nobody')
    return { ...base, outcome: 'notApplicable', note: rule.reason ?? 'nobody can observe it', cases };
  const isCutShort = input.cases.some(
    (one) => one.isCutShort && one.verdicts.some((verdict) => verdict.rule === id && verdict.outcome === 'error'),
  );
  if (isCutShort) {
    const note = 'not all of its cases ran, as the target stopped answering';
    return { ...base, outcome: worst(['error', ...found]), note, cases };
  }
  if (cases.length > 0) {
    const outside = found.filter((outcome) => outcome === 'outOfScope').length;
    const note = `${outside} of ${cases.length} cases are out of scope`;
    return { ...base, outcome: worst(found), ...(outside > 0 && outside < cases.length && { note }), cases };
  }
  if (input.partial) return undefined;
  if (input.selection.quick) return { ...base, outcome: 'notApplicable', note: leftOut, cases };
  return input.interrupted
    ? { ...base, outcome: 'inconclusive', note: 'not reached before the run was interrupted', cases }
    : { ...base, outcome: 'error', note: 'no case of this rule ran', cases };
}
