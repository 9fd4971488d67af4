import type { MissionRun, Seed, Template } from '../../fixtures/seed.ts';
import { groupBy } from '../../spec/group-by.ts';
import { ContractError } from '../../spec/yaml.ts';
import { Suppressions } from '../email/recipients.ts';
import { findTemplateFlaw } from '../email/templates.ts';
import { type Inventory, indexNumbers } from './numbers.ts';

export interface Fixtures {
  seed: Seed;
  notifications: ReadonlyMap<string, Seed['notifications'][number]>;
  numbers: Inventory;
  suppressions: Suppressions;
  templates: ReadonlyMap<string, Template>;
  runsByStatus: ReadonlyMap<string, ReadonlyMap<string, readonly MissionRun[]>>;
}

/** The index of each seed: several mocks of a process share one. */
const indexed = new WeakMap<Seed, Fixtures>();

export function indexFixtures(seed: Seed): Fixtures {
  const fixtures = indexed.get(seed) ?? buildIndex(seed);
  indexed.set(seed, fixtures);
  return fixtures;
}

function buildIndex(seed: Seed): Fixtures {
  const { notifications, numbers, suppressions, templates, missionRuns } = seed;
  for (const template of templates) {
    const flaw = findTemplateFlaw(template);
    if (flaw) throw new ContractError(`templates.yaml: the template ${template.id}: ${flaw}`);
  }
  return {
    seed,
    notifications: new Map(notifications.map((notification) => [notification.resource.id.toLowerCase(), notification])),
    numbers: indexNumbers(numbers),
    suppressions: new Suppressions(suppressions),
    templates: new Map(templates.map((template) => [template.id.toLowerCase(), template])),
    runsByStatus: new Map([...missionRuns].map(([account, runs]) => [account, groupBy(runs, ({ status }) => status)])),
  };
}
