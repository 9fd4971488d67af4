import { limits, typeNames } from '../schema/limits.ts';
import { isQuick } from '../schema/pattern.ts';
import { type Alternative, isUnlimited, keyOf, type Parts } from '../schema/shape.ts';
import type { Shaper } from '../schema/shaper.ts';
import type { Json } from '../source.ts';

/**
 * Writes the values that alternatives allow as JSON Schema 2020-12, as one direction has them: references, read-only, write-only and
 * lenient members are settled. Undefined when a keyword outside the vocabulary would make its verdicts wrong, or a pattern slow.
 */
export function jsonSchemaOf(shaper: Shaper, alternatives: readonly Alternative[]): Json | undefined {
  const names = new Map<string, { name: string; parts: Parts }>();
  const refer = (parts: Parts): unknown => {
    if (parts.length === 0) return true;
    if (shaper.isClosed(parts)) return false;
    const key = keyOf(parts);
    const known = names.get(key) ?? { name: String(names.size), parts };
    names.set(key, known);
    return { $ref: `#/$defs/${known.name}` };
  };
  const root = unionOf(alternatives, refer);
  const $defs: Json = {};
  const all = [...alternatives];
  // The list grows while definitions are written.
  for (const { name, parts } of names.values()) {
    const found = shaper.shapeOf(parts).alternatives;
    all.push(...found);
    $defs[name] = unionOf(found, refer);
  }
  return all.every(isWritable) ? { ...root, $defs } : undefined;
}

function isWritable({ unjudged, limits: own }: Alternative): boolean {
  const patterns = (own.get('pattern')?.value ?? []) as readonly string[];
  return unjudged.length === 0 && patterns.every(isQuick);
}

function unionOf(alternatives: readonly Alternative[], refer: (parts: Parts) => unknown): Json {
  const [first, ...others] = alternatives;
  if (!first) return { not: {} };
  const isAnything = typeNames.every((type) => alternatives.some((one) => one.type === type && isUnlimited(one)));
  if (isAnything) return {};
  return others.length === 0 ? single(first, refer) : { anyOf: alternatives.map((one) => single(one, refer)) };
}

function single(one: Alternative, refer: (parts: Parts) => unknown): Json {
  const { type, values, limits: own, items, properties, required, additional } = one;
  return {
    type,
    ...(values && { enum: values.map(({ value }) => value) }),
    ...Object.assign({}, ...[...own].map(([keyword, { value }]) => limits[keyword].schema(value))),
    ...(items.length > 0 && { items: refer(items) }),
    ...(properties.size > 0 && {
      properties: Object.fromEntries([...properties].map(([name, parts]) => [name, refer(parts)])),
    }),
    ...(required.size > 0 && { required: [...required.keys()] }),
    ...(additional.length > 0 && { additionalProperties: refer(additional) }),
  };
}
