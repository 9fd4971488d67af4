import { type Tie, tieOf } from '../schema/discriminator.ts';
import { notesOf } from '../schema/notes.ts';
import type { Flow } from '../schema/shape.ts';
import { isObject, type Json, type Located, listOf, referenceOf, type Source } from '../source.ts';

/** Keys below which schemas are named, so that a name is no keyword. */
const names = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
const data = new Set(['enum', 'const', 'mapping']);

/** Keys below which there is data that refuses nothing, whatever it looks like: an `$id` in it is no address. */
const unread = new Set(['default', 'example', 'examples']);
const isUnread = (key: string) => unread.has(key) || (key.startsWith('x-') && key !== 'x-files');

/** Keywords that give a schema a name or an address: references are written as pointers into the document instead. */
const addresses = new Set(['$id', '$anchor', '$dynamicAnchor', '$dynamicRef']);

/**
 * A schema as one direction sees it, as JSON Schema 2020-12 has it, with all that it refers to: in requests read-only and lenient members
 * may be anything, in answers write-only ones are not there, and a reader of a branch does not mind that another one fits as well;
 * `nullable` and flags of bounds are spelt as of OpenAPI 3.1, and what a discriminator ties to a branch stands in the branch.
 */
export function viewOf(source: Source, flow: Flow, { node, at }: Located): Json {
  const $defs: Json = {};
  const known = new Map<string, string>();
  const define = (schema: Located): Json => {
    const name = known.get(schema.at) ?? String(known.size);
    if (!known.has(schema.at)) {
      known.set(schema.at, name);
      $defs[name] = visit(schema.node, '');
    }
    return { $ref: `#/$defs/${name}` };
  };
  const visit = (part: unknown, parent: string): unknown => {
    if (Array.isArray(part)) return part.map((item) => visit(item, ''));
    if (!isObject(part)) return part;
    if (names.has(parent)) return mapped(part, (value) => visit(value, ''));
    const reference = referenceOf(part);
    const target = reference === undefined ? {} : define(source.resolve(reference));
    if (source.isOld && typeof part.$ref === 'string') return target;
    const { readOnly, writeOnly, lenient } = notesOf(source, [{ node: part, at: '' }]);
    if (flow === 'request' && (readOnly ?? lenient) !== undefined) return true;
    if (flow === 'response' && writeOnly !== undefined) return false;
    const told = Object.fromEntries(Object.entries(part).filter(([key]) => !addresses.has(key) && !isUnread(key)));
    const below = mapped(withTies(source, told), (value, key) => (data.has(key) ? value : visit(value, key)));
    const schema = nullable(withFormat(withBounds(withRequired(source, { ...below, ...target }, part, flow))));
    return flow === 'response' ? readable(schema) : schema;
  };
  return { ...define({ node, at }), $defs };
}

/** The discriminator says which branch a value has to keep to: the others do not matter to it. */
function withTies(source: Source, node: Json): Json {
  const tied = ['anyOf', 'oneOf'].flatMap((key) => {
    const branches = listOf(node[key]);
    const ties = branches.map((branch) => tieOf(source, node, { node: branch, at: '' }));
    if (ties.every((tie) => tie === undefined)) return [];
    return [[key, branches.map((branch, index) => withTie(branch, ties[index]))]];
  });
  return tied.length > 0 ? { ...node, ...Object.fromEntries(tied) } : node;
}

function readable(schema: Json): Json {
  const { oneOf, ...rest } = schema;
  return oneOf === undefined ? schema : { ...rest, allOf: [...listOf(rest.allOf), { anyOf: oneOf }] };
}

function withTie(branch: unknown, tie: Tie | undefined): unknown {
  return tie ? { allOf: [branch, { properties: { [tie.property]: { enum: tie.values } } }] } : branch;
}

function mapped(node: Json, change: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value, key)]));
}

/** What the other side alone writes is not required of this one. */
function withRequired(source: Source, schema: Json, { properties }: Json, flow: Flow): Json {
  if (!Array.isArray(schema.required) || !isObject(properties)) return schema;
  const flag = flow === 'request' ? 'readOnly' : 'writeOnly';
  const isOthers = (node: unknown) => notesOf(source, [{ node, at: '' }])[flag] !== undefined;
  return { ...schema, required: schema.required.filter((name) => !isOthers(properties[String(name)])) };
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
