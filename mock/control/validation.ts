import type { FastifySchemaCompiler } from 'fastify';
import { type ControlOperation, controlSchema } from '../../spec/control.ts';
import type { Json } from '../../spec/json.ts';
import { pointerFragment, pointerSteps } from '../../spec/pointer.ts';
import type { Validators, Violation } from '../../spec/validators.ts';
import { fitsWithin, MAX_DEPTH, noDeeperThan } from '../contract/depth.ts';
import type { ControlReason } from './refuse-control.ts';

/** The members of a request lie so much deeper in a state: at most in the answer of a ledger's record. */
const STATE_DEPTH = MAX_DEPTH + 6;

/** Characters of the longest JSON whose violations are all reported: to gather them takes the square of their number. */
const REPORTED_IN_FULL = 4_000;

/** A control request that breaks the document of the control API. */
export class InvalidRequest extends Error {
  readonly statusCode = 422;

  constructor(readonly reasons: readonly ControlReason[]) {
    super('invalid control request');
  }
}

/** The schemas of a route that serves an operation: all its parameters, and its body. */
export function routeSchema({ parameters, body, method }: ControlOperation) {
  const objectOf = (place: 'path' | 'query') => {
    const named = parameters.filter((parameter) => parameter.in === place).map(({ name, schema }) => [name, schema]);
    return { type: 'object', properties: Object.fromEntries(named), additionalProperties: false };
  };
  const names = parameters.flatMap(({ name, in: place }) => (place === 'query' ? [`?${name}=`] : []));
  // Clients that always send JSON send an empty object. One that has something may be meant to narrow what the operation does.
  const noBody = {
    type: ['object', 'null'],
    maxProperties: 0,
    title: `empty: this call takes its parameters from the query (${names.join(', ')})`,
  };
  return {
    params: objectOf('path'),
    querystring: objectOf('query'),
    ...(method !== 'GET' && { body: body === undefined ? noBody : { $ref: pointerFragment(body) } }),
  };
}

/** The schema of routes that no document of ours describes: of their parameters, the partition alone is ours. */
export const foreignSchema = {
  querystring: {
    type: 'object',
    properties: { partition: { $ref: '#/components/parameters/Partition/schema' } },
  },
};

/** Compiles the schemas of routes, each at its first use. A value that breaks its schema is refused with an InvalidRequest. */
export function compilerOf(validators: Validators): FastifySchemaCompiler<Json> {
  return ({ schema, httpPart }) => {
    const isBody = httpPart === 'body';
    const violationsOf = (value: unknown): Violation[] => {
      const first = validators.schema(controlSchema(schema))(value);
      if (!first) return [];
      return JSON.stringify(value).length > REPORTED_IN_FULL
        ? [first]
        : validators.schemaInFull(controlSchema(schema))(value);
    };
    return (given: unknown) => {
      if (isBody && !fitsWithin(STATE_DEPTH, given))
        return { error: new InvalidRequest([{ detail: `The body ${noDeeperThan(STATE_DEPTH)}.`, pointer: '' }]) };
      const repeated = isBody ? [] : repeatedIn(given as Query);
      if (repeated.length > 0) return { error: new InvalidRequest(repeated) };
      const value = isBody ? (given ?? null) : withLists(given as Query, schema);
      const reasons = violationsOf(value).map((violation) =>
        isBody ? bodyReason(violation) : parameterReason(violation, value as Query),
      );
      return reasons.length > 0 ? { error: new InvalidRequest(reasons) } : { value };
    };
  };
}

/** A violation of a body as a sentence. */
export function bodyReason({ pointer, message }: Pick<Violation, 'pointer' | 'message'>): ControlReason {
  return { detail: `${pointer || 'The body'} ${message}.`, pointer };
}

type Query = Readonly<Record<string, string | readonly string[]>>;

function repeatedIn(query: Query): ControlReason[] {
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
  return repeated.map((name) => ({ detail: `${name} is given more than once.`, parameter: name }));
}

/** A query whose lists are split at their commas. */
function withLists(query: Query, { properties }: Json): Query {
  const isList = (name: string) => (properties as Record<string, Json>)[name]?.type === 'array';
  const entries = Object.entries(query).map(([name, text]) => [name, isList(name) ? String(text).split(',') : text]);
  return Object.fromEntries(entries);
}

function parameterReason({ pointer, message, params }: Violation, query: Query): ControlReason {
  const [name, entry] = pointerSteps(pointer);
  if (name !== undefined) {
    const subject = entry === undefined ? name : `${name}: ${query[name]?.[Number(entry)]}`;
    return { detail: `${subject} ${message}.`, parameter: name };
  }
  const { additionalProperty } = params;
  return { detail: `There is no query parameter ${additionalProperty} here.`, parameter: String(additionalProperty) };
}
