import { randomUUID } from 'node:crypto';
import type { ControlBody } from '../../spec/control.ts';
import type { OperationId } from '../../spec/types.ts';
import { type Scenario, showScenario } from '../state/scenarios.ts';
import { parseDuration } from '../time/times.ts';
import { type ControlParts, type Handlers, type Refused, refused, refusedFor } from './calls.ts';
import { reachOf } from './reach.ts';

const LONGEST = 3_600_000;

/** Scenarios of a partition at most: each call looks at all of them. */
const MOST = 100;

type NewScenario = ControlBody<'switchScenarioOn'>;

const BAD_LENGTH =
  'must be longer than PT0S and at most PT1H, and of {"from": ..., "to": ...} the shorter comes first.';

export function scenarioCalls({ document, upstream }: Pick<ControlParts, 'document' | 'upstream'>) {
  /** The scenario of a body, or its refusal. */
  function read({ operation, delay, dribble, lateMail, ...wanted }: NewScenario): Omit<Scenario, 'id'> | Refused {
    if (upstream !== undefined)
      return refused(422, `Scenarios are for what the mock answers, and here ${upstream} answers.`);
    const lasting = Object.entries({ perSecond: wanted.perSecond, rows: wanted.rows, lateMail });
    const last = wanted.times === undefined ? undefined : lasting.find(([, value]) => value !== undefined)?.[0];
    const given = Object.entries({ delay, dribble, lateMail }).filter(([, length]) => length !== undefined);
    const lengths = given.map(([name, length]) => ({ name, range: rangeOf(length) }));
    const reach = reachOf(wanted, operation, document);
    const wrong = refusedFor([
      ...(last ? [{ detail: `${last} lasts until the scenario is switched off: no times.`, pointer: '/times' }] : []),
      ...(lateMail !== undefined && operation !== undefined
        ? [{ detail: 'lateMail is about all mail: no operation.', pointer: '/operation' }]
        : []),
      ...lengths.flatMap(({ name, range }) =>
        range ? [] : [{ detail: `${name} ${BAD_LENGTH}`, pointer: `/${name}` }],
      ),
      ...('detail' in reach ? [reach] : []),
    ]);
    if (wrong) return wrong;
    return {
      ...wanted,
      ...(operation !== undefined && { operation: operation as OperationId }),
      ...Object.fromEntries(lengths.map(({ name, range }) => [name, name === 'delay' ? range : range?.to])),
      reach: 'operations' in reach ? reach.operations : [],
    };
  }

  return {
    listScenarios: ({ world }) => ({ scenarios: world().scenarios.list().map(showScenario) }),

    switchScenarioOn: ({ world, body }) => {
      const scenario = read(body);
      if ('refused' in scenario) return scenario;
      const { scenarios } = world();
      if (scenarios.list().length >= MOST) return refused(422, `There are ${MOST} scenarios already: switch some off.`);
      const added = { id: randomUUID(), ...scenario };
      scenarios.add(added);
      return showScenario(added);
    },

    switchScenariosOff: ({ world }) => {
      world().scenarios.clear();
      return {};
    },

    switchScenarioOff: ({ world, path }) =>
      world().scenarios.remove(path.id) ? {} : refused(404, 'No scenario has this id, or it is used up.'),

    getHold: ({ world }) => world().sendHold.state,
    hold: ({ world }) => world().sendHold.hold(),
    release: ({ world }) => world().sendHold.release(),
  } satisfies Partial<Handlers>;
}

function rangeOf(length: NewScenario['delay']): { from: number; to: number } | undefined {
  const [shortest, longest] = typeof length === 'object' ? [length.from, length.to] : [length, length];
  const [from, to] = [parseDuration(shortest), parseDuration(longest)];
  return from !== undefined && to && from <= to && to <= LONGEST ? { from, to } : undefined;
}
