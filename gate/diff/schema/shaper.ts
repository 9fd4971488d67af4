import {
  canonical,
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
import { accepts, intersect, joinValues } from './merge.ts';
import {
  type Alternative,
  type Bound,
  type Flow,
  type Held,
  type Notes,
  type Shape,
  schemasOf,
  type TypeName,
  typeNames,
  unlimited,
} from './shape.ts';

/** A schema that allows more alternatives is not compared. */
const mostAlternatives = 256;

/** So many schemas are read at most. */
const mostSchemas = 300_000;

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
  shapeOf(parts: readonly Located[]): Shape {
    const key = keyOf(parts);
    const known = this.shapes.get(key);
    if (known) return known;
    const shape = this.shape(parts);
    this.shapes.set(key, shape);
    return shape;
  }

  /** Whether a schema allows no value. */
  isClosed(parts: readonly Located[]): boolean {
    return parts.length > 0 && this.shapeOf(parts).alternatives.length === 0;
  }

  private shape(parts: readonly Located[]): Shape {
    const [first] = parts;
    const at = first?.at ?? '';
    const typesAt = first ? this.typesPlace(first) : '';
    const notes = this.notesOf(parts);
    const isIgnored = this.flow === 'request' && (notes.readOnly ?? notes.lenient) !== undefined;
    if (isIgnored) return { at, typesAt, alternatives: everything(at), notes };
    if (this.flow === 'response' && notes.writeOnly !== undefined) return { at, typesAt, alternatives: [], notes };
    const built = parts.map((part) => this.build(part, []) ?? everything(at));
    const merged = built.reduce(intersect, everything(at));
    const alternatives = joinValues(merged).map((one) => this.settle(one));
    return { at, typesAt, alternatives: parts.length === 0 ? everything('') : alternatives, notes };
  }

  private settle(one: Alternative): Alternative {
    if (one.type === 'number') return wholeBounds(one);
    if (one.type !== 'object') return one;
    // A member that the other side alone writes is not required of this one.
    const other = this.flow === 'request' ? 'readOnly' : 'writeOnly';
    const required = [...one.required].filter(
      ([name]) => this.notesOf(one.properties.get(name) ?? [])[other] === undefined,
    );
    return { ...one, required: new Map(required) };
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
    if (this.read > mostSchemas || within.length > 200) throw this.tooLarge(at);
    const alternatives = this.combine({ node, at }, [...within, at]);
    if (alternatives.length > mostAlternatives) throw this.tooLarge(at);
    if (within.length === 0) this.built.set(at, alternatives);
    return alternatives;
  }

  private combine(place: Located & { node: Json }, within: readonly string[]): Alternative[] {
    const { $ref } = place.node;
    let found = this.own(place);
    if (typeof $ref === 'string') found = intersect(found, this.target($ref, within) ?? everything(place.at));
    for (const part of items(child(place, 'allOf'))) {
      found = intersect(found, this.build(part, within) ?? everything(place.at));
    }
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      if (Array.isArray(place.node[keyword])) found = this.withUnion(found, child(place, keyword), within);
    }
    return found;
  }

  private target(reference: string, within: readonly string[]): Alternative[] | undefined {
    const place = this.source.resolve(reference);
    const name = place.at.match(/^\/components\/schemas\/([^/]+)$/)?.[1];
    const alternatives = this.build(place, within);
    return name === undefined ? alternatives : alternatives?.map((one) => ({ ...one, branch: one.branch ?? name }));
  }

  private withUnion(found: Alternative[], union: Located, within: readonly string[]): Alternative[] {
    const branches = items(union).map((branch) => this.branchOf(branch, listOf(union.node).length === 1, within));
    const alternatives = joinValues(branches.flat());
    if (found.length * alternatives.length > mostAlternatives ** 2) throw this.tooLarge(union.at);
    const merged = intersect(found, alternatives);
    const isExclusive = union.at.endsWith('/oneOf') && this.flow === 'request';
    if (!isExclusive || !branches.some((one, index) => branches.slice(index + 1).some((other) => overlap(one, other))))
      return merged;
    // A value that fits two branches of `oneOf` is refused: the alternatives do not show that.
    const overlapping: Unjudged = {
      keyword: 'oneOf',
      value: listOf(union.node)
        .map((branch) => this.source.textOf(branch))
        .sort()
        .join(),
      at: union.at,
    };
    return merged.map((one) => ({ ...one, unjudged: [...one.unjudged, overlapping] }));
  }

  /** Facts of one of several branches say nothing of the whole value, so that they are not judged. */
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
    const named = new Set(listOrOne(node.type).map((type) => (type === 'integer' ? 'number' : type)));
    const known = typeNames.filter((type) => named.has(type));
    const types = known.length > 0 ? known : typeNames;
    const limited = types.map((type) => ({ ...ownLimits(type, place), unjudged }));
    const listed = listedValues(node, at);
    if (!listed) return limited;
    return limited.flatMap((one) => {
      const values = listed.filter(({ value }) => typeOf(value) === one.type && accepts(one, value));
      return values.length > 0 ? [{ ...one, values }] : [];
    });
  }

  /** Facts of the parts of a schema; references, `allOf` and unions of one branch are followed. */
  private notesOf(parts: readonly Located[]): Notes {
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
  private typesPlace(part: Located): string {
    let place = part;
    const seen = new Set<string>();
    while (isObject(place.node) && !seen.has(place.at)) {
      const { node, at } = place;
      const keyword = ['type', 'oneOf', 'anyOf', 'enum', 'const'].find((key) => key in node);
      if (keyword !== undefined) return `${at}/${keyword}`;
      if (typeof node.$ref !== 'string') break;
      seen.add(at);
      place = this.source.resolve(node.$ref);
    }
    return place.at;
  }

  private tooLarge(at: string): InputError {
    return new InputError(`${this.source.name}: the schema at #${at} is too large to be compared`);
  }
}

