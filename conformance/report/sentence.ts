import { counted } from '../../spec/texts.ts';
import { learnedLines } from './learned.ts';
import type { Report, RuleReport } from './report.ts';
import { isInOrder } from './waivers.ts';

/** The headline: the verdict in a sentence, before it what nobody may overlook. */
export function sentence(report: Report): string {
  return [...learnedLines(report).headline, verdictSentence(report)].join(' ');
}

/** That a target conforms is never said without how much was judged, the scope and the waivers. */
function verdictSentence(report: Report): string {
  const { verdict, target, rules, waivers, scope, coverage, comparison } = report;
  const broken = rules.filter(({ outcome, waived }) => outcome === 'fail' && !waived).length;
  switch (verdict) {
    case 'conformant':
      return `${target.name} conforms${scope ? ' within its scope' : ''}: ${coverage.judged} of ${coverage.of} rules judged${furtherOutcomes(report)}.`;
    case 'partial':
      if (coverage.judged === 0) return 'None of the rules chosen was judged.';
      if (rules.some(isWaived))
        return `${target.name} breaks no rule that is not waived: ${counted(coverage.judged, 'rule')} judged here${furtherOutcomes(report)}.`;
      return coverage.judged === 1
        ? `${target.name} does not break the one rule judged here${furtherOutcomes(report)}.`
        : `${target.name} breaks none of the ${coverage.judged} rules judged here${furtherOutcomes(report)}.`;
    case 'worse': {
      const { worse = [], vanished = [] } = comparison ?? {};
      const [lower, gone] = [worse, vanished].map((changes) => changes.map(({ rule }) => rule)) as [string[], string[]];
      const fares =
        lower.length > 0
          ? `fares worse than in the baseline: ${counted(lower.length, 'rule')} (${some(lower)})`
          : 'fares no worse than in the baseline';
      const loss =
        gone.length > 0 ? `; ${counted(gone.length, 'rule')} of it the suite no longer has (${some(gone)})` : '';
      return `${target.name} ${fares}${loss}${furtherOutcomes(report)}.`;
    }
    case 'nonConformant': {
      const wrong = waivers.filter((waiver) => !isInOrder(waiver)).map(({ rule }) => rule);
      return broken > 0
        ? `${target.name} does not conform: ${counted(broken, 'rule is', 'rules are')} broken${furtherOutcomes(report)}.`
        : `${target.name} has ${counted(wrong.length, 'waiver')} that should be removed (${some(wrong)})${furtherOutcomes(report)}.`;
    }
    case 'incomplete':
      return `${target.name} broke no rule${rules.some(isWaived) ? ' that is not waived' : ''}, but not every rule that it must keep could be judged: ${coverage.judged} of ${coverage.of - report.summary.outOfScope}${scope ? ' in its scope' : ''}${furtherOutcomes(report)}.`;
    case 'interrupted':
      return 'The run was interrupted; what is shown is what it had found by then.';
  }
}

/** What else belongs to the verdict: warnings that count, and what is waived, by name. */
function furtherOutcomes({ rules }: Report): string {
  const warnings = rules.filter(({ outcome, waived }) => outcome === 'warn' && !waived).length;
  return [
    ...(warnings > 0 ? [`with ${counted(warnings, 'warning')}`] : []),
    ...waivedOf(rules, 'fail', 'failure'),
    ...waivedOf(rules, 'warn', 'warning'),
  ]
    .map((part) => `, ${part}`)
    .join('');
}

function waivedOf(rules: readonly RuleReport[], outcome: 'fail' | 'warn', what: string): string[] {
  const ids = rules.filter((one) => one.outcome === outcome && one.waived).map(({ id }) => id);
  return ids.length > 0 ? [`${counted(ids.length, what)} waived (${some(ids)})`] : [];
}

/** Whether a rule is broken and does not count. */
function isWaived({ outcome, waived }: RuleReport): boolean {
  return outcome === 'fail' && waived !== undefined;
}

function some(ids: readonly string[]): string {
  return ids.length > 6 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');
}
