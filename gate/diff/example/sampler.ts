import { generateSync, type JsonSchema } from 'json-schema-faker';
import type { Delta, Step } from '../schema/delta.ts';
import { type Alternative, schemasOf } from '../schema/shape.ts';
import type { Shaper } from '../schema/shaper.ts';
import { isObject, type Json, type Located } from '../source.ts';
import { written } from './json-schema.ts';

/** The longest texts and lists that are made. */
const longest = 2000;

/** Proposes values of the schemas of one document and direction. A proposal may be invalid: callers have to check it. */
export class Sampler {
  constructor(private readonly shaper: Shaper) {}

  /** A value with its required members only. */
  sample(parts: readonly Located[], seed = 1): unknown {
    return this.fake(this.shaper.shapeOf(parts).alternatives.slice(0, 1), seed);
  }

  /** Values that may show a difference: everything but the way to it is as small as the schemas allow. */
  propose(parts: readonly Located[], delta: Delta, limits: readonly number[]): unknown[] {
    const { path, values, without } = delta;
    if (without !== undefined) {
      return this.along(parts, path.slice(0, -1), (holder) =>
        this.each(holder).map((value) => {
          if (isObject(value)) delete value[without];
          return value;
        }),
      );
    }
    return this.along(parts, path, (leaf) => values ?? this.each(leaf).flatMap((value) => variants(value, limits)));
  }

  /** The limits of the value that a way leads to. */
  limitsOf(parts: readonly Located[], path: readonly Step[]): number[] {
    const limits: number[] = [];
    this.along(parts, path, (leaf) => {
      for (const { min, max } of this.shaper.shapeOf(leaf).alternatives) {
        limits.push(...[min, max].flatMap((bound) => (bound ? [bound.value.limit] : [])));
      }
      return [];
    });
    return limits;
  }

  private along(
    parts: readonly Located[],
    [step, ...rest]: readonly Step[],
    leaf: (parts: readonly Located[]) => readonly unknown[],
  ): unknown[] {
    if (step === undefined) return [...leaf(parts)];
    return this.shaper.shapeOf(parts).alternatives.flatMap((one) => {
      if (one.type !== (step === 'item' ? 'array' : 'object')) return [];
      const name = typeof step === 'object' ? step.member : 'another';
      const inner = this.along(step === 'item' ? one.items : schemasOf(one, name), rest, leaf);
      const holder = inner.length > 0 ? this.fake([one], 1) : undefined;
      return inner.flatMap((value) => {
        if (Array.isArray(holder)) return [[value, ...holder.slice(1)]];
        return isObject(holder) ? [{ ...holder, [name]: value }] : [];
      });
    });
  }

  /** Several values of each alternative. */
  private each(parts: readonly Located[]): unknown[] {
    const { alternatives } = this.shaper.shapeOf(parts);
    return alternatives.flatMap((one) => [
      ...(one.values ?? []).map(({ value }) => value),
      ...[1, 2, 3, 4].flatMap((seed) => {
        const value = this.fake([one], seed);
        return value === undefined ? [] : [value];
      }),
    ]);
  }

  private fake(alternatives: readonly Alternative[], seed: number): unknown {
    const schema = written(this.shaper, alternatives);
    if (!schema || alternatives.length === 0 || isVast(schema)) return undefined;
    try {
      return generateSync(small(schema) as JsonSchema, { seed, optionalsProbability: 0, refDepthMax: 20 });
    } catch {
      return undefined;
    }
  }
}

/** Whether a schema asks somewhere for a text, list or object that is too large to be made. */
function isVast(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(isVast);
  if (!isObject(schema)) return false;
  const sizes = [schema.minLength, schema.minItems, schema.minProperties];
  return sizes.some((size) => Number(size ?? 0) > longest) || Object.values(schema).some(isVast);
}

/** Lists and texts are as short as they may be. */
function small(schema: Json): Json {
  const { type, minItems = 0, enum: values } = schema;
  if (type === 'array' && values === undefined) return { ...schema, maxItems: minItems };
  return schema;
}

/** Values around the limits that a value may have, and others of its type. */
function variants(value: unknown, limits: readonly number[]): unknown[] {
  const around = [...new Set(limits.flatMap((limit) => [limit - 1, limit, limit + 1]))];
  const lengths = around.filter((length) => length >= 0 && length <= longest);
  if (typeof value === 'number') {
    return [value, ...around, ...limits.flatMap((limit) => [limit - 0.5, limit + 0.5]), 0.5, value + 1, 0, 1, -1];
  }
  if (typeof value === 'string') {
    const stretched = lengths.map((length) => stretch(value, length));
    return [value, ...stretched, ...lengths.map((length) => 'x'.repeat(length)), '', 'text', '~', '0'];
  }
  if (Array.isArray(value)) {
    const [item = 'x'] = value;
    const repeated = [0, 1, 2, ...lengths].map((length) => Array.from({ length }, () => item));
    return [value, ...repeated];
  }
  if (isObject(value)) {
    const crowded = lengths.map((length) => {
      const names = Object.keys(value);
      const spare = Array.from({ length: Math.max(0, length - names.length) }, (_, index) => [`extra${index}`, 'x']);
      return { ...value, ...Object.fromEntries(spare) };
    });
    return [value, { ...value, another: 'x' }, ...crowded];
  }
  return [value];
}

/** Repeats a character in the middle until the text is long enough. */
function stretch(text: string, length: number): string {
  const middle = Math.floor(text.length / 2);
  const letter = text.charAt(middle) || 'x';
  return text.slice(0, middle) + letter.repeat(Math.max(0, length - text.length)) + text.slice(middle);
}
