import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { ContractDocument } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import type { Effect, Scenario, Scenarios } from '../scenarios.ts';
import { parseDuration } from '../times.ts';
import { refuseControl } from './refuse-control.ts';

/** A scenario as it is asked for: durations are texts such as `PT2S`. */
type Wanted = Omit<Scenario, 'id' | 'delay'> & { delay?: string | { from: string; to: string } };

/** Switches scenarios on and off, for one partition: `GET`, `POST` and `DELETE /scenarios`, `DELETE /scenarios/{id}`. */
export function scenariosApi(parts: {
  document: ContractDocument;
  validators: Validators;
  scenariosOf: (request: FastifyRequest) => Scenarios;
}): FastifyPluginAsync {
  const { document, validators, scenariosOf } = parts;
  const check = validators.schema(schemaOf(document));

  return async (api) => {
    api.get('/scenarios', async (request) => ({ scenarios: scenariosOf(request).list().map(shown) }));

    api.post('/scenarios', async (request, reply) => {
      const violation = check(request.body);
      if (violation) {
        const { pointer, message } = violation;
        return refuseControl(request, reply, 422, `${pointer || 'A scenario'} ${message}.`, pointer);
      }
      const { delay, ...wanted } = request.body as Wanted;
      const named = Object.keys(effects).filter((effect) => effect in (request.body as Wanted));
      if (named.length !== 1) {
        return refuseControl(request, reply, 422, `A scenario has one effect: ${Object.keys(effects).join(', ')}.`);
      }
      const range = delay === undefined ? undefined : rangeOf(delay);
      if (delay !== undefined && !range) {
        const detail =
          'delay must be an ISO 8601 duration such as PT2S, or {"from": ..., "to": ...} of two, the shorter first.';
        return refuseControl(request, reply, 422, detail, '/delay');
      }
      const scenario: Scenario = { id: randomUUID(), ...wanted, ...(range && { delay: range }) };
      scenariosOf(request).add(scenario);
      return reply.code(201).send(shown(scenario));
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
  return shortest !== undefined && longest !== undefined && shortest <= longest
    ? { from: shortest, to: longest }
    : undefined;
}

function shown({ delay, ...scenario }: Scenario) {
  return { ...scenario, ...(delay && { delay: { from: duration(delay.from), to: duration(delay.to) } }) };
}

function duration(milliseconds: number): string {
  return `PT${milliseconds / 1000}S`;
}
