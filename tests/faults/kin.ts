import type { Fault, RuleGlob } from './fault.ts';

/** Concerns whose rules look at the same answers, beside the one that a rule belongs to. */
const neighbours: Record<string, readonly RuleGlob[]> = {
  PAGE: ['RUN-*', 'DIR-*'],
  RUN: ['PAGE-*'],
  DIR: ['PAGE-*'],
};

/**
 * The rules that may fail when every case is tried under a fault: those of its own concern, of the concerns that look at the
 * same answers, and for all of email the one that both routes are alike. That a stranger fails is what the cross-check is after.
 */
export function kinOf({ rule }: Fault): readonly RuleGlob[] {
  const concern = rule.replace(/-\d+$/, '');
  return [
    `${concern}-*`,
    ...(neighbours[concern] ?? []),
    ...(concern.startsWith('EMAIL-') ? ['EMAIL-ALIAS-1' as const] : []),
  ];
}
