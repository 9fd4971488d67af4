import { parseDocument } from 'yaml';
import type { Context } from '../step.ts';
import { isSame, landedEntries } from './match.ts';
import { consumerRule, type PlacedAcceptance } from './read.ts';

/**
 * The entries that landed with an earlier change and are of no use any more. Those that acknowledge something since the last
 * release stay, as the default branch is compared with that.
 */
export function spentEntries({ accepted }: Context, sinceRelease: Context | undefined): PlacedAcceptance[] {
  const landed = landedEntries(accepted);
  if (!sinceRelease) return landed;
  const { changes } = sinceRelease.changes();
  const needed = changes.flatMap((change) => change.accepted ?? []);
  const released = landedEntries(sinceRelease.accepted);
  return landed.filter((entry) => {
    if (entry.rule === consumerRule) return released.some((old) => isSame(old, entry));
    return !needed.some((other) => isSame(other, entry));
  });
}

/** The text of `spec/accepted-changes.yaml` without some of its entries; the other entries and all else stay. */
export function pruned(text: string, spent: readonly PlacedAcceptance[]): string {
  const document = parseDocument(text);
  for (const { index } of [...spent].sort((a, b) => b.index - a.index)) document.deleteIn(['changes', index]);
  return document.toString({ lineWidth: 0 });
}
