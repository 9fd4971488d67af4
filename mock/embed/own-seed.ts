import type { MissionRun, Seed, SeedLists } from '../../fixtures/seed.ts';
import { ContractError } from '../../spec/yaml.ts';
import { normalise } from '../email/recipients.ts';
import type { Sources } from '../sources.ts';
import { seedWith } from '../state/snapshot.ts';
import { createStateCheck } from '../state/state-check.ts';

/**
 * Adds a test's own fixtures to those of the sources. An entry replaces the fixture with its id; `numbers` replaces the whole inventory.
 * Throws a ContractError that names the invalid entry.
 */
export function withOwnSeed(sources: Sources, own: SeedLists): Sources {
  const { seed } = sources;
  const check = createStateCheck(sources);
  const lists = Object.entries(own).map(([name, entries]) => {
    const list = name as keyof SeedLists;
    const flaw =
      list in partsOf
        ? check({ [name]: entries })[0]
        : { pointer: `/${name}`, message: `is no part of the fixtures; there are ${Object.keys(partsOf).join(', ')}` };
    if (flaw) throw new ContractError(`seed.${flaw.pointer.slice(1)}: ${flaw.message}`);
    return [name, partsOf[list](entries as never, seed)];
  });
  return { ...sources, seed: seedWith(seed, Object.fromEntries(lists)) };
}

const partsOf: Record<keyof SeedLists, (entries: never, seed: Seed) => unknown> = {
  notifications: (entries, seed) => merged(entries, seed.notifications, ({ resource }) => resource.id),
  documentTypes: (entries, seed) => merged(entries, seed.documentTypes, ({ short_name }) => short_name),
  templates: (entries, seed) => merged(entries, seed.templates, ({ id }) => id),
  suppressions: (entries, seed) =>
    merged(entries, seed.suppressions, (entry) => `${entry.account} ${normalise(entry.address)} ${entry.group ?? ''}`),
  numbers: (entries) => entries,
  missionRuns: (runs: Record<string, readonly MissionRun[]>, { missionRuns }) => {
    const runsOf = (account: string) =>
      merged(runs[account] ?? [], missionRuns.get(account) ?? [], (run) => run.run_id);
    const accounts = [...missionRuns.keys(), ...Object.keys(runs)];
    return Object.fromEntries(accounts.map((account) => [account, runsOf(account)]));
  },
};

/** Entries, before them those of the fixtures whose key none of them has. */
function merged<Entry>(own: readonly Entry[], known: readonly Entry[], keyOf: (entry: Entry) => string | undefined) {
  const keys = new Set(own.map((entry) => keyOf(entry)?.toLowerCase()));
  return [...known.filter((entry) => !keys.has(keyOf(entry)?.toLowerCase())), ...own];
}
