import { isJudged } from '../suite/outcome/outcome.ts';
import type { Waiver } from '../suite/target/target.ts';
import type { Report, RuleReport, WaiverReport } from './report.ts';

/** Whether a waiver is in order: only others fail the run. */
export function isInOrder({ state }: WaiverReport): boolean {
  return state === 'applied' || state === 'notJudged';
}

/** What became of a waiver, for people. */
export function stateText({ state, until }: WaiverReport): string {
  const texts: Record<WaiverReport['state'], string> = {
    applied: 'its rule is broken, and that does not count',
    notJudged: 'its rule was not judged this time, so it stays',
    unused: 'its rule is not about this target: remove it',
    expired: `it ended on ${until}: remove it, or renew it`,
    passing: 'its rule passes: remove it',
  };
  return texts[state];
}

/** The waivers that fail a run, a line each. */
export function wrongWaivers({ waivers }: Pick<Report, 'waivers'>): string[] {
  return waivers.filter((waiver) => !isInOrder(waiver)).map(waiverText);
}

/** What became of a waiver, by whom it is and of which rule. */
export function waiverText(waiver: WaiverReport): string {
  return `${waiver.rule} (${waiver.owner}): ${stateText(waiver)}`;
}

/** How long a broken rule does not count, by whom and why. */
export function waivedText({ until, owner, reason }: NonNullable<RuleReport['waived']>): string {
  return `until ${until} by ${owner}: ${reason}`;
}

/**
 * Marks the failed and warned rules that a waiver covers, and says what became of each waiver. A waiver counts up to and
 * including its day. Of a rule that could not be judged nobody knows whether its waiver is needed, and where only some of the cases ran
 * (`partial`) neither does anybody of one that passes there.
 */
export function applyWaivers(
  rules: RuleReport[],
  waivers: readonly Waiver[],
  { today, partial = false }: { today: string; partial?: boolean | undefined },
): WaiverReport[] {
  return waivers.map((waiver) => {
    const rule = rules.find(({ id }) => id === waiver.rule);
    if (waiver.until < today) return { ...waiver, state: 'expired' };
    if (partial && (rule === undefined || rule.outcome === 'pass')) return { ...waiver, state: 'notJudged' };
    if (rule?.outcome === 'pass') return { ...waiver, state: 'passing' };
    if (rule === undefined || rule.outcome === 'notApplicable') return { ...waiver, state: 'unused' };
    if (!isJudged(rule.outcome)) return { ...waiver, state: 'notJudged' };
    const { reason, owner, until } = waiver;
    rule.waived = { reason, owner, until };
    return { ...waiver, state: 'applied' };
  });
}
