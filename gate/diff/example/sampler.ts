import { accepts } from '../schema/accepts.ts';
import type { Step, Witness } from '../schema/delta.ts';
import { memberOf } from '../schema/intersect.ts';
import type { AnyAlternative, ArrayAlternative, NumberAlternative, ObjectAlternative } from '../schema/shape.ts';
import type { Shaper } from '../schema/shaper.ts';
import type { Located } from '../source.ts';
import { makeText } from './sample-text.ts';

/** What kind of value is wanted. */
interface Wish {
  /** Another number gives another value. */
  variety: number;
  /** With every member that is named, not only those that are required. */
  full: boolean;
}

interface Deep extends Wish {
  depth: number;
}

/** How deep values may lie in one another, and how deep members lie that need not be there. */
const deepest = 12;
const deepestOptional = 4;

/**
 * Makes values of schemas, as small as the schemas allow; undefined where it can't. They are proposals: whoever needs a valid one
 * has to check it.
 */
export class Sampler {
  constructor(private readonly shaper: Shaper) {}

  /** A value of a schema, the smallest one unless another one is wished for. */
  sample(parts: readonly Located[], { variety = 0, full = false }: Partial<Wish> = {}): unknown {
    return this.make(parts, { variety, full, depth: 0 });
  }

  private make(parts: readonly Located[], wish: Deep): unknown {
    if (wish.depth > deepest) return undefined;
    const { alternatives } = this.shaper.shapeOf(parts);
    const preferred = [...alternatives].sort((a, b) => weight(a) - weight(b));
    for (const alternative of rotated(preferred, wish.variety)) {
      const made = this.of(alternative, wish);
      if (made !== undefined) return made;
    }
    return undefined;
  }

  /** Values that show a change: made along the way to the part that differs, everything else as small as it can be. */
  *along(
    parts: readonly Located[],
    path: readonly Step[],
    witness: Witness | undefined,
    variety = 0,
  ): Generator<unknown> {
    const [step, ...rest] = path;
    const wish = { variety, full: false, depth: 0 };
    if (!step) {
      yield* this.showing(parts, witness, wish);
      return;
    }
    for (const alternative of this.shaper.shapeOf(parts).alternatives) {
      if ('names' in step) {
        yield* this.withName(alternative, rest, witness, variety);
      } else if (alternative.type === 'object' && !('item' in step)) {
        const name = 'member' in step ? step.member : 'another';
        for (const value of this.along(memberOf(alternative, name), rest, witness, variety)) {
          yield this.object(alternative, wish, { [name]: value });
        }
      } else if (alternative.type === 'array' && 'item' in step) {
        for (const value of this.along(alternative.prefix[step.item] ?? alternative.items, rest, witness, variety)) {
          yield this.array(alternative, wish, { [step.item]: value });
        }
      }
    }
  }

  /** Objects with a member whose name shows a change. */
  private *withName(
    alternative: AnyAlternative,
    path: readonly Step[],
    witness: Witness | undefined,
    variety: number,
  ): Generator<unknown> {
    if (alternative.type !== 'object') return;
    const wish = { variety, full: false, depth: 0 };
    for (const name of this.along(alternative.names, path, witness, variety)) {
      if (typeof name !== 'string') continue;
      const held = this.make(memberOf(alternative, name), wish);
      if (held !== undefined) yield this.object(alternative, wish, { [name]: held });
    }
  }

  private *showing(parts: readonly Located[], witness: Witness | undefined, wish: Deep): Generator<unknown> {
    if (witness && 'values' in witness) {
      yield* witness.values;
      return;
    }
    const listed = this.shaper.shapeOf(parts).alternatives;
    for (const alternative of witness && 'alternative' in witness ? [witness.alternative, ...listed] : listed) {
      yield this.withMembers(alternative, witness, wish);
    }
  }

  private withMembers(alternative: AnyAlternative, witness: Witness | undefined, wish: Deep): unknown {
    if (!witness || !('without' in witness || 'having' in witness) || alternative.type !== 'object') {
      return this.of(alternative, wish);
    }
    const { without, having } = witness;
    if (having === undefined) return this.object(alternative, wish, {}, without);
    const held = this.make(memberOf(alternative, having), wish);
    return held === undefined ? undefined : this.object(alternative, wish, { [having]: held }, without);
  }

