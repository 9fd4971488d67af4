import type { Flow } from '../change-rules.ts';
import {
  findUnjudged,
  getChild,
  isObject,
  type Json,
  type Located,
  listEntries,
  listItems,
  type Source,
  toObject,
  type Unjudged,
} from '../source.ts';
import { type Held, keywords, limits, type TypeName, typeNames } from './keywords.ts';
import {
  type Alternative,
  allowEverything,
  intersect,
  joinValues,
  locate,
  makeKey,
  type Notes,
  type Parts,
  restrictTo,
  type Shape,
  shareValues,
} from './shape.ts';

/** The most alternatives of a schema. */
const mostAlternatives = 64;

/**
 * Reads the schemas of a document as the values that they allow in one direction. Spellings (references, `allOf`, lists of types, `const`,
 * unions of constants or types) of the same values have the same shape.
 */
export class SchemaReader {
  private readonly shapes = new Map<string, Shape>();
  private readonly known = new Map<string, Alternative[]>();

  constructor(
    readonly source: Source,
    readonly flow: Flow,
  ) {}

  getShape(parts: Parts): Shape {
    const key = makeKey(parts);
    const shape = this.shapes.get(key) ?? this.buildShape(parts);
    this.shapes.set(key, shape);
    return shape;
  }

  isClosed(parts: Parts): boolean {
    return parts.length > 0 && this.getShape(parts).alternatives.length === 0;
  }

  /** True if an object declares a property and does not forbid it. */
  hasMember(object: Alternative, step: string): boolean {
    const parts = object.held.get(step);
    return parts !== undefined && (!this.isClosed(parts) || this.getShape(parts).notes.writeOnly !== undefined);
  }

  private buildShape(parts: Parts): Shape {
    const [first = { node: undefined, at: '' }] = parts;
    const notes = this.readNotes(parts);
    const shape = { at: first.at, typesAt: `${this.source.follow(first).at}/type`, notes };
    if (this.flow === 'request' && (notes.readOnly ?? notes['x-lenient']) !== undefined) {
      return { ...shape, alternatives: allowEverything(first.at) };
    }
    if (this.flow === 'response' && notes.writeOnly !== undefined) return { ...shape, alternatives: [] };
    const found = parts.map((part) => this.read(part, [])).reduce(intersect, allowEverything(first.at));
    return { ...shape, alternatives: joinValues(found).map((alternative) => this.dropForeign(alternative)) };
  }

  /** Read-only members are not required in requests, write-only ones not in answers. */
  private dropForeign(alternative: Alternative): Alternative {
    const foreign = this.flow === 'request' ? 'readOnly' : 'writeOnly';
    const isForeign = (name: string) => this.readNotes(alternative.held.get(`.${name}`) ?? [])[foreign] !== undefined;
    return { ...alternative, required: new Map([...alternative.required].filter(([name]) => !isForeign(name))) };
  }

  /** The alternatives of a schema. Throws an InputError when it refers to itself without a member in between. */
  private read({ node, at }: Located, within: readonly string[]): Alternative[] {
    if (node === false) return [];
    if (!isObject(node)) return allowEverything(at);
    const known = this.known.get(at);
    if (known) return known;
    if (within.includes(at)) throw this.source.createSizeError(at);
    const alternatives = this.combine({ node, at }, [...within, at]);
    if (alternatives.length > mostAlternatives) throw this.source.createSizeError(at);
    this.known.set(at, alternatives);
    return alternatives;
  }

  private combine(place: Located & { node: Json }, within: readonly string[]): Alternative[] {
    const { $ref } = place.node;
    const parts = [
      ...(typeof $ref === 'string' ? [this.source.resolve($ref, place.at)] : []),
      ...listItems(place, 'allOf'),
    ];
    const read = parts.map((part) => {
      const name = part.at.match(/^\/components\/schemas\/([^/]+)$/)?.[1];
      return this.read(part, within).map((alternative) =>
        name === undefined ? alternative : { ...alternative, branch: alternative.branch ?? name },
      );
    });
    const unions = ['anyOf', 'oneOf'].filter((keyword) => Array.isArray(place.node[keyword]));
    const found = [...read, ...unions.map((keyword) => this.readUnion(getChild(place, keyword), within))];
    return found.reduce((combined, alternatives) => {
      if (combined.length * alternatives.length > mostAlternatives ** 2) throw this.source.createSizeError(place.at);
      return intersect(combined, alternatives);
    }, this.readOwn(place));
  }

