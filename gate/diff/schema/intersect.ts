import type { Located } from '../source.ts';
import { accepts, canonical, matches } from './accepts.ts';
import type {
  AnyAlternative,
  ArrayAlternative,
  Bound,
  Held,
  NumberAlternative,
  ObjectAlternative,
  StringAlternative,
} from './shape.ts';

/** More alternatives than this are not spread out. */
export const tooMany = 64;

/** What both lists of alternatives allow. */
export function intersect(one: readonly AnyAlternative[], other: readonly AnyAlternative[]): AnyAlternative[] {
  return one.flatMap((a) => other.flatMap((b) => (a.type === b.type ? both(a, b) : [])));
}

/** How many alternatives an intersection could have at most. */
export function productSize(one: readonly AnyAlternative[], other: readonly AnyAlternative[]): number {
  return one.reduce((sum, a) => sum + other.filter((b) => b.type === a.type).length, 0);
}

/** Puts the values of listed alternatives together: a union of constants is an enum. */
export function joinValues(alternatives: readonly AnyAlternative[]): AnyAlternative[] {
  const joined: AnyAlternative[] = [];
  for (const alternative of alternatives) {
    const index = joined.findIndex((other) => other.type === alternative.type && isList(other));
    const partner = joined[index];
    if (!partner || !isList(alternative)) joined.push(alternative);
    else joined[index] = { ...partner, values: distinct([...(partner.values ?? []), ...(alternative.values ?? [])]) };
  }
  return joined.map((alternative) => {
    const every = { boolean: 2, null: 1 }[alternative.type as string];
    const { values, ...rest } = alternative;
    return every !== undefined && values && distinct(values).length === every ? rest : alternative;
  });
}

function isList({ values, conditions }: AnyAlternative): boolean {
  return values !== undefined && conditions.length === 0;
}

function distinct(values: readonly Held[]): Held[] {
  const seen = new Map(values.map((held) => [canonical(held.value), held]));
  return [...seen.values()];
}

function both(a: AnyAlternative, b: AnyAlternative): AnyAlternative[] {
  const limits = limitsOf(a, b);
  if (!limits) return [];
  const listed = a.values ?? b.values;
  const values = listed?.filter((held) => accepts(a, held.value) && accepts(b, held.value));
  if (values?.length === 0) return [];
  const title = b.title ?? a.title;
  const examples = [...(a.examples ?? []), ...(b.examples ?? [])];
  return [
    {
      ...limits,
      at: moreTelling(a, b).at,
      conditions: unique([...a.conditions, ...b.conditions]),
      ...(values && { values }),
      ...(title !== undefined && { title }),
      ...(examples.length > 0 && { examples }),
    },
  ];
}

/** The branch of a union tells more than what all branches share. */
function moreTelling(a: AnyAlternative, b: AnyAlternative): AnyAlternative {
  return b.title === undefined && a.at.length >= b.at.length ? a : b;
}

function limitsOf(a: AnyAlternative, b: AnyAlternative): AnyAlternative | undefined {
  if (a.type === 'number' && b.type === 'number') return numbers(a, b);
  if (a.type === 'string' && b.type === 'string') return strings(a, b);
  if (a.type === 'array' && b.type === 'array') return arrays(a, b);
  if (a.type === 'object' && b.type === 'object') return objects(a, b);
  return a;
}

function numbers(a: NumberAlternative, b: NumberAlternative): NumberAlternative {
  return {
    ...a,
    integer: a.integer || b.integer,
    ...range(a, b),
    multiples: distinctHeld([...a.multiples, ...b.multiples]),
    formats: distinctHeld([...a.formats, ...b.formats]),
  };
}

function strings(a: StringAlternative, b: StringAlternative): StringAlternative {
  return {
    ...a,
    ...range(a, b),
    patterns: distinctHeld([...a.patterns, ...b.patterns]),
    formats: distinctHeld([...a.formats, ...b.formats]),
  };
}