/** Parts that hold at once have one key, in any order. */
export function keyOf(parts: readonly Located[]): string {
  return parts
    .map(({ at }) => at)
    .sort()
    .join(' ');
}

function everything(at: string): Alternative[] {
  return typeNames.map((type) => unlimited(type, at));
}

function ownLimits(type: TypeName, place: Located & { node: Json }): Alternative {
  const { node, at } = place;
  const held = <Value>(keyword: string, value: Value): Held<Value> => ({ value, at: `${at}/${keyword}` });
  const blank = unlimited(type, at);
  const formats = typeof node.format === 'string' ? [held('format', node.format)] : [];
  switch (type) {
    case 'null':
    case 'boolean':
      return blank;
    case 'number': {
      const types = listOrOne(node.type);
      const integer = types.includes('integer') && !types.includes('number');
      const multiples = typeof node.multipleOf === 'number' ? [held('multipleOf', node.multipleOf)] : [];
      return { ...blank, ...rangeOf(node, at, 'minimum', 'maximum'), integer, multiples, formats };
    }
    case 'string': {
      const patterns = typeof node.pattern === 'string' ? [held('pattern', node.pattern)] : [];
      return { ...blank, ...rangeOf(node, at, 'minLength', 'maxLength'), patterns, formats };
    }
    case 'array': {
      const unique = node.uniqueItems === true ? { unique: held('uniqueItems', true as const) } : {};
      return {
        ...blank,
        ...rangeOf(node, at, 'minItems', 'maxItems'),
        ...unique,
        items: partsOf(child(place, 'items')),
      };
    }
    case 'object':
      return {
        ...blank,
        ...rangeOf(node, at, 'minProperties', 'maxProperties'),
        properties: new Map(entries(child(place, 'properties')).map(([name, schema]) => [name, [schema]])),
        additional: partsOf(child(place, 'additionalProperties')),
        required: new Map(listOf(node.required).map((name, index) => [String(name), `${at}/required/${index}`])),
      };
  }
}

/** The schema at a place as a list of parts; one that allows everything has none. */
export function partsOf(place: Located): Located[] {
  const { node } = place;
  const isOpen = node === undefined || node === true || (isObject(node) && Object.keys(node).length === 0);
  return isOpen ? [] : [place];
}

function rangeOf(node: Json, at: string, least: string, greatest: string): Pick<Alternative, 'min' | 'max'> {
  const min = boundOf(node, at, least, 1);
  const max = boundOf(node, at, greatest, -1);
  const isTrivial = least !== 'minimum' && (min?.value.limit ?? 0) <= 0;
  return { ...(min && !isTrivial && { min }), ...(max && { max }) };
}

