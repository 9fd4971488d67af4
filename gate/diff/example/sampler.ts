import { generateSync, type JsonSchema } from 'json-schema-faker';
import type { Delta, Step } from '../schema/delta.ts';
import { type Alternative, type Parts, schemasOf } from '../schema/shape.ts';
import type { Shaper } from '../schema/shaper.ts';
import { isObject } from '../source.ts';
import { jsonSchemaOf } from './json-schema.ts';

/** The longest texts and lists that are made. */
const longest = 1000;

/** Proposes values of the schemas of one document and direction. A proposal may be invalid: callers have to check it. */
export class Sampler {
  constructor(private readonly shaper: Shaper) {}

  /** A value with its required members only. */
  sample(parts: Parts): unknown {
    return this.fake(this.shaper.shapeOf(parts).alternatives.slice(0, 1), 1);
  }

  /** Values that may show a difference: everything but the way to it is as small as the schemas allow. */
  propose(parts: Parts, { path, values, without }: Delta, limits: readonly number[]): unknown[] {
    if (without === undefined) {
      return this.along(parts, path, (leaf) => values ?? this.each(leaf).flatMap((value) => variants(value, limits)));
    }
    return this.along(parts, path.slice(0, -1), (holder) =>
      this.each(holder).map((value) => {
        if (isObject(value)) delete value[without];
        return value;
      }),
    );
  }

  /** The bounds of the value that a way leads to. */
  limitsOf(parts: Parts, path: readonly Step[]): number[] {
    const found: number[] = [];
    this.along(parts, path, (leaf) => {
      const held = this.shaper.shapeOf(leaf).alternatives.flatMap(({ limits }) => [...limits.values()]);
      for (const { value } of held) if (isObject(value)) found.push(Number(value.limit));
      return [];
    });
    return found;
  }

  private along(parts: Parts, [step, ...rest]: readonly Step[], leaf: (parts: Parts) => readonly unknown[]): unknown[] {
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
  private each(parts: Parts): unknown[] {
    return this.shaper
      .shapeOf(parts)
      .alternatives.flatMap((one) => [
        ...(one.values ?? []).map(({ value }) => value),
        ...[1, 2, 3, 4].map((seed) => this.fake([one], seed)).filter((value) => value !== undefined),
      ]);
  }

  private fake(alternatives: readonly Alternative[], seed: number): unknown {
    const schema = alternatives.length > 0 ? jsonSchemaOf(this.shaper, alternatives) : undefined;
    if (!schema || isVast(schema)) return undefined;
    // Lists are as short as they may be.
    const isList = schema.type === 'array' && schema.enum === undefined;
    const small = isList ? { ...schema, maxItems: schema.minItems ?? 0 } : schema;
    try {
      return generateSync(small as JsonSchema, { seed, optionalsProbability: 0, refDepthMax: 20 });
    } catch {
      return undefined;
    }
  }
}

/** Whether a schema demands somewhere a text, list or object that is too large to be made. */
function isVast(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(isVast);
  if (!isObject(schema)) return false;
  const sizes = [schema.minLength, schema.minItems, schema.minProperties];
  return sizes.some((size) => Number(size ?? 0) > longest) || Object.values(schema).some(isVast);
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
    return [value, ...[0, 1, 2, ...lengths].map((length) => Array.from({ length }, () => item))];
  }
  if (!isObject(value)) return [value];
  const crowded = lengths.map((length) => {
    const spare = Math.max(0, length - Object.keys(value).length);
    return { ...value, ...Object.fromEntries(Array.from({ length: spare }, (_, index) => [`extra${index}`, 'x'])) };
  });
  return [value, { ...value, another: 'x' }, ...crowded];
}

/** Repeats a character in the middle until the text is long enough. */
function stretch(text: string, length: number): string {
  const middle = Math.floor(text.length / 2);
  const letter = text.charAt(middle) || 'x';
  return text.slice(0, middle) + letter.repeat(Math.max(0, length - text.length)) + text.slice(middle);
}
