import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ControlOperation, controlSchema } from '../../spec/control.ts';
import { pointerSteps } from '../../spec/pointer.ts';
import type { Validators, Violation } from '../../spec/validators.ts';
import { isLargeValue, memorySize } from '../collections/memory.ts';
import { fitsWithin } from '../contract/depth.ts';
import { checkInPieces, STATE_DEPTH } from '../state/check-in-pieces.ts';
import { inTurns } from '../time/turns.ts';
import { type ControlProblem, refuseControl } from './refuse-control.ts';

/** Mailpit's API stands in no document of ours; of its parameters, the partition alone is ours. */
const ours: ControlOperation['parameters'] = [
  { name: 'partition', in: 'query', schema: { $ref: '#/components/parameters/Partition/schema' } },
];

/** What the largest body takes in memory all of whose violations are told: to gather them takes the square of their number. */
const TOLD_IN_FULL = 20_000;

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/**
 * Refuses calls whose parameters break the document of the control API, with all that is wrong: a misspelt partition must not be another
 * one.
 */
export function checkParameters(validators: Validators): Hook {
  const checks = new Map<string | undefined, (given: unknown) => Violation[]>();

  return async (request, reply) => {
    const { call } = request.routeOptions.config;
    const parameters = call?.parameters ?? ours;
    const query = queryOf(request);
    const repeated = parameters.filter(({ name }) => Array.isArray((request.query as Query)[name]));
    const schema = () => controlSchema(schemaOf(parameters, call !== undefined));
    const check = remembered(checks, call?.id, () => validators.schemaInFull(schema()));
    const problems =
      repeated.length > 0
        ? repeated.map(({ name }) => ({ detail: `${name} is given more than once.`, parameter: name }))
        : check({ path: request.params, query }).map((violation) => parameterProblem(violation, query));
    return problems.length > 0 ? refuseControl(request, reply, 422, ...problems) : undefined;
  };
}

/**
 * Refuses calls whose bodies break the document of the control API. One that an operation does not take is not looked at, a large one in
 * turns.
 */
export function checkBody(validators: Validators): Hook {
  const checks = new Map<string, (body: unknown) => Violation | undefined>();
  const fullChecks = new Map<string, (body: unknown) => Violation[]>();
  const flawOf = checkInPieces(validators);

  function problemsOf(pointer: string, body: unknown): ControlProblem[] {
    if (!fitsWithin(STATE_DEPTH, body))
      return [{ detail: `The body must not nest deeper than ${STATE_DEPTH} levels.`, pointer: '' }];
    const schema = () => controlSchema({ $ref: `#${pointer.split('/').map(encodeURIComponent).join('/')}` });
    const first = remembered(checks, pointer, () => validators.schema(schema()))(body);
    if (!first) return [];
    if (memorySize(body) > TOLD_IN_FULL) return [bodyProblem(first)];
    return remembered(fullChecks, pointer, () => validators.schemaInFull(schema()))(body).map(bodyProblem);
  }

  async function problemsInTurns(pointer: string, body: unknown): Promise<ControlProblem[]> {
    const flaw = await inTurns(flawOf(pointer, body));
    return flaw ? [bodyProblem(flaw)] : [];
  }

  return async (request, reply) => {
    const { body } = request.routeOptions.config.call ?? {};
    const given = request.body ?? null;
    const problems =
      body === undefined ? [] : isLargeValue(given) ? await problemsInTurns(body, given) : problemsOf(body, given);
    return problems.length > 0 ? refuseControl(request, reply, 422, ...problems) : undefined;
  };
}

/** What is wrong with a body, in a sentence. */
export function bodyProblem({ pointer, message }: Pick<Violation, 'pointer' | 'message'>): ControlProblem {
  return { detail: `${pointer || 'The body'} ${message}.`, pointer };
}

type Query = Record<string, string | string[]>;

/** The query of a call; of a list, its entries. */
export function queryOf({ query, routeOptions }: FastifyRequest): Query {
  const lists = routeOptions.config.call?.parameters.filter(({ schema }) => schema.type === 'array') ?? [];
  const entries = lists.map(({ name }) => [name, (query as Query)[name]] as const);
  const split = entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text.split(',')] as const] : []));
  return { ...(query as Query), ...Object.fromEntries(split) };
}

function parameterProblem({ pointer, message, params }: Violation, query: Query): ControlProblem {
  const [, name, entry] = pointerSteps(pointer);
  const subject = entry === undefined ? name : `${name}: ${query[name as string]?.[Number(entry)]}`;
  if (name !== undefined) return { detail: `${subject} ${message}.`, parameter: name };
  const { additionalProperty } = params;
  return { detail: `There is no query parameter ${additionalProperty} here.`, parameter: String(additionalProperty) };
}

/** The schema of all parameters of an operation together; `areAll` when there may be no others. */
function schemaOf(parameters: ControlOperation['parameters'], areAll: boolean) {
  const object = (place: 'path' | 'query', additionalProperties: boolean) => ({
    type: 'object',
    properties: Object.fromEntries(
      parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, schema]),
    ),
    additionalProperties,
  });
  return { type: 'object', properties: { path: object('path', true), query: object('query', !areAll) } };
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