function arrays(a: ArrayAlternative, b: ArrayAlternative): ArrayAlternative {
  const length = Math.max(a.prefix.length, b.prefix.length);
  return {
    ...a,
    prefix: Array.from({ length }, (_, i) => all(a.prefix[i] ?? a.items, b.prefix[i] ?? b.items)),
    items: all(a.items, b.items),
    ...range(a, b),
    ...given('unique', a.unique ?? b.unique),
    contains: [...a.contains, ...b.contains],
  };
}

function objects(a: ObjectAlternative, b: ObjectAlternative): ObjectAlternative {
  const merged = (mine: ReadonlyMap<string, readonly Located[]>, others: ReadonlyMap<string, readonly Located[]>) =>
    new Map([...mine, ...[...others].map(([key, parts]) => [key, all(mine.get(key) ?? [], parts)] as const)]);
  const names = new Set([...a.properties.keys(), ...b.properties.keys()]);
  const patterns = new Set([...a.patterns.keys(), ...b.patterns.keys()]);
  const dependent = new Map(a.dependentRequired);
  for (const [key, required] of b.dependentRequired) {
    dependent.set(key, new Map([...(a.dependentRequired.get(key) ?? []), ...required]));
  }
  return {
    ...a,
    properties: new Map([...names].map((name) => [name, all(memberOf(a, name), memberOf(b, name))])),
    patterns: new Map(
      [...patterns].map((key) => [key, all(a.patterns.get(key) ?? a.additional, b.patterns.get(key) ?? b.additional)]),
    ),
    additional: all(a.additional, b.additional),
    required: new Map([...a.required, ...b.required]),
    ...range(a, b),
    names: all(a.names, b.names),
    dependentRequired: dependent,
    dependentSchemas: merged(a.dependentSchemas, b.dependentSchemas),
  };
}

/** What a member of an object has to keep to, by its name. */
export function memberOf(object: ObjectAlternative, name: string): readonly Located[] {
  const matching = [...object.patterns].filter(([pattern]) => matches(pattern, name)).flatMap(([, parts]) => parts);
  const own = object.properties.get(name);
  if (own) return all(own, matching);
  return matching.length > 0 ? matching : object.additional;
}

/** The parts of two schemas together, each once. */
export function all(one: readonly Located[], other: readonly Located[]): readonly Located[] {
  if (other.length === 0) return one;
  const known = new Set(one.map(({ at }) => at));
  const added = other.filter(({ at }) => !known.has(at));
  return added.length === 0 ? one : [...one, ...added];
}

/** A member with a value, or none. */
export function given<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });
}

interface Range<Limit> {
  min?: Held<Limit>;
  max?: Held<Limit>;
}

function range<Limit extends number | Bound>(a: Range<Limit>, b: Range<Limit>): Range<Limit> {
  return { ...given('min', tighter(a.min, b.min, 1)), ...given('max', tighter(a.max, b.max, -1)) };
}

function tighter<Limit extends number | Bound>(
  a: Held<Limit> | undefined,
  b: Held<Limit> | undefined,
  sign: 1 | -1,
): Held<Limit> | undefined {
  if (!a || !b) return a ?? b;
  const [one, other] = [boundOf(a.value), boundOf(b.value)];
  const difference = (other.limit - one.limit) * sign;
  return difference > 0 || (difference === 0 && other.exclusive) ? b : a;
}

function boundOf(limit: number | Bound): Bound {
  return typeof limit === 'number' ? { limit, exclusive: false } : limit;
}

/** Each value once, where it stands first. */
export function distinctHeld<Value>(list: readonly Held<Value>[]): Held<Value>[] {
  return list.filter((held, index) => list.findIndex(({ value }) => value === held.value) === index);
}

function unique<Item extends { at: string }>(list: readonly Item[]): Item[] {
  return list.filter((item, index) => list.findIndex(({ at }) => at === item.at) === index);
}
