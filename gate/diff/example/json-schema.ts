import type { Alternative } from '../schema/shape.ts';
import { typeNames } from '../schema/shape.ts';
import { keyOf, type Shaper } from '../schema/shaper.ts';
import type { Json, Located } from '../source.ts';

/**
 * Writes a schema as JSON Schema 2020-12, as one direction sees it: references, read-only, write-only and lenient members are settled.
 * Undefined when it has keywords outside the vocabulary, for then its verdicts on values would be wrong.
 */
export function jsonSchemaOf(shaper: Shaper, parts: readonly Located[]): Json | undefined {
  const { alternatives } = shaper.shapeOf(parts);
  return written(shaper, alternatives);
}

/** Writes the values that alternatives allow as JSON Schema. */
export function written(shaper: Shaper, alternatives: readonly Alternative[]): Json | undefined {
  const names = new Map<string, { name: string; parts: readonly Located[] }>();
  const refer = (parts: readonly Located[]): unknown => {
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
  return all.some(({ unjudged }) => unjudged.length > 0) ? undefined : { ...root, $defs };
}

type Refer = (parts: readonly Located[]) => unknown;

function unionOf(alternatives: readonly Alternative[], refer: Refer): Json {
  const [first, ...others] = alternatives;
  if (!first) return { not: {} };
  if (others.length === 0) return single(first, refer);
  const schemas = alternatives.map((one) => single(one, refer));
  const isAnything = typeNames.every((type) =>
    schemas.some((one) => one.type === type && Object.keys(one).length === 1),
  );
  return isAnything ? {} : { anyOf: schemas };
}

function single(one: Alternative, refer: Refer): Json {
  const [pattern, ...patterns] = one.patterns.map(({ value }) => value);
  const [format] = one.formats.map(({ value }) => value);
  const step = one.multiples.at(-1)?.value;
  return {
    type: one.integer ? 'integer' : one.type,
    ...(one.values && { enum: one.values.map(({ value }) => value) }),
    ...boundsOf(one),
    ...(step !== undefined && { multipleOf: step }),
    ...(pattern !== undefined && { pattern }),
    ...(patterns.length > 0 && { allOf: patterns.map((other) => ({ pattern: other })) }),
    ...(format !== undefined && { format }),
    ...(one.items.length > 0 && { items: refer(one.items) }),
    ...(one.unique && { uniqueItems: true }),
    ...(one.properties.size > 0 && {
      properties: Object.fromEntries([...one.properties].map(([name, parts]) => [name, refer(parts)])),
    }),
    ...(one.required.size > 0 && { required: [...one.required.keys()] }),
    ...(one.additional.length > 0 && { additionalProperties: refer(one.additional) }),
  };
}

const sizes = { string: 'Length', array: 'Items', object: 'Properties' } as const;

function boundsOf({ type, min, max }: Alternative): Json {
  if (type in sizes) {
    const unit = sizes[type as keyof typeof sizes];
    return { ...(min && { [`min${unit}`]: min.value.limit }), ...(max && { [`max${unit}`]: max.value.limit }) };
  }
  return {
    ...(min && { [min.value.exclusive ? 'exclusiveMinimum' : 'minimum']: min.value.limit }),
    ...(max && { [max.value.exclusive ? 'exclusiveMaximum' : 'maximum']: max.value.limit }),
  };
}
