import { canonical } from '../source.ts';
import { type Delta, placeBelow, placesOf } from './delta.ts';
import { accepts, isMultiple } from './merge.ts';
import { type Alternative, type Bound, type Held, isUnlimited } from './shape.ts';

/** Compares the limits of two alternatives of one type, without members and items. */
export function compareLimits(base: Alternative, revision: Alternative): Delta[] {
  const values = compareValues(base, revision);
  // Formats are not looked at when listed values are.
  if (base.values || revision.values) return [...values, ...compareFormats(base, revision)];
  return [
    ...compareIntegers(base, revision),
    ...compareBound(base, revision, 'min'),
    ...compareBound(base, revision, 'max'),
    ...compareSteps(base, revision),
    ...comparePatterns(base, revision),
    ...compareFormats(base, revision),
    ...compareUnique(base, revision),
  ];
}

/** Compares listed values. */
function compareValues(base: Alternative, revision: Alternative): Delta[] {
  if (!base.values && !revision.values) return [];
  const places = { at: listAt(revision), baseAt: listAt(base), path: [] };
  const lost = (base.values ?? []).filter(({ value }) => !takes(revision, value));
  const come = (revision.values ?? []).filter(({ value }) => !takes(base, value));
  const deltas = [
    ...lost.map(({ value, at: baseAt }): Delta => {
      // A value that is gone goes by its own name in the list.
      const at = placeBelow(revision.values ? listAt(revision) : listAt(base), String(value));
      return { ...places, rule: 'enum-value-removed', at, baseAt, from: canonical(value), values: [value] };
    }),
    ...come.map(({ value, at }): Delta => {
      return { ...places, rule: 'enum-value-added', at, to: canonical(value), values: [value] };
    }),
  ];
  const words = ({ values = [] }: Alternative) => values.map(({ value }) => canonical(value)).join(', ');
  if (!base.values) deltas.push({ ...places, rule: 'enum-added', to: words(revision) });
  if (!revision.values) deltas.push({ ...places, rule: 'enum-dropped', from: words(base) });
  return deltas;
}

/** Of lists and objects, `accepts` looks at the size only: unless they are listed, any limit may refuse them. */
function takes(one: Alternative, value: unknown): boolean {
  const isHolder = typeof value === 'object' && value !== null;
  return accepts(one, value) && (!isHolder || one.values !== undefined || isUnlimited(one));
}

function listAt({ values, at }: Alternative): string {
  return values?.[0]?.at.replace(/\/enum\/\d+$/, '/enum') ?? at;
}

function compareIntegers(base: Alternative, revision: Alternative): Delta[] {
  if (base.integer === revision.integer) return [];
  const places = { at: `${revision.at}/type`, baseAt: `${base.at}/type`, path: [] };
  const [from, to] = base.integer ? ['an integer', 'a fraction'] : ['a fraction', 'an integer'];
  return [{ ...places, rule: base.integer ? 'type-widened' : 'type-narrowed', from, to }];
}

/** The keywords and rules of the bounds of each type. */
const bounded = {
  number: { keywords: { min: 'minimum', max: 'maximum' }, rules: { min: 'minimum', max: 'maximum' } },
  string: { keywords: { min: 'minLength', max: 'maxLength' }, rules: { min: 'min-length', max: 'max-length' } },
  array: { keywords: { min: 'minItems', max: 'maxItems' }, rules: { min: 'min-items', max: 'max-items' } },
  object: {
    keywords: { min: 'minProperties', max: 'maxProperties' },
    rules: { min: 'min-properties', max: 'max-properties' },
  },
} as const;

function compareBound(base: Alternative, revision: Alternative, side: 'min' | 'max'): Delta[] {
  const [before, now] = [base[side], revision[side]];
  const [b, r] = [before?.value, now?.value];
  if ((b?.limit === r?.limit && b?.exclusive === r?.exclusive) || !(base.type in bounded)) return [];
  const { keywords, rules } = bounded[base.type as keyof typeof bounded];
  const sign = side === 'min' ? 1 : -1;
  const rank = (bound: Bound | undefined) => (bound ? bound.limit * sign : Number.NEGATIVE_INFINITY);
  const isTighter = rank(r) === rank(b) ? r?.exclusive === true : rank(r) > rank(b);
  const words = (bound: Bound | undefined) => {
    if (!bound) return 'unlimited';
    const limit = side === 'min' ? 'at least' : 'at most';
    return `${bound.exclusive ? (side === 'min' ? 'more than' : 'less than') : limit} ${bound.limit}`;
  };
  return [
    {
      ...placesOf(base, revision, before, now, keywords[side]),
      rule: `${rules[side]}-${isTighter ? 'tightened' : 'relaxed'}`,
      from: words(b),
      to: words(r),
    },
  ];
}

