import type { MissionRun, Seed } from '../../fixtures/seed.ts';
import { ContractError } from '../../spec/document.ts';
import { normalise } from '../email/recipients.ts';
import { BASE_PATH } from '../server.ts';
import type { Sources } from '../sources.ts';
import { seedWith } from '../state/snapshot.ts';
import { createStateCheck } from '../state/state-check.ts';
import type { SeedLists } from '../state/stored.ts';

/**
 * Puts a test's own fixtures over those of the sources: an entry replaces the one with its id, another one is added, and `numbers` is the
 * whole inventory. Throws a ContractError that names what is wrong.
 */
export function withOwnSeed(sources: Sources, own: SeedLists): Sources {
  const { seed } = sources;
  const check = createStateCheck({ ...sources, basePath: BASE_PATH });
  const lists = Object.entries(own).map(([name, given]) => {
    const list = name as keyof SeedLists;
    const flaw =
      list in partsOf ? check({ [name]: given })[0] : { pointer: `/${name}`, message: 'is no part of the fixtures' };
    if (flaw) throw new ContractError(`seed.${flaw.pointer.slice(1)}: ${flaw.message}`);
    return [name, partsOf[list](given as never, seed)];
  });
  return { ...sources, seed: seedWith(seed, Object.fromEntries(lists)) };
}

/** Each part of the fixtures, merged with a test's own. */
const partsOf: Record<keyof SeedLists, (given: never, seed: Seed) => unknown> = {
  notifications: (given, seed) => merged(given, seed.notifications, ({ resource }) => resource.id),
  documentTypes: (given, seed) => merged(given, seed.documentTypes, ({ short_name }) => short_name),
  templates: (given, seed) => merged(given, seed.templates, ({ id }) => id),
  suppressions: (given, seed) =>
    merged(given, seed.suppressions, ({ account, address, group = '' }) => `${account} ${normalise(address)} ${group}`),
  numbers: (given) => given,
  missionRuns: (given: Record<string, readonly MissionRun[]>, { missionRuns }) => {
    const runsOf = (account: string) =>
      merged(given[account] ?? [], missionRuns.get(account) ?? [], (run) => run.run_id);
    const accounts = [...missionRuns.keys(), ...Object.keys(given)];
    return Object.fromEntries(accounts.map((account) => [account, runsOf(account)]));
  },
};

/** Entries, before them those of the fixtures whose key none of them has. */
function merged<Entry>(given: readonly Entry[], known: readonly Entry[], keyOf: (entry: Entry) => string | undefined) {
  const keys = new Set(given.map((entry) => keyOf(entry)?.toLowerCase()));
  return [...known.filter((entry) => !keys.has(keyOf(entry)?.toLowerCase())), ...given];
}
