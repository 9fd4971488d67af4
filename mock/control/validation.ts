import type { FastifySchemaCompiler } from 'fastify';
import type { ControlOperation } from '../../spec/control.ts';
import { type Json, parsePointer, toFragment } from '../../spec/json.ts';
import type { Validators, Violation } from '../../spec/validators.ts';
import { explainDepth, fitsWithin } from '../contract/check.ts';
import { MAX_DEPTH } from '../limits.ts';
import { type ControlReason, RefusedCall } from './calls.ts';

/** A state nests the members of a request deeper, most of all in the answer of a record of the ledger. */
const STATE_DEPTH = MAX_DEPTH + 6;

/** Characters of a body whose violations are all reported: the time grows with the square of their number. */
const REPORTED_IN_FULL = 4_000;

export function createRouteSchema({ parameters, body, method }: ControlOperation) {
  const createObjectSchema = (place: 'path' | 'query') => {
    const named = parameters.filter((parameter) => parameter.in === place).map(({ name, schema }) => [name, schema]);
    return { type: 'object', properties: Object.fromEntries(named), additionalProperties: false };
  };
  const names = parameters.flatMap(({ name, in: place }) => (place === 'query' ? [`?${name}=`] : []));
  // Clients that always send JSON send an empty object. A member would be an ignored filter.
  const noBody = {
    type: ['object', 'null'],
    maxProperties: 0,
    title: `empty: this call takes its parameters from the query (${names.join(', ')})`,
  };
  return {
    params: createObjectSchema('path'),
    querystring: createObjectSchema('query'),
    ...(method !== 'GET' && { body: body === undefined ? noBody : { $ref: `control${toFragment(body)}` } }),
  };
}

export const foreignSchema = {
  querystring: {
    type: 'object',
    properties: { partition: { $ref: 'control#/components/parameters/Partition/schema' } },
  },
};

type Query = Readonly<Record<string, string | readonly string[]>>;

export function createCompiler(validators: Validators): FastifySchemaCompiler<Json> {
  return ({ schema, httpPart }) => {
    const findViolations = (value: unknown): Violation[] => {
      const first = validators.schema(schema)(value);
      if (!first) return [];
      const isShort = JSON.stringify(value).length <= REPORTED_IN_FULL;
      return isShort ? validators.schemaInFull(schema)(value) : [first];
    };
    const toResult = <T>(value: T, reasons: ControlReason[]) =>
      reasons.length > 0 ? { error: new RefusedCall(422, reasons) } : { value };
    if (httpPart === 'body')
      return (body: unknown = null) => {
        const isTooDeep = !fitsWithin(STATE_DEPTH, body);
        const violations = isTooDeep ? [{ pointer: '', message: explainDepth(STATE_DEPTH) }] : findViolations(body);
        return toResult(body, violations.map(toBodyReason));
      };
    return (query: Query) => {
      const { properties = {} } = schema as { properties?: Record<string, Json> };
      const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
      const isList = (name: string) => properties[name]?.type === 'array';
      const entries = Object.entries(query).map(([name, text]) => [name, isList(name) ? `${text}`.split(',') : text]);
      const value: Query = Object.fromEntries(entries);
      const reasons = repeated.map((name) => ({ detail: `${name} is given more than once.`, parameter: name }));
      const violations = reasons.length > 0 ? [] : findViolations(value);
      return toResult(value, [...reasons, ...violations.map((violation) => toParameterReason(violation, value))]);
    };
  };
}

export function toBodyReason({ pointer, message }: Pick<Violation, 'pointer' | 'message'>): ControlReason {
  return { detail: `${pointer || 'The body'} ${message}.`, pointer };
}

function toParameterReason({ pointer, message, params }: Violation, query: Query): ControlReason {
  const [name = String(params.additionalProperty), entry] = parsePointer(pointer);
  if (pointer === '') return { detail: `There is no query parameter ${name} here.`, parameter: name };
  const subject = entry === undefined ? name : `${name}: ${query[name]?.[Number(entry)]}`;
  return { detail: `${subject} ${message}.`, parameter: name };
}