  private of(alternative: AnyAlternative, wish: Deep): unknown {
    const { values } = alternative;
    const { variety } = wish;
    if (values) return values[variety % values.length]?.value;
    const shown =
      variety === 0 && isPlain(alternative)
        ? alternative.examples?.find((one) => accepts(alternative, one))
        : undefined;
    if (shown !== undefined) return shown;
    switch (alternative.type) {
      case 'null':
        return null;
      case 'boolean':
        return variety % 2 === 0;
      case 'number':
        return makeNumber(alternative, variety);
      case 'string':
        return makeText(alternative, variety);
      case 'array':
        return this.array(alternative, wish);
      case 'object':
        return this.object(alternative, wish);
    }
  }

  /** An object with the required members and those that are given, and never the one that is left out. */
  private object(
    object: ObjectAlternative,
    wish: Deep,
    given: Readonly<Record<string, unknown>> = {},
    without?: string,
  ): unknown {
    // No object, which would seem to have a `constructor` from the start.
    const members = new Map<string, unknown>();
    const below = { ...wish, depth: wish.depth + 1 };
    const needed = [...object.required.keys(), ...Object.keys(given)];
    for (const name of needed) {
      if (name === without || members.has(name)) continue;
      for (const other of object.dependentRequired.get(name)?.keys() ?? []) needed.push(other);
      const made = Object.hasOwn(given, name) ? given[name] : this.make(memberOf(object, name), below);
      if (made === undefined) return undefined;
      members.set(name, made);
    }
    const isFull = wish.full && wish.depth < deepestOptional;
    const least = isFull ? object.properties.size : (object.min?.value ?? 0);
    for (const name of [...object.properties.keys(), ...spareNames]) {
      if (members.size >= Math.min(least, object.max?.value ?? least)) break;
      if (name === without || members.has(name)) continue;
      const made = this.make(memberOf(object, name), below);
      if (made !== undefined) members.set(name, made);
    }
    return Object.fromEntries(members);
  }

  private array(array: ArrayAlternative, wish: Deep, given: Record<number, unknown> = {}): unknown {
    const value: unknown[] = [];
    const places = Object.keys(given).map((index) => Number(index) + 1);
    const contained = array.contains.flatMap(({ value: { schema, min } }) =>
      Array<readonly Located[]>(Math.min(min, longest)).fill(schema),
    );
    const least = contained.length > 0 ? contained.length + places.length : 0;
    const wished = wish.full && wish.depth < deepestOptional ? Math.min(1, array.max?.value ?? 1) : 0;
    const length = Math.min(Math.max(array.min?.value ?? 0, least, wished, ...places), longest);
    for (let index = 0; index < length; index++) {
      if (index in given) value.push(given[index]);
      else {
        const parts = contained.shift() ?? array.prefix[index] ?? array.items;
        const variety = array.unique ? index + wish.variety : wish.variety;
        const made = this.make(parts, { ...wish, variety, depth: wish.depth + 1 });
        if (made === undefined) return wished > 0 && value.length >= (array.min?.value ?? 0) ? value : undefined;
        value.push(made);
      }
    }
    return value;
  }
}

/** Names of members for objects that need more of them than they name. */
const spareNames = [...'abcdefghijklmnop'];

/** Lists are not made longer than this. */
const longest = 1100;

function makeNumber(number: NumberAlternative, variety: number): number | undefined {
  const { min, max, multiples, integer } = number;
  const step = multiples[0]?.value ?? (integer ? 1 : 0.5);
  const lowest = min ? Math.ceil(min.value.limit / step) * step : undefined;
  const highest = max ? Math.floor(max.value.limit / step) * step : undefined;
  const start = lowest ?? (highest !== undefined && highest < 0 ? highest : 0);
  const candidates = [start, start + step, start - step, start + step / 2, start + step * 2].map(
    (one) => one + variety * step,
  );
  return candidates.find((one) => accepts(number, one));
}

/** Examples of texts and numbers are taken over; of larger values the smallest one is made. */
function isPlain({ type }: AnyAlternative): boolean {
  return type === 'string' || type === 'number';
}

function weight({ type }: AnyAlternative): number {
  return ['string', 'number', 'boolean', 'object', 'array', 'null'].indexOf(type);
}

function rotated<Item>(list: readonly Item[], by: number): Item[] {
  const start = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