function compareSteps(base: Alternative, revision: Alternative): Delta[] {
  const keepsTo = (one: Alternative, { multiples }: Alternative) => {
    const own = [...(one.integer ? [1] : []), ...one.multiples.map(({ value }) => value)];
    return multiples.every(({ value }) => own.some((step) => isMultiple(step, value)));
  };
  const [isSubset, isSuperset] = [keepsTo(base, revision), keepsTo(revision, base)];
  if (isSubset && isSuperset) return [];
  const rule = isSubset ? 'multiple-relaxed' : isSuperset ? 'multiple-tightened' : 'multiple-changed';
  const places = placesOf(base, revision, base.multiples[0], revision.multiples[0], 'multipleOf');
  return [{ ...places, rule, from: words(base.multiples), to: words(revision.multiples) }];
}

/** Patterns are compared as texts: a changed one is taken to refuse some value on both sides. */
function comparePatterns(base: Alternative, revision: Alternative): Delta[] {
  const [lost, come] = [without(base.patterns, revision.patterns), without(revision.patterns, base.patterns)];
  if (lost.length + come.length === 0) return [];
  const rule = lost.length === 0 ? 'pattern-added' : come.length === 0 ? 'pattern-removed' : 'pattern-changed';
  const places = placesOf(base, revision, lost[0] ?? base.patterns[0], come[0] ?? revision.patterns[0], 'pattern');
  return [{ ...places, rule, from: words(base.patterns), to: words(revision.patterns) }];
}

/** Formats that JSON Schema or OpenAPI's registry defines: clients and services are held to these only. */
const registered = new Set(
  (
    'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference uri-template iri ' +
    'iri-reference uuid json-pointer relative-json-pointer regex byte binary base64url date-time-local time-local ' +
    'http-date unixtime decimal decimal128 media-range char int8 int16 int32 int64 uint8 uint16 uint32 uint64'
  ).split(' '),
);

/** Formats of numbers within the range of every JSON reader: they decide about generated types only. */
const wide = new Set(['int64', 'double', 'float']);

function compareFormats(base: Alternative, revision: Alternative): Delta[] {
  const changed = [without(base.formats, revision.formats), without(revision.formats, base.formats)] as const;
  if (changed.flat().length === 0) return [];
  const places = placesOf(base, revision, changed[0][0], changed[1][0] ?? revision.formats[0], 'format');
  const delta = { ...places, from: words(base.formats), to: words(revision.formats) };
  const isWide = ({ value }: Held<string>) => base.type === 'number' && wide.has(value);
  const [lost, come] = changed.map((formats) => formats.filter((one) => !isWide(one))) as [Held[], Held[]];
  if (lost.length + come.length === 0) return [{ ...delta, rule: 'number-format-changed' }];
  const isLoose = come.every(({ value }) => !registered.has(String(value)));
  if (lost.length === 0) return [{ ...delta, rule: isLoose ? 'unregistered-format-added' : 'format-tightened' }];
  return [{ ...delta, rule: come.length === 0 ? 'format-relaxed' : 'format-changed' }];
}

function compareUnique(base: Alternative, revision: Alternative): Delta[] {
  if (!base.unique === !revision.unique) return [];
  const places = placesOf(base, revision, base.unique, revision.unique, 'uniqueItems');
  return [{ ...places, rule: revision.unique ? 'unique-items-added' : 'unique-items-removed' }];
}

function without<Value>(list: readonly Held<Value>[], others: readonly Held<Value>[]): Held<Value>[] {
  return list.filter(({ value }) => !others.some((other) => other.value === value));
}

function words(list: readonly Held[]): string {
  return list.map(({ value }) => `\`${value}\``).join(' and ') || 'none';
}
