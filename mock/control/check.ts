import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ControlOperation, controlSchema } from '../../spec/control.ts';
import type { Json } from '../../spec/json.ts';
import { pointerFragment, pointerSteps } from '../../spec/pointer.ts';
import type { Validators, Violation } from '../../spec/validators.ts';
import { isLargeValue, memorySize } from '../collections/memory.ts';
import { checkInPieces, type Flaw, tooDeep } from '../state/check-in-pieces.ts';
import { inTurns } from '../time/turns.ts';
import { type ControlReason, refuseControl } from './refuse-control.ts';

/** Mailpit's API stands in no document of ours; of its parameters, the partition alone is ours. */
const ours: ControlOperation['parameters'] = [
  { name: 'partition', in: 'query', schema: { $ref: '#/components/parameters/Partition/schema' } },
];

/**
 * What the largest body or query takes in memory all of whose violations are told at once: to gather them takes the square of their number.
 * No call that a person writes is larger.
 */
const TOLD_IN_FULL = 4_000;

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/**
 * Refuses calls whose parameters break the document of the control API, with all that is wrong, of a large query with the first: a misspelt
 * partition must not be another one.
 */
export function checkParameters(validators: Validators): Hook {
  const check = inFullWhenSmall<string | undefined>(validators);

  return async (request, reply) => {
    const { call } = request.routeOptions.config;
    const parameters = call?.parameters ?? ours;
    const query = queryOf(request);
    const repeated = parameters.filter(({ name }) => Array.isArray((request.query as Query)[name]));
    const schema = () => controlSchema(schemaOf(parameters, call !== undefined));
    const given = { path: request.params, query };
    const reasons =
      repeated.length > 0
        ? repeated.map(({ name }) => ({ detail: `${name} is given more than once.`, parameter: name }))
        : check(call?.id, schema, given).map((violation) => parameterReason(violation, query));
    return reasons.length > 0 ? refuseControl(request, reply, 422, ...reasons) : undefined;
  };
}

/**
 * Refuses calls whose bodies break the document of the control API; a large one is checked entry by entry, in turns. An operation without
 * a body refuses one that says anything: it may be meant to narrow what the operation does.
 */
export function checkBody(validators: Validators): Hook {
  const check = inFullWhenSmall<string>(validators);
  const flawsInPieces = checkInPieces(validators);

  async function flawsOf(pointer: string, body: unknown): Promise<readonly Flaw[]> {
    if (isLargeValue(body) || memorySize(body) > TOLD_IN_FULL) return inTurns(flawsInPieces(pointer, body));
    const flaw = tooDeep(body);
    return flaw ? [flaw] : check(pointer, () => controlSchema({ $ref: pointerFragment(pointer) }), body);
  }

  return async (request, reply) => {
    const { body, parameters = [] } = request.routeOptions.config.call ?? {};
    if (body === undefined)
      return isEmptyBody(request.body) ? undefined : refuseControl(request, reply, 422, noBody(parameters));
    const flaws = await flawsOf(body, request.body ?? null);
    return flaws.length > 0 ? refuseControl(request, reply, 422, ...flaws.map(bodyReason)) : undefined;
  };
}

/** Clients that always send JSON send an empty object. */
function isEmptyBody(body: unknown): boolean {
  return body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
}

function noBody(parameters: ControlOperation['parameters']): ControlReason {
  const names = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => `?${name}=`);
  return { detail: `This call takes no body; its parameters go into the query (${names.join(', ')}).`, pointer: '' };
}

/** Checks values by schemas, which are compiled at their first use and known by a key: tells all violations of a small value, else the first. */
function inFullWhenSmall<Key>(validators: Validators) {
  const checks = new Map<Key, (value: unknown) => Violation | undefined>();
  const fullChecks = new Map<Key, (value: unknown) => Violation[]>();
  return (key: Key, schema: () => Json, value: unknown): Violation[] => {
    const first = remembered(checks, key, () => validators.schema(schema()))(value);
    if (!first) return [];
    if (memorySize(value) > TOLD_IN_FULL) return [first];
    return remembered(fullChecks, key, () => validators.schemaInFull(schema()))(value);
  };
}

/** What is wrong with a body, in a sentence. */
export function bodyReason({ pointer, message }: Flaw): ControlReason {
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

function parameterReason({ pointer, message, params }: Violation, query: Query): ControlReason {
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