  private readUnion(place: Located, within: readonly string[]): Alternative[] {
    const branches = listItems(place).map((branch, _, { length }) => this.readBranch(branch, length === 1, within));
    const found = joinValues(branches.flat());
    const isAmbiguous = branches.some((branch, index) =>
      branches.slice(index + 1).some((next) => branch.some((a) => next.some((b) => mayOverlap(a, b)))),
    );
    if (this.flow === 'response' || !place.at.endsWith('/oneOf') || !isAmbiguous) return found;
    // A service refuses a value that fits two branches of `oneOf`: the alternatives do not show that.
    const texts = listItems(place).map(({ node, at }) => this.source.formatNode(node, at));
    const unjudged = { keyword: 'oneOf', value: texts.sort().join(), at: place.at };
    return found.map((alternative) => ({ ...alternative, unjudged: [...alternative.unjudged, unjudged] }));
  }

  /** A note of one of several branches does not hold for the whole value, so it is not judged. */
  private readBranch(place: Located, isOnly: boolean, within: readonly string[]): Alternative[] {
    const notes = isOnly ? {} : this.readNotes([place]);
    const decisive = this.flow === 'request' ? (['readOnly', 'x-lenient'] as const) : (['writeOnly'] as const);
    const unjudged = decisive.flatMap((keyword): Unjudged[] => {
      const at = notes[keyword];
      return at === undefined ? [] : [{ keyword, value: 'true', at }];
    });
    return this.read(place, within).map((alternative) => {
      const [name] = [...alternative.required.keys(), ...[...alternative.held.keys()].map((step) => step.slice(1))];
      const words = alternative.type === 'object' && name ? `with ${name}` : alternative.type;
      return { ...alternative, branch: alternative.branch ?? words, unjudged: [...alternative.unjudged, ...unjudged] };
    });
  }

  /** The values that the keywords of a schema allow by themselves, without `$ref` and the unions. */
  private readOwn(place: Located & { node: Json }): Alternative[] {
    const unjudged = findUnjudged(this.source, 'schema', place);
    const named = [place.node.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type));
    const types = typeNames.filter((type) => named.includes(type));
    const values = readListedValues(place);
    return (types.length > 0 ? types : typeNames).flatMap((type) =>
      restrictTo({ type, at: place.at, unjudged, ...readKeywords(type, place) }, values),
    );
  }

  /** The notes of a schema; references, `allOf` and unions of one branch are followed. */
  private readNotes(parts: Parts): Notes {
    const notes: Notes = {};
    const seen = new Set<string>();
    const visit = (place: Located) => {
      const { node, at } = place;
      if (!isObject(node) || seen.has(at)) return;
      seen.add(at);
      for (const keyword of ['readOnly', 'writeOnly', 'deprecated', 'x-lenient'] as const)
        if (node[keyword] === true) notes[keyword] ??= `${at}/${keyword}`;
      if ('default' in node) notes.default ??= { value: node.default, at: `${at}/default` };
      if (typeof node.$ref === 'string') visit(this.source.resolve(node.$ref, at));
      const unions = ['anyOf', 'oneOf'].map((key) => listItems(place, key)).filter(({ length }) => length === 1);
      for (const part of [...listItems(place, 'allOf'), ...unions.flat()]) visit(part);
    };
    for (const part of parts) visit(part);
    return notes;
  }
}

/** The schema at a place as a list of parts; one that allows everything has none. */
export function toParts(place: Located): Parts {
  const { node } = place;
  const isOpen = node === undefined || node === true || (isObject(node) && Object.keys(node).length === 0);
  return isOpen ? [] : [place];
}

/** True if a value may fit both branches of a union: types and listed values tell branches apart. */
function mayOverlap(a: Alternative, b: Alternative): boolean {
  return a.type === b.type && !(a.values && b.values && shareValues(a.values, b.values).length === 0);
}

function readKeywords(type: TypeName, place: Located & { node: Json }) {
  const own = keywords.flatMap((keyword) => {
    const value = limits[keyword].types.includes(type) ? limits[keyword].read(place.node) : undefined;
    return value === undefined ? [] : [[keyword, { value, at: locate(keyword, place.at) }] as const];
  });
  const properties = listEntries(place, 'properties').map(([name, schema]) => [`.${name}`, [schema]] as const);
  const steps: (readonly [string, Parts])[] =
    type === 'object' ? [...properties, ['*', toParts(getChild(place, 'additionalProperties'))]] : [];
  if (type === 'array') steps.push(['[]', toParts(getChild(place, 'items'))]);
  const required = type === 'object' ? listItems(place, 'required') : [];
  return {
    limits: new Map(own),
    held: new Map(steps.filter(([, parts]) => parts.length > 0)),
    required: new Map(required.map(({ node: name, at }) => [String(name), at])),
  };
}

/** `enum` and `const`: a constant is an enum of one value. */
function readListedValues({ node, at }: Located): Held[] | undefined {
  const { enum: values, ...rest } = toObject(node);
  const listed = Array.isArray(values)
    ? values.map((value: unknown, index) => ({ value, at: `${at}/enum/${index}` }))
    : undefined;
  const constant = 'const' in rest ? [{ value: rest.const, at: `${at}/const` }] : undefined;
  return listed && constant ? shareValues(constant, listed) : (constant ?? listed);
}
