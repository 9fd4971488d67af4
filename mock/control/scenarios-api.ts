import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { ContractDocument } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import { type Effect, type Scenario, type Scenarios, showScenario } from '../state/scenarios.ts';
import { parseDuration } from '../time/times.ts';
import { reachOf } from './reach.ts';
import { refuseControl } from './refuse-control.ts';

/** A scenario as it is asked for: durations are texts such as `PT2S`. */
type Wanted = Omit<Scenario, 'id' | 'reach' | 'delay'> & { delay?: string | { from: string; to: string } };

/** Switches scenarios on and off, for one partition: `GET`, `POST` and `DELETE /scenarios`, `DELETE /scenarios/{id}`. */
export function scenariosApi(parts: {
  document: ContractDocument;
  validators: Validators;
  scenariosOf: (request: FastifyRequest) => Scenarios;
  upstream?: string;
}): FastifyPluginAsync {
  const { document, validators, scenariosOf, upstream } = parts;
  const check = validators.schema(schemaOf(document));

  /** The scenario that a body asks for, or why there can be none. */
  function readScenario(body: unknown): Omit<Scenario, 'id'> | { detail: string; pointer?: string } {
    if (upstream !== undefined)
      return { detail: `Scenarios are for what the mock answers, and here ${upstream} does.` };
    const violation = check(body);
    if (violation) {
      const { pointer, message } = violation;
      return { detail: `${pointer || 'A scenario'} ${message}.`, pointer };
    }
    const { delay, ...wanted } = body as Wanted;
    const named = Object.keys(effects).filter((effect) => effect in (body as Wanted));
    if (named.length !== 1) return { detail: `A scenario has one effect: ${Object.keys(effects).join(', ')}.` };
    if (wanted.rows === 0) return { detail: 'No row would move: rows must not be 0.', pointer: '/rows' };
    if (wanted.rows !== undefined && wanted.times !== undefined)
      return { detail: 'Rows move once and stay so until the scenario is switched off: no times.', pointer: '/times' };
    const range = delay === undefined ? undefined : rangeOf(delay);
    if (delay !== undefined && !range) return { detail: badDelay, pointer: '/delay' };
    const reach = reachOf(wanted, wanted.operation, document);
    if ('detail' in reach) return reach;
    return { ...wanted, ...(range && { delay: range }), reach: reach.operations };
  }

  return async (api) => {
    api.get('/scenarios', async (request) => ({ scenarios: scenariosOf(request).list().map(showScenario) }));

    api.post('/scenarios', async (request, reply) => {
      const read = readScenario(request.body);
      if ('detail' in read) return refuseControl(request, reply, 422, read.detail, read.pointer);
      // Prism takes a second to load: now, and not while the call waits that is to get the answer.
      if (read.answer) await import('../contract/prism.ts');
      const scenario = { id: randomUUID(), ...read };
      scenariosOf(request).add(scenario);
      return reply.code(201).send(showScenario(scenario));
    });

    api.delete('/scenarios', async (request) => {
      scenariosOf(request).clear();
      return {};
    });

    api.delete<{ Params: { id: string } }>('/scenarios/:id', async (request, reply) => {
      if (scenariosOf(request).remove(request.params.id)) return {};
      return refuseControl(request, reply, 404, 'No scenario has this id, or it is used up.');
    });
  };
}

/** The longest delay, in milliseconds: who waits longer has made a mistake, or moves the clock. */
const LONGEST = 3_600_000;

const badDelay =
  'delay must be an ISO 8601 duration of more than PT0S and at most PT1H, or {"from": ..., "to": ...} of two, the shorter first.';

const effects: Record<keyof Effect, object> = {
  answer: {
    type: 'object',
    properties: {
      status: { type: 'integer', minimum: 200, maximum: 599 },
      example: { type: 'string' },
      retryAfter: { type: 'integer', minimum: 0 },
    },
    required: ['status'],
    additionalProperties: false,
  },
  delay: { type: ['string', 'object'] },
  drop: { const: true },
  rows: { type: 'integer', minimum: -1000, maximum: 1000 },
};

function schemaOf({ operations }: ContractDocument) {
  return {
    type: 'object',
    properties: {
      operation: { enum: operations.map(({ id }) => id) },
      times: { type: 'integer', minimum: 1 },
      ...effects,
    },
    additionalProperties: false,
  };
}

function rangeOf(delay: NonNullable<Wanted['delay']>): { from: number; to: number } | undefined {
  const [from, to] = typeof delay === 'object' ? [delay?.from, delay?.to] : [delay, delay];
  const range = { from: parseDuration(from), to: parseDuration(to) };
  const { from: shortest, to: longest } = range;
  return shortest !== undefined && longest && shortest <= longest && longest <= LONGEST
    ? { from: shortest, to: longest }
    : undefined;
}
