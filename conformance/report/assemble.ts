import type { Rule } from '../../spec/register.ts';
import { counted } from '../../spec/texts.ts';
import type { Baseline } from '../suite/outcome/baseline.ts';
import { type Outcome, worst } from '../suite/outcome/outcome.ts';
import type { CaseRecord, Took } from '../suite/outcome/verdict.ts';
import { added } from '../suite/run/attempts.ts';
import { seenTogether } from '../suite/run/seen-answers.ts';
import { isNarrowed, isSelected, type Selection } from '../suite/run/selection.ts';
import type { Waiver } from '../suite/target/target.ts';
import { compareReports, handedOn, isWorse } from './compare.ts';
import { coverageOf, summarize } from './groups.ts';
import type { CaseReport, Report, RuleReport } from './report.ts';
import { applyWaivers, isInOrder } from './waivers.ts';

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
/** The title under which a rule shows what the answers of all cases say about it. */
const contractCheck = 'every answer is judged by the contract and its invariants';

/** Makes the canonical report of a run. */
export function assemble(input: RunInput): Report {
  const rules = [...input.register].filter((rule) => !rule.retired);
  const selected = rules.filter((rule) => isSelected(rule, input.selection));
  const collected = collect(input.cases);
  const probed = collect(input.cases, true);
  const reports = selected.flatMap((rule) => {
    const described = describeRule(rule, collected.get(rule.id) ?? probed.get(rule.id) ?? [], input);
    return described ? [described] : [];
  });
  const chosen = new Set<string>(selected.map(({ id }) => id));
  const today = input.startedAt.slice(0, 10);
  const judged = new Set<string>(reports.filter(({ note }) => note !== leftOut).map(({ id }) => id));
  const waivers = applyWaivers(
    reports,
    input.waivers.filter(({ rule }) => judged.has(rule)),
    { today, partial: input.partial },
  );
  const outside = input.cases
    .flatMap(({ mismatches }) => mismatches)
    .flatMap(({ rule, outcome }) => (outcome === 'fail' && !chosen.has(rule) ? [rule] : []));
  const verdict = verdictOf(reports, waivers, input);
  const seen = input.cases.flatMap((one) => one.seen ?? []);
  return comparedWith(input.baseline, {
    suite: input.suite,
    contract: input.contract,
    target: input.target,
    ...(input.runId !== undefined && { runId: input.runId }),
    seed: input.seed,
    startedAt: input.startedAt,
    durationMs: Math.round(input.durationMs),
    ...longest(input.cases),
    verdict,
    ...selectionOf(input.selection),
    summary: summarize(reports),
    coverage: coverageOf(reports),
    ...(Object.keys(input.scope ?? {}).length > 0 && { scope: input.scope }),
    rules: reports,
    waivers,
    ...(input.learned && Object.keys(input.learned).length > 0 && { learned: input.learned }),
    ...(seen.length > 0 && { seen: seenTogether(seen) }),
    ...(outside.length > 0 && { outsideSelection: [...new Set(outside)].sort() }),
  });
}

/** The report with what differs from an earlier run, and with what the next comparison has to know. */
function comparedWith(baseline: Baseline | undefined, report: Report): Report {
  if (!baseline || report.verdict === 'interrupted') return report;
  const comparison = compareReports(baseline, report);
  const waived = new Set(comparison.waived.map(({ rule }) => rule));
  const rules = report.rules.map((rule) => {
    const before = handedOn(baseline, rule, waived.has(rule.id));
    return before ? { ...rule, before } : rule;
  });
  const verdict = isWorse(comparison) && report.verdict !== 'nonConformant' ? 'worse' : report.verdict;
  return { ...report, verdict, rules, comparison };
}

/** The verdict of a run, by its rules and waivers. */
function verdictOf(
  rules: readonly RuleReport[],
  waivers: Report['waivers'],
  { interrupted, partial, selection, learned = {} }: RunInput,
): Report['verdict'] {
  if (interrupted) return 'interrupted';
  if (rules.some(({ outcome, waived }) => outcome === 'fail' && !waived)) return 'nonConformant';
  if (!waivers.every(isInOrder)) return 'nonConformant';
  if (learned.stoppedAnsweringAt !== undefined) return 'incomplete';
  const undecided: Outcome[] = ['blocked', 'error', 'inconclusive'];
  const isOpen = ({ level, outcome }: RuleReport) => level === 'MUST' && undecided.includes(outcome);
  if (rules.some(isOpen)) return 'incomplete';
  return partial || isNarrowed(selection) ? 'partial' : 'conformant';
}

