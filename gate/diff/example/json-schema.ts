import { type Tie, tieOf } from '../schema/discriminator.ts';
import { notesOf } from '../schema/notes.ts';
import type { Flow } from '../schema/shape.ts';
import { isObject, type Json, type Located, listOf, objectOf, partsIn, referenceOf, type Source } from '../source.ts';

/** Keys below which schemas are named, so that a name is no keyword. */
const names = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
const data = new Set(['enum', 'const', 'mapping']);

/** Keys below which there is data that refuses nothing, whatever it looks like: an `$id` in it is no address. */
const unread = new Set(['default', 'example', 'examples']);
const isUnread = (key: string) => unread.has(key) || (key.startsWith('x-') && key !== 'x-files');

/** Keys below which it matters which members the other side alone writes. */
const ofMembers = new Set(['properties', 'allOf', 'anyOf', 'oneOf', 'then', 'else']);

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
  const define = (schema: Located, around: readonly string[]): Json => {
    const key = JSON.stringify([schema.at, around]);
    const name = known.get(key) ?? String(known.size);
    if (!known.has(key)) {
      known.set(key, name);
      $defs[name] = visit(schema.node, '', around);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const visit = (part: unknown, parent: string, around: readonly string[] = []): unknown => {
    if (Array.isArray(part)) return part.map((item) => visit(item, '', around));
    if (!isObject(part)) return part;
    if (names.has(parent))
      return mapped(part, (value, name) => (around.includes(name) ? flow === 'request' : visit(value, '')));
    const others = othersIn(source, part, flow, around);
    const reference = referenceOf(part);
    const target = reference === undefined ? {} : define(source.resolve(reference), others);
    if (source.isOld && typeof part.$ref === 'string') return target;
    const { readOnly, writeOnly, lenient } = notesOf(source, [{ node: part, at: '' }]);
    if (flow === 'request' && (readOnly ?? lenient) !== undefined) return true;
    if (flow === 'response' && writeOnly !== undefined) return false;
    const told = Object.fromEntries(Object.entries(part).filter(([key]) => !addresses.has(key) && !isUnread(key)));
    const below = mapped(withTies(source, told), (value, key) =>
      data.has(key) ? value : visit(value, key, ofMembers.has(key) ? others : []),
    );
    const schema = nullable(withFormat(withBounds(withRequired({ ...below, ...target }, others))));
    return flow === 'response' ? readable(schema) : schema;
  };
  return { ...define({ node, at }, []), $defs };
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
function withRequired(schema: Json, others: readonly string[]): Json {
  if (!Array.isArray(schema.required)) return schema;
  return { ...schema, required: schema.required.filter((name) => !others.includes(String(name))) };
}

/** The members that the other side alone writes, whichever part of a schema says so, with those that are known around it. */
function othersIn(source: Source, schema: Json, flow: Flow, around: readonly string[]): readonly string[] {
  const flag = flow === 'request' ? 'readOnly' : 'writeOnly';
  const found = new Set(around);
  const seen = new Set<unknown>();
  const look = (node: unknown) => {
    if (!isObject(node) || seen.has(node)) return;
    seen.add(node);
    for (const [name, member] of Object.entries(objectOf(node.properties))) {
      if (notesOf(source, [{ node: member, at: '' }])[flag] !== undefined) found.add(name);
    }
    const reference = referenceOf(node);
    if (reference !== undefined) look(source.resolve(reference).node);
    for (const part of partsIn({ node, at: '' })) look(part.node);
  };
  look(schema);
  return [...found].toSorted();
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
