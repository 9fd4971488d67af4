import type { Schema } from '../api.ts';

/** What is worth knowing of an exchange before it is opened. */
export function badgesOf({ origin, scenarios, notes }: Schema<'Exchange'>): string[] {
  return [
    origin === 'ledger' && 'replayed',
    origin === 'prefer' && 'Prefer',
    scenarios.length > 0 && 'scenario',
    notes.some((note) => note.includes('ignored')) && 'ignored',
  ].filter((badge) => badge !== false);
}