function boundOf(node: Json, at: string, keyword: string, sign: 1 | -1): Held<Bound> | undefined {
  const exclusive = `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`;
  const bounds = [keyword, exclusive].flatMap((key): Held<Bound>[] => {
    const limit = node[key];
    return typeof limit === 'number' ? [{ value: { limit, exclusive: key === exclusive }, at: `${at}/${key}` }] : [];
  });
  return bounds.sort((a, b) => (b.value.limit - a.value.limit) * sign || Number(b.value.exclusive) - 1)[0];
}

/** The bounds of integers as integers that are allowed themselves. */
function wholeBounds(one: Alternative): Alternative {
  const integer = one.integer || one.multiples.some(({ value }) => Number.isInteger(value));
  if (!integer) return one;
  const whole = ({ value: { limit, exclusive }, at }: Held<Bound>, sign: 1 | -1): Held<Bound> => {
    const rounded = sign === 1 ? Math.ceil(limit) : Math.floor(limit);
    return { value: { limit: exclusive && rounded === limit ? rounded + sign : rounded, exclusive: false }, at };
  };
  const multiples = one.multiples.filter(({ value }) => value !== 1);
  return {
    ...one,
    integer,
    multiples,
    ...(one.min && { min: whole(one.min, 1) }),
    ...(one.max && { max: whole(one.max, -1) }),
  };
}

/** `enum` and `const`: a constant is an enum of one value. */
function listedValues(node: Json, at: string): Held[] | undefined {
  const listed = Array.isArray(node.enum)
    ? node.enum.map((value: unknown, index) => ({ value, at: `${at}/enum/${index}` }))
    : undefined;
  if (!('const' in node)) return listed;
  const isListed = !listed || listed.some(({ value }) => canonical(value) === canonical(node.const));
  return isListed ? [{ value: node.const, at: `${at}/const` }] : [];
}

function typeOf(value: unknown): TypeName {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as TypeName);
}

function listOrOne(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The name of a branch without one. */
function describe({ type, required, properties: named }: Alternative): string {
  const [name] = [...required.keys(), ...named.keys()];
  return type === 'object' && name !== undefined ? `with ${name}` : type;
}

/** Whether a value may fit two branches of a union; undecided cases count as yes. */
function overlap(one: readonly Alternative[], other: readonly Alternative[]): boolean {
  return one.some((a) => other.some((b) => a.type === b.type && !areApart(a, b)));
}

function areApart(a: Alternative, b: Alternative): boolean {
  if (a.values && b.values) return !sharesValue(a.values, b.values);
  return (
    isOutside(a.values, b) ||
    isOutside(b.values, a) ||
    isDistinguishable(a, b) ||
    isDistinguishable(b, a) ||
    areDisjoint(a, b)
  );
}

function isOutside(values: Alternative['values'], other: Alternative): boolean {
  return values?.every(({ value }) => !accepts(other, value)) ?? false;
}

function areDisjoint(a: Alternative, b: Alternative): boolean {
  const isBelow = (low: Alternative, high: Alternative) =>
    (low.max?.value.limit ?? Number.POSITIVE_INFINITY) < (high.min?.value.limit ?? Number.NEGATIVE_INFINITY);
  return isBelow(a, b) || isBelow(b, a);
}

/** Whether a property that one object requires has a constant in both, and never the same one. */
function isDistinguishable(one: Alternative, other: Alternative): boolean {
  return [...one.required.keys()].some((name) => {
    const [mine, others] = [schemasOf(one, name), schemasOf(other, name)].map(constantsIn);
    return mine !== undefined && others !== undefined && !sharesValue(mine, others);
  });
}

function constantsIn(parts: readonly Located[]): Held[] | undefined {
  const lists = parts.flatMap(({ node, at }) => (isObject(node) ? [listedValues(node, at)] : []));
  return lists.find((list) => list !== undefined);
}

function sharesValue(one: readonly Held[], other: readonly Held[]): boolean {
  const texts = new Set(other.map(({ value }) => canonical(value)));
  return one.some(({ value }) => texts.has(canonical(value)));
}
