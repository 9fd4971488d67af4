import { isJudged } from '../suite/outcome/outcome.ts';
import { byOperation } from './groups.ts';
import type { Coverage, Report, RuleReport } from './report.ts';

/** How many rules were judged, of those that are about the target: over all, and for each operation. */
export function coverageOf(rules: readonly RuleReport[]): Report['coverage'] {
  const each = [...byOperation(rules)].map(([name, of]) => [name, countOf(of)] as const);
  return { ...countOf(rules), byOperation: Object.fromEntries(each) };
}

/** How many of these rules were judged, of those that are about the target. */
export function countOf(rules: readonly RuleReport[]): Coverage {
  return {
    judged: rules.filter(({ outcome }) => isJudged(outcome)).length,
    of: rules.filter(({ outcome }) => outcome !== 'notApplicable').length,
  };
}
