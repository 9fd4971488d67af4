import type { MissionRun, Seed, Template } from '../../fixtures/seed.ts';
import { ContractError } from '../../spec/document.ts';
import { grouped } from '../../spec/grouped.ts';
import { Suppressions } from '../email/suppression.ts';
import { createSyntaxCheck } from '../email/templates.ts';
import { atOnce } from '../time/turns.ts';
import { indexNotifications } from './notifications.ts';
import { type Inventory, indexNumbers } from './numbers.ts';

/** The fixtures with their indexes, made once and shared by all partitions until they are written to. */
export interface Fixtures {
  seed: Seed;
  notifications: ReturnType<typeof indexNotifications>;
  numbers: Inventory;
  suppressions: Suppressions;
  templates: ReadonlyMap<string, Template>;
  runsByStatus: ReadonlyMap<string, ReadonlyMap<string, readonly MissionRun[]>>;
}

/** Builds the indexes over the fixtures. Throws a ContractError when a template can't be read. */
export function indexFixtures(seed: Seed): Fixtures {
  return atOnce(fixturesWith(seed));
}

/** The same in steps. */
export function* fixturesWith(seed: Seed): Generator<void, Fixtures> {
  const findSyntaxError = createSyntaxCheck();
  for (const template of seed.templates) {
    const error = findSyntaxError(template);
    if (error) throw new ContractError(`templates.yaml: the template ${template.id}: ${error}`);
  }
  yield;
  const suppressions = new Suppressions();
  for (const suppression of seed.suppressions) {
    suppressions.add(suppression);
    yield;
  }
  const notifications = indexNotifications(seed.notifications);
  yield;
  return {
    seed,
    notifications,
    numbers: yield* indexNumbers(seed.numbers),
    suppressions,
    templates: new Map(seed.templates.map((template) => [template.id.toLowerCase(), template])),
    runsByStatus: new Map(
      [...seed.missionRuns].map(([account, runs]) => [account, grouped(runs, ({ status }) => status)]),
    ),
  };
}