function longest(cases: readonly RanCase[]): Pick<Report, 'took'> {
  const max = (name: keyof Took) => Math.max(0, ...cases.map(({ took }) => took?.[name] ?? 0));
  const [readMs, mailMs] = [max('readMs'), max('mailMs')];
  return readMs + mailMs > 0 ? { took: { ...(readMs && { readMs }), ...(mailMs && { mailMs }) } } : {};
}

/** What is found of each rule, by its cases and by every answer; or by the probes, where nothing else is. */
function collect(cases: readonly RanCase[], ofProbes = false): Map<string, CaseReport[]> {
  const byRule = new Map<string, CaseReport[]>();
  const mismatches = new Map<string, { report: CaseReport; count: number; rule: string }>();
  for (const { title, verdicts, mismatches: found, durationMs, isCutShort, isProbe = false } of cases) {
    for (const { rule, ...rest } of isProbe === ofProbes ? verdicts : []) {
      if (isCutShort && rest.outcome === 'error') continue;
      byRule.set(rule, [...(byRule.get(rule) ?? []), { title, ...rest, durationMs }]);
    }
    for (const { rule, ...rest } of found) {
      const key = `${rule} ${rest.expected?.replace(/\/\d+/g, '/n')}`;
      const known = mismatches.get(key);
      if (known) known.count += 1;
      else mismatches.set(key, { rule, count: 1, report: { title: contractCheck, ...rest, durationMs: 0 } });
    }
  }
  for (const [rule, count] of Object.entries(added(cases.map(({ shown = {} }) => shown)))) {
    if ([...mismatches.values()].some((one) => one.rule === rule)) continue;
    const held = { title: contractCheck, outcome: 'pass' as const, note: `held in ${counted(count, 'answer')}` };
    byRule.set(rule, [...(byRule.get(rule) ?? []), { ...held, durationMs: 0 }]);
  }
  for (const { rule, report, count } of mismatches.values()) {
    const note = count > 1 ? { note: `met in ${count} cases` } : {};
    byRule.set(rule, [...(byRule.get(rule) ?? []), { ...report, ...note }]);
  }
  return byRule;
}

function describeRule(rule: Rule, cases: CaseReport[], input: RunInput): RuleReport | undefined {
  const { id, level, basis, operation, statement, clause } = rule;
  const base = { id, level, basis, operation, statement, clause };
  if (rule.observe === 'nobody') {
    return { ...base, outcome: 'notApplicable', note: rule.reason ?? 'nobody can observe it', cases };
  }
  if (isCutShort(rule, input)) {
    const outcome = worst(['error', ...cases.map((one) => one.outcome)]);
    return { ...base, outcome, note: 'not all of its cases ran, as the target stopped answering', cases };
  }
  if (cases.length > 0) {
    const outcome = worst(cases.map((one) => one.outcome));
    const outside = cases.filter((one) => one.outcome === 'outOfScope').length;
    const some = outside > 0 && outside < cases.length;
    return { ...base, outcome, ...(some && { note: `${outside} of ${cases.length} cases are out of scope` }), cases };
  }
  if (input.partial) return undefined;
  if (input.selection.quick) return { ...base, outcome: 'notApplicable', note: leftOut, cases };
  const note = input.interrupted ? 'not reached before the run was interrupted' : 'no case of this rule ran';
  return { ...base, outcome: input.interrupted ? 'inconclusive' : 'error', note, cases };
}

/** Whether a case of the rule was not run, or not to its end. */
function isCutShort({ id }: Rule, { cases }: RunInput): boolean {
  return cases.some(
    (one) => one.isCutShort && one.verdicts.some(({ rule, outcome }) => rule === id && outcome === 'error'),
  );
}

function selectionOf(selection: Selection): Pick<Report, 'selection'> {
  if (!isNarrowed(selection)) return {};
  const { rules, operation, quick } = selection;
  return { selection: { rules: [...rules], ...(operation && { operation }), ...(quick && { quick }) } };
}
