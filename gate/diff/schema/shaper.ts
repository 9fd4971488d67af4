import type { Flow } from '../rules.ts';
import {
  child,
  entries,
  InputError,
  isObject,
  items,
  type Json,
  type Located,
  listOf,
  type Source,
} from '../source.ts';
import { type Unjudged, unjudgedIn } from '../vocabulary.ts';
import { keywords, limits, type TypeName, typeNames } from './limits.ts';
import {
  type Alternative,
  everything,
  type Held,
  intersect,
  joinValues,
  keyOf,
  type Notes,
  type Parts,
  type Shape,
  schemasOf,
  sharedValues,
  withValues,
} from './shape.ts';

/** Bounds of a document: alternatives of a schema, schemas that are read, and levels of nesting. */
const mostAlternatives = 256;
const mostSchemas = 300_000;
const deepest = 200;

/**
 * Reads the schemas of a document as the values that they allow in one direction. Schemas that are written in different ways
 * (references, `allOf`, type lists, `const`, unions of constants or of types) and allow the same have the same shape.
 */
export class Shaper {
  private readonly shapes = new Map<string, Shape>();
  private readonly built = new Map<string, Alternative[]>();
  private read = 0;

  constructor(
    readonly source: Source,
    readonly flow: Flow,
  ) {}

  /** The shape of a schema, given by the parts that hold at once. */
  shapeOf(parts: Parts): Shape {
    const key = keyOf(parts);
    const shape = this.shapes.get(key) ?? this.shape(parts);
    this.shapes.set(key, shape);
    return shape;
  }

  /** Whether a schema allows no value. */
  isClosed(parts: Parts): boolean {
    return parts.length > 0 && this.shapeOf(parts).alternatives.length === 0;
  }

  private shape(parts: Parts): Shape {
    const [first = { node: undefined, at: '' }] = parts;
    const notes = this.notesOf(parts);
    const head = { at: first.at, typesAt: this.typesPlace(first), notes };
    if (this.flow === 'request' && (notes.readOnly ?? notes.lenient) !== undefined) {
      return { ...head, alternatives: everything(first.at) };
    }
    if (this.flow === 'response' && notes.writeOnly !== undefined) return { ...head, alternatives: [] };
    const built = parts.map((part) => this.build(part, []) ?? everything(first.at));
    const merged = joinValues(built.reduce(intersect, everything(first.at)));
    return { ...head, alternatives: merged.map((one) => this.settle(one)) };
  }

  private settle(one: Alternative): Alternative {
    if (one.type === 'number') return withWholeBounds(one);
    if (one.type !== 'object') return one;
    // A member that the other side alone writes is not required of this one.
    const other = this.flow === 'request' ? 'readOnly' : 'writeOnly';
    const isRequired = (name: string) => this.notesOf(one.properties.get(name) ?? [])[other] === undefined;
    return { ...one, required: new Map([...one.required].filter(([name]) => isRequired(name))) };
  }

  /** The alternatives of one schema; undefined for a way back to a schema that is being read already. */
  private build(place: Located, within: readonly string[]): Alternative[] | undefined {
    const { node, at } = place;
    if (node === false) return [];
    if (!isObject(node)) return everything(at);
    if (within.includes(at)) return undefined;
    const known = this.built.get(at);
    if (known) return known;
    this.read += 1;
    if (this.read > mostSchemas || within.length > deepest) throw this.tooLarge(at);
    const alternatives = this.combine({ node, at }, [...within, at]);
    if (alternatives.length > mostAlternatives) throw this.tooLarge(at);
    if (within.length === 0) this.built.set(at, alternatives);
    return alternatives;
  }

  private combine(place: Located & { node: Json }, within: readonly string[]): Alternative[] {
    let found = this.own(place);
    const { $ref } = place.node;
    const parts = [...(typeof $ref === 'string' ? [this.source.resolve($ref)] : []), ...items(child(place, 'allOf'))];
    for (const part of parts) {
      const name = part.at.match(/^\/components\/schemas\/([^/]+)$/)?.[1];
      const built = this.build(part, within) ?? everything(place.at);
      const named = built.map((one) => (name === undefined ? one : { ...one, branch: one.branch ?? name }));
      found = intersect(found, named);
    }
    for (const keyword of ['anyOf', 'oneOf']) {
      if (Array.isArray(place.node[keyword])) found = this.withUnion(found, child(place, keyword), within);
    }
    return found;
  }

