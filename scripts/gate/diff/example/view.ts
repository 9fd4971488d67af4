import type { Flow } from '../schema/shape.ts';
import { isObject, type Json, listOf } from '../source.ts';

/** Keys below which schemas are named, so that a name is no keyword. */
const names = new Set([
  'properties',
  'patternProperties',
  'schemas',
  'dependentSchemas',
  '$defs',
  'responses',
  'headers',
]);
const data = new Set(['enum', 'const', 'default', 'example', 'examples', 'mapping']);

/**
 * A document as one direction sees it, with schemas as JSON Schema 2020-12 has them: in requests read-only and lenient members
 * may be anything, in answers write-only ones are not there; `nullable` and flags of bounds are spelt as of OpenAPI 3.1.
 */
export function viewOf(json: Json, flow: Flow): Json {
  const isOld = String(json.openapi).startsWith('3.0');
  const visit = (node: unknown, parent: string): unknown => {
    if (Array.isArray(node)) return node.map((item) => visit(item, ''));
    if (!isObject(node)) return node;
    if (names.has(parent)) return mapped(node, (value) => visit(value, ''));
    if (isOld && typeof node.$ref === 'string') return { $ref: node.$ref };
    if (flow === 'request' && (node.readOnly === true || node['x-lenient'] === true)) return true;
    if (flow === 'response' && node.writeOnly === true) return false;
    const below = mapped(node, (value, key) => (data.has(key) ? value : visit(value, key)));
    return nullable(withFormat(withBounds(withRequired(below, node, flow))));
  };
  return visit(json, '') as Json;
}

function mapped(node: Json, change: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value, key)]));
}

/** What the other side alone writes is not required of this one. */
function withRequired(schema: Json, written: Json, flow: Flow): Json {
  if (!Array.isArray(schema.required) || !isObject(written.properties)) return schema;
  const flag = flow === 'request' ? 'readOnly' : 'writeOnly';
  const { properties } = written;
  const required = schema.required.filter((name) => {
    const member = properties[String(name)];
    return !(isObject(member) && member[flag] === true);
  });
  return { ...schema, required };
}

function withBounds(schema: Json): Json {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema;
  if (typeof exclusiveMinimum !== 'boolean' && typeof exclusiveMaximum !== 'boolean') return schema;
  return {
    ...rest,
    ...(minimum !== undefined && { [exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum !== undefined && { [exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum }),
  };
}

/** Ajv knows how bytes are written by the format alone. */
function withFormat(schema: Json): Json {
  return schema.contentEncoding === 'base64' && !('format' in schema) ? { ...schema, format: 'byte' } : schema;
}

function nullable(schema: Json): Json {
  if (!('nullable' in schema)) return schema;
  const { nullable: isNullable, ...rest } = schema;
  if (isNullable !== true || listOf(rest.type).includes('null')) return rest;
  return { anyOf: [rest, { type: 'null' }] };
}
