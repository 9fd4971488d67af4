import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Report } from '../report/report.ts';

/** What a run has seen of the rules: the assumptions that the target decides otherwise, those that it keeps, and what it breaks of the source. */
export function seenRules({ rules }: Pick<Report, 'rules'>): Record<'otherwise' | 'held' | 'broken', RuleId[]> {
  const idsOf = (basis: Report['rules'][number]['basis'], isMeant: (rule: Report['rules'][number]) => boolean) =>
    rules.filter((rule) => rule.basis === basis && isMeant(rule)).map(({ id }) => id as RuleId);
  return {
    otherwise: idsOf('assumption', ({ cases }) => cases.some(({ outcome }) => outcome === 'warn')),
    held: idsOf('assumption', ({ outcome }) => outcome === 'pass'),
    broken: idsOf('source', ({ outcome }) => outcome === 'fail'),
  };
}