  private withUnion(found: Alternative[], union: Located, within: readonly string[]): Alternative[] {
    const branches = items(union).map((branch) => this.branchOf(branch, listOf(union.node).length === 1, within));
    const alternatives = joinValues(branches.flat());
    if (found.length * alternatives.length > mostAlternatives ** 2) throw this.tooLarge(union.at);
    const merged = intersect(found, alternatives);
    const isExclusive = union.at.endsWith('/oneOf') && this.flow === 'request';
    const overlap = branches.some((one, index) =>
      branches.slice(index + 1).some((other) => one.some((a) => other.some((b) => mayOverlap(a, b)))),
    );
    if (!isExclusive || !overlap) return merged;
    // A value that fits two branches of `oneOf` is refused: the alternatives do not show that.
    const texts = listOf(union.node).map((branch) => this.source.textOf(branch));
    const overlapping = { keyword: 'oneOf', value: texts.sort().join(), at: union.at };
    return merged.map((one) => ({ ...one, unjudged: [...one.unjudged, overlapping] }));
  }

  /** Facts of one of several branches mean nothing for the whole value, so that they are not judged. */
  private branchOf(place: Located, isOnly: boolean, within: readonly string[]): Alternative[] {
    const { readOnly, lenient, writeOnly } = isOnly ? {} : this.notesOf([place]);
    const notes = this.flow === 'request' ? { readOnly, 'x-lenient': lenient } : { writeOnly };
    const unjudged = Object.entries(notes).flatMap(([keyword, at]): Unjudged[] =>
      at === undefined ? [] : [{ keyword, value: 'true', at }],
    );
    return (this.build(place, within) ?? []).map((one) => ({
      ...one,
      branch: one.branch ?? describe(one),
      unjudged: [...one.unjudged, ...unjudged],
    }));
  }

  /** The values that the keywords of a schema allow by themselves, without `$ref` and the unions. */
  private own(place: Located & { node: Json }): Alternative[] {
    const { node, at } = place;
    const unjudged = unjudgedIn(this.source, 'schema', place);
    const named = [node.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type));
    const known = typeNames.filter((type) => named.includes(type));
    const values = listedValues(place);
    return (known.length > 0 ? known : typeNames).flatMap((type) =>
      withValues({ type, at, unjudged, ...limitsOf(type, place) }, values),
    );
  }

  /** Facts of the parts of a schema; references, `allOf` and unions of one branch are followed. */
  private notesOf(parts: Parts): Notes {
    const notes: Notes = {};
    const seen = new Set<string>();
    const visit = (place: Located) => {
      const { node, at } = place;
      if (!isObject(node) || seen.has(at)) return;
      seen.add(at);
      if (node.readOnly === true) notes.readOnly ??= `${at}/readOnly`;
      if (node.writeOnly === true) notes.writeOnly ??= `${at}/writeOnly`;
      if (node.deprecated === true) notes.deprecated ??= `${at}/deprecated`;
      if (node['x-lenient'] === true) notes.lenient ??= `${at}/x-lenient`;
      if ('default' in node) notes.default ??= { value: node.default, at: `${at}/default` };
      if (typeof node.$ref === 'string') visit(this.source.resolve(node.$ref));
      const unions = ['anyOf', 'oneOf'].map((key) => items(child(place, key))).filter(({ length }) => length === 1);
      for (const part of [...items(child(place, 'allOf')), ...unions.flat()]) visit(part);
    };
    for (const part of parts) visit(part);
    return notes;
  }

  /** The place that decides about types: of the schema itself, of its union, or of its target. */
  private typesPlace({ node, at }: Located): string {
    const keyword = ['type', 'oneOf', 'anyOf', 'enum', 'const'].find((key) => isObject(node) && key in node);
    if (keyword !== undefined) return `${at}/${keyword}`;
    const target = this.source.follow({ node, at });
    return target.at === at ? at : this.typesPlace(target);
  }

  private tooLarge(at: string): InputError {
    return new InputError(`${this.source.name}: the schema at #${at} is too large to be compared`);
  }
}

