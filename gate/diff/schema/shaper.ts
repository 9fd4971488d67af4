import { child, isObject, items, type Json, type Located, referenceOf, type Source } from '../source.ts';
import { discriminated } from './discriminator.ts';
import { intersect, joinValues, productSize, tooMany } from './intersect.ts';
import { isUnlimited, ownAlternatives, partsOf, unlimited } from './keywords.ts';
import { notesOf } from './notes.ts';
import {
  type AnyAlternative,
  type Bound,
  type Condition,
  type Flow,
  type Held,
  type NumberAlternative,
  type ObjectAlternative,
  type Shape,
  type TypeName,
  typeNames,
} from './shape.ts';

/**
 * Reads the schemas of a document as what they allow in one direction. However a schema is spelt (references, `allOf`, type
 * lists, `nullable`, `const`, unions of constants or of types), what allows the same has the same shape.
 */
export class Shaper {
  private readonly shapes = new Map<string, Shape>();
  private readonly built = new Map<string, AnyAlternative[]>();

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

  private shape(parts: readonly Located[]): Shape {
    const at = parts[0]?.at ?? '';
    const typesAt = parts[0] ? typesPlace(this.source, parts[0]) : '';
    const notes = notesOf(this.source, parts);
    const isIgnored = this.flow === 'request' && (notes.readOnly ?? notes.lenient) !== undefined;
    if (isIgnored) return { at, typesAt, alternatives: everything(at), notes };
    if (this.flow === 'response' && notes.writeOnly !== undefined) return { at, typesAt, alternatives: [], notes };
    const [first, ...others] = parts.map((part) => this.build(part, []) ?? everything(at));
    const merged = others.reduce((left, right) => intersect(left, right), first ?? everything(at));
    const alternatives = joinValues(impliedType(merged)).map((alternative) => this.settle(alternative));
    return { at, typesAt, alternatives, notes };
  }

  /** A schema without type whose limits are all of one type is meant for values of that type. */
  private settle(alternative: AnyAlternative): AnyAlternative {
    if (alternative.type === 'number') return settleNumber(alternative);
    return alternative.type === 'object' ? this.settleObject(alternative) : alternative;
  }

  /** A member that the other side alone writes is not required of this one. */
  private settleObject(object: ObjectAlternative): ObjectAlternative {
    const other = this.flow === 'request' ? 'readOnly' : 'writeOnly';
    const required = [...object.required].filter(([name]) => {
      const parts = object.properties.get(name);
      return !parts || notesOf(this.source, parts)[other] === undefined;
    });
    const { min, ...rest } = object;
    const isImplied = !min || min.value <= required.length;
    return { ...rest, ...(!isImplied && { min }), required: new Map(required) };
  }

  /** What the schema at a place allows; undefined when it is only a way back to a schema that is being read already. */
  private build(place: Located, stack: readonly string[], isParent = false): AnyAlternative[] | undefined {
    const { node, at } = place;
    if (node === false) return [];
    if (!isObject(node)) return everything(at);
    if (stack.includes(at)) return undefined;
    const known = isParent ? undefined : this.built.get(at);
    if (known) return known;
    const heirs = isParent ? [] : this.heirsOf({ node, at }, [...stack, at]);
    const alternatives = heirs.length > 0 ? heirs : this.combine({ node, at }, [...stack, at], isParent);
    if (stack.length === 0) this.built.set(at, alternatives);
    return alternatives;
  }

  /** A discriminator without union stands for the components that are made of its schema by `allOf`. */
  private heirsOf(place: Located & { node: Json }, stack: readonly string[]): AnyAlternative[] {
    const { node, at } = place;
    if (!isObject(node.discriminator) || node.anyOf || node.oneOf) return [];
    return this.source.heirs(at).flatMap((heir) => {
      const titled = this.target(heir, stack.slice(0, -1), true) ?? [];
      return discriminated(this.source, place, { node: { $ref: heir }, at }, titled);
    });
  }

  private combine(place: Located & { node: Json }, stack: readonly string[], isParent: boolean): AnyAlternative[] {
    const { node, at } = place;
    const reference = referenceOf(node);
    const target = reference === undefined ? undefined : this.target(reference, stack, isParent);
    if (typeof node.$ref === 'string' && this.source.isOld) return target ?? everything(at);
    let found = ownAlternatives(place);
    if (target) found = intersect(found, target);
    const parts = items(child(place, 'allOf'));
    for (const part of parts) {
      // A single part is another way to refer to it, several ones make an heir.
      const alternatives = this.build(part, stack, isParent || parts.length > 1);
      if (alternatives) found = intersect(found, alternatives);
    }
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      if (Array.isArray(node[keyword])) found = this.withUnion(found, place, keyword, stack, isParent);
    }
    found = withConditions(found, conditionsOf(place));
    if ('unevaluatedProperties' in node && !('additionalProperties' in node)) {
      found = found.map((alternative) => closeRest(alternative, partsOf(child(place, 'unevaluatedProperties'))));
    }
    const isNullable = node.nullable === true && !found.some(({ type }) => type === 'null');
    return isNullable ? [...found, unlimited('null', at)] : found;
  }

  private target(reference: string, stack: readonly string[], isParent: boolean): AnyAlternative[] | undefined {
    const place = this.source.resolve(reference);
    const title = place.at.match(/^\/components\/schemas\/([^/]+)$/)?.[1];
    const alternatives = this.build(place, stack, isParent);
    return title === undefined ? alternatives : alternatives?.map((one) => ({ ...one, title: one.title ?? title }));
  }

  private withUnion(
    found: AnyAlternative[],
    place: Located & { node: Json },
    keyword: 'anyOf' | 'oneOf',
    stack: readonly string[],
    isParent: boolean,
  ): AnyAlternative[] {
    const branches = items(child(place, keyword));
    const union = branches.flatMap((branch) => {
      const alternatives = this.build(branch, stack, isParent && branches.length === 1) ?? [];
      const named = alternatives.map((one) => ({ ...one, title: titleOf(branch) ?? one.title ?? `#${describe(one)}` }));
      return discriminated(this.source, place, branch, named);
    });
    const joined = joinValues(withoutRepetition(union));
    if (productSize(found, joined) <= tooMany) return intersect(found, joined);
    const condition = { keyword, at: `${place.at}/${keyword}`, schemas: branches.map((branch) => [branch]) };
    return withConditions(found, [condition]);
  }
}

