import type { MissionRun, Seed, SeedLists } from '../../fixtures/seed.ts';
import { ContractError } from '../../spec/yaml.ts';
import { normalizeAddress } from '../email/recipients.ts';
import type { Sources } from '../sources.ts';
import { fillSeed } from '../state/snapshot.ts';
import { createStateCheck } from '../state/state-check.ts';

/** Adds a test's fixtures, which replace fixtures with their ids; `numbers` replaces all. Throws a ContractError for an invalid entry. */
export function addSeed(sources: Sources, own: SeedLists): Sources {
  const { seed } = sources;
  const check = createStateCheck(sources);
  const lists = Object.entries(own).map(([name, entries]) => {
    const list = name as keyof SeedLists;
    const flaw =
      list in mergers
        ? check({ [name]: entries })[0]
        : { pointer: `/${name}`, message: `isn't a list of fixtures; there are ${Object.keys(mergers).join(', ')}` };
    if (flaw) throw new ContractError(`seed.${flaw.pointer.slice(1)}: ${flaw.message}`);
    return [name, mergers[list](entries as never, seed)];
  });
  return { ...sources, seed: fillSeed(seed, Object.fromEntries(lists)) };
}

const mergers: Record<keyof SeedLists, (entries: never, seed: Seed) => unknown> = {
  notifications: (entries, seed) => merge(entries, seed.notifications, ({ resource }) => resource.id),
  documentTypes: (entries, seed) => merge(entries, seed.documentTypes, ({ short_name }) => short_name),
  templates: (entries, seed) => merge(entries, seed.templates, ({ id }) => id),
  suppressions: (entries, seed) =>
    merge(
      entries,
      seed.suppressions,
      (entry) => `${entry.account} ${normalizeAddress(entry.address)} ${entry.group ?? ''}`,
    ),
  numbers: (entries) => entries,
  missionRuns: (runs: Record<string, readonly MissionRun[]>, { missionRuns }) => {
    const mergeRuns = (account: string) =>
      merge(runs[account] ?? [], missionRuns.get(account) ?? [], (run) => run.run_id);
    const accounts = [...missionRuns.keys(), ...Object.keys(runs)];
    return Object.fromEntries(accounts.map((account) => [account, mergeRuns(account)]));
  },
};

/** Appends entries to the fixtures, whose entries with the same keys are dropped. */
function merge<Entry>(own: readonly Entry[], known: readonly Entry[], keyOf: (entry: Entry) => string | undefined) {
  const keys = new Set(own.map((entry) => keyOf(entry)?.toLowerCase()));
  return [...known.filter((entry) => !keys.has(keyOf(entry)?.toLowerCase())), ...own];
}
