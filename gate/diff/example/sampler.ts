import { generateSync, type JsonSchema } from 'json-schema-faker';
import type { Delta } from '../schema/delta.ts';
import type { SchemaReader } from '../schema/reader.ts';
import { type Alternative, heldBy, type Parts } from '../schema/shape.ts';
import { isObject } from '../source.ts';
import { jsonSchemaOf } from './validator.ts';

/** The longest texts and lists that are made. */
const longest = 1000;

/** A value with its required members only. */
export function sample(reader: SchemaReader, parts: Parts): unknown {
  return fake(reader, reader.shapeOf(parts).alternatives.slice(0, 1), 1);
}

/** Values that may show a difference, as small as the schemas allow apart from it. A value may be invalid: callers check it. */
export function propose(reader: SchemaReader, parts: Parts, { path, values, without, bounds = [] }: Delta): unknown[] {
  if (without === undefined)
    return along(
      reader,
      parts,
      path,
      (leaf) => values ?? each(reader, leaf).flatMap((value) => variants(value, bounds)),
    );
  return along(reader, parts, path.slice(0, -1), (holder) =>
    each(reader, holder).map((value) => {
      if (isObject(value)) delete value[without];
      return value;
    }),
  );
}

/** Values with those of `leaf` at the end of a way. */
function along(
  reader: SchemaReader,
  parts: Parts,
  [step, ...rest]: readonly string[],
  leaf: (parts: Parts) => readonly unknown[],
): unknown[] {
  if (step === undefined) return [...leaf(parts)];
  return reader.shapeOf(parts).alternatives.flatMap((one) => {
    if (one.type !== (step === '[]' ? 'array' : 'object')) return [];
    const inner = along(reader, heldBy(one, step), rest, leaf);
    const holder = inner.length > 0 ? fake(reader, [one], 1) : undefined;
    const name = step === '*' ? 'another' : step.slice(1);
    return inner.flatMap((value) => {
      if (Array.isArray(holder)) return [[value, ...holder.slice(1)]];
      return isObject(holder) ? [{ ...holder, [name]: value }] : [];
    });
  });
}

/** Several values of each alternative. */
function each(reader: SchemaReader, parts: Parts): unknown[] {
  return reader.shapeOf(parts).alternatives.flatMap((one) => {
    const made = [1, 2, 3, 4].map((seed) => fake(reader, [one], seed));
    return [...(one.values ?? []).map(({ value }) => value), ...made.filter((value) => value !== undefined)];
  });
}

function fake(reader: SchemaReader, alternatives: readonly Alternative[], seed: number): unknown {
  const schema = alternatives.length > 0 ? jsonSchemaOf(reader, alternatives) : undefined;
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

/** True if a schema demands a text, list or object that is too large to be made. */
function isVast(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(isVast);
  if (!isObject(schema)) return false;
  const sizes = [schema.minLength, schema.minItems, schema.minProperties];
  return sizes.some((size) => Number(size ?? 0) > longest) || Object.values(schema).some(isVast);
}

/** Values around the bounds that differ, and simple values of the same type. */
function variants(value: unknown, bounds: readonly number[]): unknown[] {
  const around = [...new Set(bounds.flatMap((bound) => [bound - 1, bound, bound + 1]))];
  const lengths = around.filter((length) => length >= 0 && length <= longest);
  if (typeof value === 'number') {
    return [value, ...around, ...bounds.flatMap((bound) => [bound - 0.5, bound + 0.5]), 0.5, value + 1, 0, 1, -1];
  }
  if (typeof value === 'string') {
    const middle = Math.floor(value.length / 2);
    const [start, end] = [value.slice(0, middle), value.slice(middle)];
    const stretch = (length: number) => start + (end.charAt(0) || 'x').repeat(Math.max(0, length - value.length)) + end;
    return [value, ...lengths.map(stretch), ...lengths.map((length) => 'x'.repeat(length)), '', 'text', '~', '0'];
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
