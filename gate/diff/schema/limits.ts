import type { Difference } from '../rules.ts';
import type { Json } from '../source.ts';

/** A type of JSON values; integers are numbers with a limit. */
export type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';
export const typeNames: readonly TypeName[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** A keyword that limits values of its types by itself, and the meaning of its change. */
interface Limit<Value = unknown> {
  types: readonly TypeName[];
  read(schema: Json): Value | undefined;
  /** The limit of values that both apply to. */
  both(one: Value, other: Value): Value;
  allows(limit: Value, value: unknown): boolean;
  difference(base: Value | undefined, revision: Value | undefined, type: TypeName): Difference | undefined;
  words(limit: Value | undefined): string;
  /** The limit in JSON Schema. */
  schema(limit: Value): Json;
}

interface Bound {
  limit: number;
  exclusive: boolean;
}

/** A bound of a number, a length or a count. */
function bound(
  type: TypeName,
  keyword: string,
  name: 'minimum' | 'maximum' | `${'min' | 'max'}-${'length' | 'items' | 'properties'}`,
  sizeOf: (value: unknown) => number,
): Limit<Bound> {
  const sign = keyword.startsWith('min') ? 1 : -1;
  const exclusive = `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`;
  /** Below zero when the first bound allows more, above zero when it allows less. */
  const compare = (one: Bound, other: Bound) =>
    (one.limit - other.limit) * sign || Number(one.exclusive) - Number(other.exclusive);
  const both = (one: Bound, other: Bound) => (compare(one, other) < 0 ? other : one);
  return {
    types: [type],
    read(schema) {
      const found = [keyword, exclusive].flatMap((key): Bound[] => {
        const limit = schema[key];
        return typeof limit === 'number' ? [{ limit, exclusive: key === exclusive }] : [];
      });
      const tightest = found.length > 0 ? found.reduce(both) : undefined;
      const isTrivial = type !== 'number' && sign === 1 && (tightest?.limit ?? 0) <= 0;
      return isTrivial ? undefined : tightest;
    },
    both,
    allows: ({ limit, exclusive: isOpen }, value) => {
      const distance = (sizeOf(value) - limit) * sign;
      return distance > 0 || (distance === 0 && !isOpen);
    },
    difference(base, revision) {
      const order = base && revision ? compare(base, revision) : Number(Boolean(base)) - Number(Boolean(revision));
      return order === 0 ? undefined : `${name}-${order < 0 ? 'tightened' : 'relaxed'}`;
    },
    words(limit) {
      if (!limit) return 'unlimited';
      const [open, closed] = sign === 1 ? ['more than', 'at least'] : ['less than', 'at most'];
      return `${limit.exclusive ? open : closed} ${limit.limit}`;
    },
    schema: ({ limit, exclusive: isOpen }) => ({ [isOpen ? exclusive : keyword]: limit }),
  };
}

/** A keyword that is there or not. */
function flag(
  type: TypeName,
  [added, removed]: [Difference, Difference],
  [off, on]: [string, string],
  parts: Pick<Limit<true>, 'read' | 'allows' | 'schema'>,
): Limit<true> {
  const difference = (base?: true, revision?: true) => (base === revision ? undefined : revision ? added : removed);
  return { types: [type], both: () => true, difference, words: (value) => (value ? on : off), ...parts };
}

/** A keyword whose values all apply when several schemas have it. */
function set<Value extends string | number>(
  types: readonly TypeName[],
  keyword: string,
  parts: Pick<Limit<readonly Value[]>, 'allows' | 'difference'>,
): Limit<readonly Value[]> {
  return {
    types,
    read: (schema) => (schema[keyword] === undefined ? undefined : [schema[keyword] as Value]),
    both: (one, other) => [...new Set([...one, ...other])].sort(),
    words: (values) => values?.map((value) => `\`${value}\``).join(' and ') ?? `any ${keyword}`,
    schema: ([first, ...others]) => ({
      [keyword]: first,
      ...(others.length > 0 && { allOf: others.map((value) => ({ [keyword]: value })) }),
    }),
    ...parts,
  };
}

function without<Value>(list: readonly Value[] = [], others: readonly Value[] = []): Value[] {
  return list.filter((value) => !others.includes(value));
}

/** True if a number is a multiple of a step, rounding of fractions aside. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

/** Formats that JSON Schema or OpenAPI's registry defines. */
const registered = new Set(
  (
    'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference uri-template iri ' +
    'iri-reference uuid json-pointer relative-json-pointer regex byte binary base64url date-time-local time-local ' +
    'http-date unixtime decimal decimal128 media-range char int8 int16 int32 int64 uint8 uint16 uint32 uint64'
  ).split(' '),
);

/** Formats that every JSON number fits: generated types depend on them. */
const wide = new Set(['int64', 'double', 'float']);

function compareFormats(base: readonly string[] = [], revision: readonly string[] = [], type: TypeName) {
  const changed = [without(base, revision), without(revision, base)];
  if (changed.flat().length === 0) return undefined;
  const [lost = [], come = []] = changed.map((names) => names.filter((name) => type !== 'number' || !wide.has(name)));
  if (lost.length + come.length === 0) return 'number-format-changed';
  const isLoose = come.every((name) => !registered.has(name));
  if (lost.length === 0) return isLoose ? 'unregistered-format-added' : 'format-tightened';
  return come.length === 0 ? 'format-relaxed' : 'format-changed';
}

/** A pattern with another text may refuse values in both directions. */
function comparePatterns(base: readonly string[] = [], revision: readonly string[] = []) {
  const [lost, come] = [without(base, revision), without(revision, base)];
  if (lost.length + come.length === 0) return undefined;
  return lost.length === 0 ? 'pattern-added' : come.length === 0 ? 'pattern-removed' : 'pattern-changed';
}

function compareSteps(base: readonly number[] = [], revision: readonly number[] = []) {
  const isWithin = (steps: readonly number[], others: readonly number[]) =>
    others.every((other) => steps.some((step) => isMultiple(step, other)));
  const [isTighter, isLooser] = [isWithin(revision, base), isWithin(base, revision)];
  if (isTighter && isLooser) return undefined;
  return isTighter ? 'multiple-tightened' : isLooser ? 'multiple-relaxed' : 'multiple-changed';
}

const lengthOf = (value: unknown) => [...String(value)].length;
const countOf = (value: unknown) => Object.keys(value as object).length;

/** The table of limits. */
export const limits: Readonly<Record<Keyword, Limit>> = {
  integer: flag('number', ['type-narrowed', 'type-widened'], ['a fraction', 'an integer'], {
    read: ({ type }) => ([type].flat().includes('integer') && ![type].flat().includes('number') ? true : undefined),
    allows: (_, value) => Number.isInteger(value),
    schema: () => ({ type: 'integer' }),
  }),
  minimum: bound('number', 'minimum', 'minimum', Number),
  maximum: bound('number', 'maximum', 'maximum', Number),
  multipleOf: set<number>(['number'], 'multipleOf', {
    allows: (steps, value) => steps.every((step) => isMultiple(Number(value), step)),
    difference: compareSteps,
  }),
  minLength: bound('string', 'minLength', 'min-length', lengthOf),
  maxLength: bound('string', 'maxLength', 'max-length', lengthOf),
  pattern: set<string>(['string'], 'pattern', {
    // A slow pattern counts as matching.
    allows: (patterns, value) =>
      patterns.every((pattern) => !isQuick(pattern) || new RegExp(pattern, 'u').test(String(value))),
    difference: comparePatterns,
  }),
  format: set<string>(['string', 'number'], 'format', { allows: () => true, difference: compareFormats }),
  minItems: bound('array', 'minItems', 'min-items', countOf),
  maxItems: bound('array', 'maxItems', 'max-items', countOf),
  uniqueItems: flag('array', ['unique-items-added', 'unique-items-removed'], ['repeated items', 'no repeated items'], {
    read: ({ uniqueItems }) => (uniqueItems === true ? true : undefined),
    allows: () => true,
    schema: () => ({ uniqueItems: true }),
  }),
  minProperties: bound('object', 'minProperties', 'min-properties', countOf),
  maxProperties: bound('object', 'maxProperties', 'max-properties', countOf),
};

export type Keyword =
  | 'integer'
  | 'multipleOf'
  | 'pattern'
  | 'format'
  | 'uniqueItems'
  | `${'min' | 'max'}${'imum' | 'Length' | 'Items' | 'Properties'}`;

/** The value of a keyword, and its place. */
export interface Held<Value = unknown> {
  value: Value;
  at: string;
}

export const keywords = Object.keys(limits) as Keyword[];

/** Writes bounds of integers as the least or greatest integer, and whole steps of 1 as the type. */
export function wholeBounds(own: ReadonlyMap<Keyword, Held>): ReadonlyMap<Keyword, Held> {
  const steps = own.get('multipleOf') as Held<number[]> | undefined;
  if (!own.has('integer') && !steps?.value.some(Number.isInteger)) return own;
  const whole = new Map(own);
  if (steps && !own.has('integer')) whole.set('integer', { value: true, at: steps.at });
  if (steps?.value.every((step) => step === 1)) whole.delete('multipleOf');
  for (const [keyword, round, step] of [
    ['minimum', Math.ceil, 1],
    ['maximum', Math.floor, -1],
  ] as const) {
    const held = own.get(keyword) as Held<Bound> | undefined;
    if (!held) continue;
    const isExcluded = held.value.exclusive && Number.isInteger(held.value.limit);
    const limit = round(held.value.limit) + (isExcluded ? step : 0);
    whole.set(keyword, { ...held, value: { limit, exclusive: false } });
  }
  return whole;
}

const loop = /^([*+]|\{\d+,\d*\})/;

/** Characters to try: a repetition that takes none of them is not counted. */
const characters = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é', '漢'];

/**
 * True if a pattern is quick to try on every text: no repeated group (other than one like `(\.[^.]+)+`), no look-around, no back
 * reference, and few repetitions that take the same characters. Fails closed: others may be quick as well.
 */
export function isQuick(pattern: string): boolean {
  if (!isRegExp(pattern) || /\(\?[=!<]|\\[1-9k]|\d{4}/.test(pattern)) return false;
  const delimited = /\((?:\?:)?(\\?[^\\[\]()])(\[\^(?:\\.|[^\]\\])*\])\+\)[+*]/g;
  const plain = pattern.replaceAll(delimited, (group, delimiter: string, rest: string) =>
    new RegExp(rest, 'u').test(delimiter.slice(-1)) ? group : `${rest}+`,
  );
  const atoms = [
    ...plain.matchAll(/(\\[pPu]\{[^}]*\}|\\u.{4}|\\x..|\\.|\[(?:\\.|[^\]\\])*\]|.)([*+?]|\{[\d,]+\})?/gsu),
  ];
  if (atoms.some(([, atom, count]) => atom === ')' && count !== undefined && count !== '?')) return false;
  const loops = atoms.flatMap(([, atom, count]) => (count && loop.test(count) ? [new RegExp(`^${atom}$`, 'u')] : []));
  const shared = characters.map((character) => loops.filter((one) => one.test(character)).length);
  const options = atoms.filter(([, , count]) => count === '?').length;
  return Math.max(...shared) <= (plain.startsWith('^') ? 3 : 2) && options <= 8;
}

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
