import type { MissionRun, Seed } from '../../fixtures/seed.ts';
import { ContractError } from '../../spec/document.ts';
import { normalise } from '../email/recipients.ts';
import { BASE_PATH } from '../server.ts';
import type { Sources } from '../sources.ts';
import { type SeedLists, seedWith } from '../state/snapshot.ts';
import { createStateCheck } from '../state/state-check.ts';

/**
 * Puts fixtures of a test's own over those of the sources: an entry takes the place of the one with its id, another one is added, and
 * `numbers` is the whole inventory. Throws a ContractError that names what is wrong.
 */
export function withOwnSeed(sources: Sources, own: SeedLists): Sources {
  const { seed } = sources;
  const check = createStateCheck({ ...sources, basePath: BASE_PATH });
  for (const name of Object.keys(own) as (keyof SeedLists)[]) {
    const flaw = name in partsOf ? check.list(name, own[name]) : { pointer: '', message: 'is no part of the fixtures' };
    if (flaw) throw new ContractError(`seed.${name}${flaw.pointer}: ${flaw.message}`);
  }
  const merged = Object.entries(own).map(([name, given]) => [
    name,
    partsOf[name as keyof SeedLists](given as never, seed),
  ]);
  return { ...sources, seed: seedWith(seed, Object.fromEntries(merged)) };
}

/** How each part of the fixtures takes up what is given. */
const partsOf: Record<keyof SeedLists, (given: never, seed: Seed) => unknown> = {
  notifications: (given, seed) => merged(given, seed.notifications, ({ resource }) => resource.id),
  documentTypes: (given, seed) => merged(given, seed.documentTypes, ({ short_name }) => short_name),
  templates: (given, seed) => merged(given, seed.templates, ({ id }) => id),
  suppressions: (given, seed) =>
    merged(given, seed.suppressions, ({ account, address, group = '' }) => `${account} ${normalise(address)} ${group}`),
  numbers: (given) => given,
  missionRuns: (given: Record<string, readonly MissionRun[]>, { missionRuns }) => ({
    ...Object.fromEntries(missionRuns),
    ...Object.fromEntries(
      Object.entries(given).map(([account, runs]) => [
        account,
        merged(runs, missionRuns.get(account) ?? [], ({ run_id }) => run_id),
      ]),
    ),
  }),
};

/** Entries, before them those of the fixtures that none of them has the key of. */
function merged<Entry>(given: readonly Entry[], known: readonly Entry[], keyOf: (entry: Entry) => string | undefined) {
  const keys = new Set(given.map((entry) => keyOf(entry)?.toLowerCase()));
  return [...known.filter((entry) => !keys.has(keyOf(entry)?.toLowerCase())), ...given];
}
