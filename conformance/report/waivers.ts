import type { Waiver } from '../suite/target/target.ts';
import type { RuleReport, WaiverReport } from './report.ts';

/**
 * Marks the failed and warned rules that a waiver covers, and says what became of each waiver. A waiver counts up to and
 * including its day.
 */
export function applyWaivers(rules: RuleReport[], waivers: readonly Waiver[], today: string): WaiverReport[] {
  return waivers.map((waiver) => {
    const rule = rules.find(({ id }) => id === waiver.rule);
    if (waiver.until < today) return { ...waiver, state: 'expired' };
    if (rule?.outcome === 'pass') return { ...waiver, state: 'passing' };
    if (rule?.outcome !== 'fail' && rule?.outcome !== 'warn') return { ...waiver, state: 'unused' };
    const { reason, owner, until } = waiver;
    rule.waived = { reason, owner, until };
    return { ...waiver, state: 'applied' };
  });
}