/** Alternatives that allow every value. */
function everything(at: string): AnyAlternative[] {
  return typeNames.map((type) => unlimited(type, at));
}

/** Parts that allow the same whatever their order have the same key. */
export function keyOf(parts: readonly Located[]): string {
  return parts
    .map(({ at }) => at)
    .sort()
    .join(' ');
}

/** Where a schema says which types it allows: by itself, by a union, or by what it refers to. */
function typesPlace(source: Source, part: Located): string {
  let place = part;
  const seen = new Set<string>();
  while (isObject(place.node) && !seen.has(place.at)) {
    const { node, at } = place;
    const keyword = ['type', 'oneOf', 'anyOf', 'enum', 'const'].find((key) => key in node);
    if (keyword !== undefined) return `${at}/${keyword}`;
    const reference = referenceOf(node);
    if (reference === undefined) break;
    seen.add(at);
    place = source.resolve(reference);
  }
  return place.at;
}

function titleOf(branch: Located): string | undefined {
  const title = isObject(branch.node) ? branch.node.title : undefined;
  return typeof title === 'string' ? title : undefined;
}

/** How a branch without a name is called. */
function describe(alternative: AnyAlternative): string {
  if (alternative.type !== 'object') return alternative.type;
  const [name] = [...alternative.required.keys(), ...alternative.properties.keys()];
  return name === undefined ? 'object' : `with ${name}`;
}

function withConditions(alternatives: AnyAlternative[], conditions: readonly Condition[]): AnyAlternative[] {
  if (conditions.length === 0) return alternatives;
  return alternatives.map((one) => ({ ...one, conditions: [...one.conditions, ...conditions] }));
}

function conditionsOf(place: Located & { node: Json }): Condition[] {
  const { node, at } = place;
  const conditions: Condition[] = [];
  if ('not' in node) conditions.push({ keyword: 'not', at: `${at}/not`, schemas: [[child(place, 'not')]] });
  if ('if' in node && ('then' in node || 'else' in node)) {
    const schemas = [[child(place, 'if')], partsOf(child(place, 'then')), partsOf(child(place, 'else'))];
    conditions.push({ keyword: 'if', at: `${at}/if`, schemas });
  }
  return conditions;
}

/** What a union and its siblings did not speak of keeps to `unevaluatedProperties`. */
function closeRest(alternative: AnyAlternative, rest: readonly Located[]): AnyAlternative {
  const isOpen = alternative.type === 'object' && alternative.additional.length === 0;
  return isOpen ? { ...alternative, additional: rest } : alternative;
}

function impliedType(alternatives: AnyAlternative[]): AnyAlternative[] {
  if (!typeNames.every((type) => alternatives.some((one) => one.type === type))) return alternatives;
  const limited = new Set(alternatives.filter((one) => !isUnlimited(one)).map(({ type }) => type));
  return limited.size === 1 ? alternatives.filter(({ type }) => limited.has(type)) : alternatives;
}

/** An alternative that allows everything of its type leaves nothing to the others of that type. */
function withoutRepetition(alternatives: AnyAlternative[]): AnyAlternative[] {
  const open = new Map<TypeName, AnyAlternative>();
  for (const one of alternatives) if (!open.has(one.type) && isUnlimited(one)) open.set(one.type, one);
  return alternatives.filter((one) => (open.get(one.type) ?? one) === one);
}

/** Of integers, exclusive and fractional bounds say the same as whole ones. */
function settleNumber(number: NumberAlternative): NumberAlternative {
  const integer = number.integer || number.multiples.some(({ value }) => Number.isInteger(value));
  const multiples = number.multiples.filter(({ value }) => !(integer && value === 1));
  if (!integer) return { ...number, multiples };
  return {
    ...number,
    integer,
    multiples,
    ...(number.min && { min: whole(number.min, 1) }),
    ...(number.max && { max: whole(number.max, -1) }),
  };
}

function whole({ value: { limit, exclusive }, at }: Held<Bound>, sign: 1 | -1): Held<Bound> {
  const rounded = sign === 1 ? Math.ceil(limit) : Math.floor(limit);
  const moved = exclusive && rounded === limit ? rounded + sign : rounded;
  return { value: { limit: moved, exclusive: false }, at };
}
