import type { Difference } from '../change-rules.ts';
import type { Json } from '../source.ts';

/** A type of JSON values; integers are numbers with a limit. */
export type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';
export const typeNames: readonly TypeName[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** A keyword that limits values of some types on its own, and the rules of its changes. */
interface Limit<Value = unknown> {
  types: readonly TypeName[];
  read(schema: Json): Value | undefined;
  both(a: Value, b: Value): Value;
  allows(limit: Value, value: unknown): boolean;
  difference(base: Value | undefined, revision: Value | undefined, type: TypeName): Difference | undefined;
  schema(limit: Value): Json;
}

interface Bound {
  limit: number;
  exclusive: boolean;
}

/** A bound of a number, a length or a count. Bounds of integers are the least or greatest integer. */
function defineBound(type: TypeName, keyword: Bounds, sizeOf: (value: unknown) => number): Limit<Bound> {
  const sign = keyword.startsWith('min') ? 1 : -1;
  const exclusive = `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`;
  const name = keyword.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
  /** Below zero when the first bound allows more, above zero when it allows less. */
  const compare = (a: Bound, b: Bound) => (a.limit - b.limit) * sign || Number(a.exclusive) - Number(b.exclusive);
  const both = (a: Bound, b: Bound) => (compare(a, b) < 0 ? b : a);
  return {
    types: [type],
    read(schema) {
      const found = [keyword, exclusive].flatMap((key): Bound[] => {
        const limit = schema[key];
        if (typeof limit !== 'number') return [];
        if (type !== 'number' || !isWhole(schema)) return [{ limit, exclusive: key === exclusive }];
        const whole = sign === 1 ? Math.ceil(limit) : Math.floor(limit);
        return [{ limit: key === exclusive && whole === limit ? limit + sign : whole, exclusive: false }];
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
      return order === 0 ? undefined : (`${name}-${order < 0 ? 'tightened' : 'relaxed'}` as Difference);
    },
    schema: ({ limit, exclusive: isOpen }) => ({ [isOpen ? exclusive : keyword]: limit }),
  };
}

type Texts = readonly (string | number)[];

/** A keyword whose values apply together when several schemas have it; `more`, `fewer` and `different` are the rules of its changes. */
function set(
  types: readonly TypeName[],
  keyword: Keyword,
  [more, fewer, different]: readonly [Difference, Difference, Difference?],
  parts: Partial<Limit<Texts>> = {},
): Limit<Texts> {
  return {
    types,
    read: (schema) => (schema[keyword] === undefined ? undefined : [schema[keyword] as string]),
    both: (a, b) => [...new Set([...a, ...b])].sort(),
    allows: () => true,
    difference(base = [], revision = []) {
      const [lost, gained] = [subtract(base, revision), subtract(revision, base)];
      if (lost.length === 0) return gained.length === 0 ? undefined : more;
      return gained.length === 0 ? fewer : different;
    },
    schema: ([first, ...others]) => ({
      [keyword]: first,
      ...(others.length > 0 && { allOf: others.map((value) => ({ [keyword]: value })) }),
    }),
    ...parts,
  };
}

function subtract<Value>(list: readonly Value[], others: readonly Value[]): Value[] {
  return list.filter((value) => !others.includes(value));
}

/** True if the only numbers that a schema allows are integers. */
function isWhole({ type, multipleOf }: Json): boolean {
  const types = [type].flat();
  return (types.includes('integer') && !types.includes('number')) || Number.isInteger(multipleOf);
}

function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

function compareSteps(base: Texts = [], revision: Texts = []): Difference | undefined {
  const isWithin = (steps: Texts, others: Texts) =>
    others.every((b) => steps.some((step) => isMultiple(Number(step), Number(b))));
  const [isTighter, isLooser] = [isWithin(revision, base), isWithin(base, revision)];
  if (isTighter) return isLooser ? undefined : 'multiple-tightened';
  return isLooser ? 'multiple-relaxed' : 'multiple-changed';
}

/** Formats that every JSON number fits: generated types depend on them. */
const wide: Texts = ['int64', 'double', 'float'];

function compareFormats(base: Texts = [], revision: Texts = [], type: TypeName): Difference | undefined {
  const changed = [subtract(base, revision), subtract(revision, base)];
  if (changed.flat().length === 0) return undefined;
  const [lost = [], gained = []] = changed.map((names) => (type === 'number' ? subtract(names, wide) : names));
  if (lost.length + gained.length === 0) return 'number-format-changed';
  if (lost.length === 0) return 'format-tightened';
  return gained.length === 0 ? 'format-relaxed' : 'format-changed';
}

type Bounds = `${'min' | 'max'}${'imum' | 'Length' | 'Items' | 'Properties'}`;
export type Keyword = Bounds | 'integer' | 'multipleOf' | 'pattern' | 'format' | 'uniqueItems';

const countLetters = (value: unknown) => [...String(value)].length;
const countMembers = (value: unknown) => Object.keys(value as object).length;

export const limits: Readonly<Record<Keyword, Limit>> = {
  integer: set(['number'], 'integer', ['type-narrowed', 'type-widened'], {
    read: (schema) => (isWhole(schema) ? ['integer'] : undefined),
    allows: (_, value) => Number.isInteger(value),
    schema: () => ({ type: 'integer' }),
  }),
  minimum: defineBound('number', 'minimum', Number),
  maximum: defineBound('number', 'maximum', Number),
  multipleOf: set(['number'], 'multipleOf', ['multiple-tightened', 'multiple-relaxed'], {
    read: ({ multipleOf: step }) => (typeof step !== 'number' || step === 1 ? undefined : [step]),
    allows: (steps, value) => steps.every((step) => isMultiple(Number(value), Number(step))),
    difference: compareSteps,
  }),
  minLength: defineBound('string', 'minLength', countLetters),
  maxLength: defineBound('string', 'maxLength', countLetters),
  pattern: set(['string'], 'pattern', ['pattern-added', 'pattern-removed', 'pattern-changed'], {
    // A slow pattern counts as matching.
    allows: (patterns, value) =>
      patterns.every((pattern) => !isQuick(`${pattern}`) || new RegExp(`${pattern}`, 'u').test(String(value))),
  }),
  format: set(['string', 'number'], 'format', ['format-tightened', 'format-relaxed'], { difference: compareFormats }),
  minItems: defineBound('array', 'minItems', countMembers),
  maxItems: defineBound('array', 'maxItems', countMembers),
  uniqueItems: set(['array'], 'uniqueItems', ['unique-items-added', 'unique-items-removed'], {
    read: ({ uniqueItems }) => (uniqueItems === true ? ['true'] : undefined),
    schema: () => ({ uniqueItems: true }),
  }),
  minProperties: defineBound('object', 'minProperties', countMembers),
  maxProperties: defineBound('object', 'maxProperties', countMembers),
};

export interface Held<Value = unknown> {
  value: Value;
  at: string;
}

export const keywords = Object.keys(limits) as Keyword[];

/** Characters to try: a repetition that takes no such character is not counted. */
const characters = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é', '漢'];

/**
 * True if a pattern is quick on every text: no repeated group (except `(\.[^.]+)+`), no lookaround, few repetitions of
 * the same characters. Other patterns may be quick as well.
 */
export function isQuick(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return false;
  }
  const delimited = /\((?:\?:)?\\?([^\\[\]()])(\[\^(?:\\.|[^\]\\])*\])\+\)[+*]/g;
  const plain = pattern.replaceAll(delimited, (group, delimiter: string, rest: string) =>
    new RegExp(rest, 'u').test(delimiter) ? group : `${rest}+`,
  );
  if (/\(\?[=!<]|\\[1-9k]|\d{4}|\)[*+{]/.test(plain)) return false;
  const atoms = plain.matchAll(/(\\[pP]\{[^}]*\}|\\u.{4}|\\x..|\\.|\[(?:\\.|[^\]\\])*\]|.)([*+?]|\{\d+,\d*\})?/gsu);
  const repeated = [...atoms].flatMap(([, atom = '', count]) => (count && !'()'.includes(atom) ? [atom] : []));
  const loops = repeated.map((atom) => new RegExp(`^${atom}$`, 'u'));
  const shared = characters.map((character) => loops.filter((loop) => loop.test(character)).length);
  return Math.max(...shared) <= (plain.startsWith('^') ? 3 : 2);
}