/** The schema at a place as a list of parts; one that allows everything has none. */
export function partsOf(place: Located): Parts {
  const { node } = place;
  const isOpen = node === undefined || node === true || (isObject(node) && Object.keys(node).length === 0);
  return isOpen ? [] : [place];
}

function limitsOf(type: TypeName, place: Located & { node: Json }) {
  const { node, at } = place;
  const own = keywords.flatMap((keyword) => {
    const value = limits[keyword].types.includes(type) ? limits[keyword].read(node) : undefined;
    return value === undefined ? [] : [[keyword, { value, at: placeOf(keyword, place) }] as const];
  });
  const [isArray, isMap] = [type === 'array', type === 'object'];
  const members = isMap ? entries(child(place, 'properties')) : [];
  const required = isMap ? listOf(node.required) : [];
  return {
    limits: new Map(own),
    items: isArray ? partsOf(child(place, 'items')) : [],
    properties: new Map(members.map(([name, schema]): [string, Parts] => [name, [schema]])),
    additional: isMap ? partsOf(child(place, 'additionalProperties')) : [],
    required: new Map(required.map((name, index) => [String(name), `${at}/required/${index}`])),
  };
}

function placeOf(keyword: string, { node, at }: Located & { node: Json }): string {
  if (keyword === 'integer') return `${at}/type`;
  const exclusive = `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`;
  return `${at}/${keyword in node ? keyword : exclusive}`;
}

/** `enum` and `const`: a constant is an enum of one value. */
function listedValues({ node, at }: Located): Held[] | undefined {
  if (!isObject(node)) return undefined;
  const listed = Array.isArray(node.enum)
    ? node.enum.map((value: unknown, index) => ({ value, at: `${at}/enum/${index}` }))
    : undefined;
  const constant = 'const' in node ? [{ value: node.const, at: `${at}/const` }] : undefined;
  return listed && constant ? sharedValues(constant, listed) : (constant ?? listed);
}

/** The bounds of integers as integers that are allowed themselves. */
function withWholeBounds(one: Alternative): Alternative {
  const own = new Map(one.limits);
  const steps = own.get('multipleOf');
  const isWhole = own.has('integer') || (steps?.value as number[] | undefined)?.some(Number.isInteger);
  if (!isWhole) return one;
  if (steps && !own.has('integer')) own.set('integer', { value: true, at: steps.at });
  if (steps && (steps.value as number[]).every((step) => step === 1)) own.delete('multipleOf');
  for (const [keyword, sign] of [
    ['minimum', 1],
    ['maximum', -1],
  ] as const) {
    const held = own.get(keyword);
    if (!held) continue;
    const { limit, exclusive } = held.value as { limit: number; exclusive: boolean };
    const rounded = sign === 1 ? Math.ceil(limit) : Math.floor(limit);
    own.set(keyword, {
      ...held,
      value: { limit: exclusive && rounded === limit ? rounded + sign : rounded, exclusive: false },
    });
  }
  return { ...one, limits: own };
}

/** The name of a branch without one. */
function describe({ type, required, properties: named }: Alternative): string {
  const [name] = [...required.keys(), ...named.keys()];
  return type === 'object' && name !== undefined ? `with ${name}` : type;
}

/** Whether a value may fit both branches of a union; undecided cases count as yes. */
function mayOverlap(a: Alternative, b: Alternative): boolean {
  if (a.type !== b.type) return false;
  if (a.values && b.values) return sharedValues(a.values, b.values).length > 0;
  return !isDistinguishable(a, b) && !isDistinguishable(b, a);
}

/** Whether a property that one object requires has a constant in both, and never the same one. */
function isDistinguishable(one: Alternative, other: Alternative): boolean {
  const constantsIn = (parts: Parts) => parts.map(listedValues).find((values) => values !== undefined);
  return [...one.required.keys()].some((name) => {
    const [mine, others] = [constantsIn(schemasOf(one, name)), constantsIn(schemasOf(other, name))];
    return mine !== undefined && others !== undefined && sharedValues(mine, others).length === 0;
  });
}
