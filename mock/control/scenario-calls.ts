import { randomUUID } from 'node:crypto';
import type { ControlBody } from '../../spec/control.ts';
import { findReach, type Reach } from '../contract/prism.ts';
import { parseRange, type Scenario } from '../state/scenarios.ts';
import { formatDuration } from '../time.ts';
import { type ControlParts, type Handlers, refuseCall, refuseReasons } from './calls.ts';

const MAX_DELAY_MS = 3_600_000;

/** Most scenarios of a partition: each call checks all scenarios. */
const LIMIT = 100;

type NewScenario = ControlBody<'switchScenarioOn'>;

const BAD_LENGTH = 'must be longer than PT0S and at most PT1H, and "from" must not exceed "to".';

export function createScenarioCalls({ document, upstream }: Pick<ControlParts, 'document' | 'upstream'>) {
  function readScenario({ delay, dribble, lateMail, ...wanted }: NewScenario, reach: Reach): Omit<Scenario, 'id'> {
    if (upstream !== undefined) refuseCall(422, `Scenarios need answers of the mock; here ${upstream} answers.`);
    const lasting = Object.entries({ perSecond: wanted.perSecond, rows: wanted.rows, lateMail });
    const last = wanted.times === undefined ? undefined : lasting.find(([, value]) => value !== undefined)?.[0];
    const lengths = Object.entries({ delay, dribble, lateMail }).flatMap(([name, length]) =>
      length === undefined ? [] : [{ name, range: parseRange(length) }],
    );
    refuseReasons([
      ...(last ? [{ detail: `${last} lasts until the scenario is switched off: no times.`, pointer: '/times' }] : []),
      ...(lateMail !== undefined && wanted.operation !== undefined
        ? [{ detail: 'lateMail is about all mail: no operation.', pointer: '/operation' }]
        : []),
      ...lengths.flatMap(({ name, range }) =>
        range && range.from <= range.to && range.to > 0 && range.to <= MAX_DELAY_MS
          ? []
          : [{ detail: `${name} ${BAD_LENGTH}`, pointer: `/${name}` }],
      ),
      ...('detail' in reach ? [reach] : []),
    ]);
    const shown = lengths.map(({ name, range: { from, to } = { from: 0, to: 0 } }) => [
      name,
      name === 'delay' ? { from: formatDuration(from), to: formatDuration(to) } : formatDuration(to),
    ]);
    return { ...wanted, ...Object.fromEntries(shown) };
  }

  return {
    listScenarios: ({ world }) => ({ scenarios: world().scenarios.list() }),

    switchScenarioOn: ({ world, body }) => {
      const { scenarios, deployed } = world();
      const reach = findReach(body, document, deployed?.document);
      const scenario = { id: randomUUID(), ...readScenario(body, reach) };
      if (scenarios.list().length >= LIMIT) refuseCall(422, `There are ${LIMIT} scenarios already: switch some off.`);
      scenarios.add(scenario, 'operations' in reach ? reach.operations : []);
      return scenario;
    },

    switchScenariosOff: ({ world }) => {
      world().scenarios.clear();
      return {};
    },

    switchScenarioOff: ({ world, path }) =>
      world().scenarios.remove(path.id) ? {} : refuseCall(404, 'No scenario has this id, or it is used up.'),

    getHold: ({ world }) => world().sendHold.state,
    hold: ({ world }) => world().sendHold.hold(),
    release: ({ world }) => world().sendHold.release(),
  } satisfies Partial<Handlers>;
}
