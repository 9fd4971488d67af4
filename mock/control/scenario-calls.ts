import { randomUUID } from 'node:crypto';
import type { ControlBody } from '../../spec/control.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { nodeAt } from '../../spec/pointer.ts';
import type { OperationId } from '../../spec/types.ts';
import { rangeOf, type Scenario } from '../state/scenarios.ts';
import { isoDuration } from '../time/times.ts';
import { type ControlParts, type Handlers, refuseCall, refuseFor } from './calls.ts';

const LONGEST = 3_600_000;

/** Scenarios of a partition at most: each call looks at all of them. */
const MOST = 100;

type NewScenario = ControlBody<'switchScenarioOn'>;

const BAD_LENGTH =
  'must be longer than PT0S and at most PT1H, and of {"from": ..., "to": ...} the shorter comes first.';

export function scenarioCalls({ document, upstream }: Pick<ControlParts, 'document' | 'upstream'>) {
  function read({ delay, dribble, lateMail, ...wanted }: NewScenario, reach: Reach): Omit<Scenario, 'id'> {
    if (upstream !== undefined)
      refuseCall(422, `Scenarios are for what the mock answers, and here ${upstream} answers.`);
    const lasting = Object.entries({ perSecond: wanted.perSecond, rows: wanted.rows, lateMail });
    const last = wanted.times === undefined ? undefined : lasting.find(([, value]) => value !== undefined)?.[0];
    const lengths = Object.entries({ delay, dribble, lateMail }).flatMap(([name, length]) =>
      length === undefined ? [] : [{ name, range: rangeOf(length) }],
    );
    refuseFor([
      ...(last ? [{ detail: `${last} lasts until the scenario is switched off: no times.`, pointer: '/times' }] : []),
      ...(lateMail !== undefined && wanted.operation !== undefined
        ? [{ detail: 'lateMail is about all mail: no operation.', pointer: '/operation' }]
        : []),
      ...lengths.flatMap(({ name, range }) =>
        range && range.from <= range.to && range.to > 0 && range.to <= LONGEST
          ? []
          : [{ detail: `${name} ${BAD_LENGTH}`, pointer: `/${name}` }],
      ),
      ...('detail' in reach ? [reach] : []),
    ]);
    const shown = lengths.map(({ name, range: { from, to } = { from: 0, to: 0 } }) => [
      name,
      name === 'delay' ? { from: isoDuration(from), to: isoDuration(to) } : isoDuration(to),
    ]);
    return { ...wanted, ...Object.fromEntries(shown) };
  }

  return {
    listScenarios: ({ world }) => ({ scenarios: world().scenarios.list() }),

    switchScenarioOn: ({ world, body }) => {
      const reach = reachOf(body, document);
      const scenario = { id: randomUUID(), ...read(body, reach) };
      const { scenarios } = world();
      if (scenarios.list().length >= MOST) refuseCall(422, `There are ${MOST} scenarios already: switch some off.`);
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

export type Reach = { operations: readonly OperationId[] } | { pointer: string; detail: string };

export function reachOf(
  { answer, rows, operation }: Pick<NewScenario, 'answer' | 'rows' | 'operation'>,
  { operations, json }: ContractDocument,
): Reach {
  const wanted = operations.filter(({ id }) => operation === undefined || id === operation);
  const reached = (able: readonly OperationSpec[], pointer: string, flaw: string): Reach =>
    able.length > 0
      ? { operations: able.map(({ id }) => id) }
      : { pointer, detail: `${operation ?? 'The contract'} ${flaw}.` };
  if (wanted.length === 0) {
    const ids = operations.map(({ id }) => id).join(', ');
    return { pointer: '/operation', detail: `The contract has no operation ${operation}; it has ${ids}.` };
  }
  if (rows !== undefined) {
    const isList = ({ parameters }: OperationSpec) => parameters.some(({ name }) => name === 'page[number]');
    const lists = operations.filter(isList).map(({ id }) => id);
    return reached(wanted.filter(isList), '/operation', `is no list; these are: ${lists.join(', ')}`);
  }
  if (!answer) return reached(wanted, '', '');
  const { status, example } = answer;
  const declaring = wanted.filter((candidate) => schemaOf(candidate, status) !== undefined);
  if (example === undefined || declaring.length === 0)
    return reached(declaring, '/answer/status', `has no answer ${status}; ${declared(wanted)}`);
  const examplesOf = (candidate: OperationSpec) =>
    Object.keys(nodeAt(json, schemaOf(candidate, status)?.replace(/schema$/, 'examples') ?? '') ?? {});
  const able = declaring.filter((candidate) => examplesOf(candidate).includes(example));
  const known = [...new Set(declaring.flatMap(examplesOf))].join(', ') || 'none';
  return reached(able, '/answer/example', `has no example ${example} of an answer ${status}; there are: ${known}`);
}

function schemaOf({ responses }: OperationSpec, status: number): string | undefined {
  return responses.get(String(status)) ?? (status >= 400 ? responses.get('default') : undefined);
}

function declared(operations: readonly OperationSpec[]): string {
  const keys = new Set(operations.flatMap(({ responses }) => [...responses.keys()]));
  const others = keys.delete('default') ? ' and any other error' : '';
  return `it has ${[...keys].sort().join(', ')}${others}`;
}
