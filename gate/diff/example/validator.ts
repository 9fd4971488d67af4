import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isQuick, limits, typeNames } from '../schema/limits.ts';
import type { SchemaReader } from '../schema/reader.ts';
import { type Alternative, isUnlimited, keyOf, type Parts } from '../schema/shape.ts';
import type { Json } from '../source.ts';

const ajv = new Ajv2020({
  strict: false,
  logger: false,
  validateSchema: false,
  meta: false,
  ownProperties: true,
  multipleOfPrecision: 9,
  // A schema judges a few values: to optimize its code takes longer.
  code: { optimize: false },
});
addFormats.default(ajv);

const compiled = new WeakMap<SchemaReader, Map<string, ValidateFunction | undefined>>();

/** `valid`, or the reason why a schema refuses a value; undefined when Ajv can't judge it. */
export function verdictOn(reader: SchemaReader, parts: Parts, value: unknown): string | undefined {
  const known = compiled.get(reader) ?? new Map<string, ValidateFunction | undefined>();
  compiled.set(reader, known);
  const key = keyOf(parts);
  if (!known.has(key)) known.set(key, compile(jsonSchemaOf(reader, reader.shapeOf(parts).alternatives)));
  const validate = known.get(key);
  if (!validate) return undefined;
  return validate(value) ? 'valid' : reasonOf(validate.errors ?? []);
}

function compile(schema: Json | undefined): ValidateFunction | undefined {
  if (!schema) return undefined;
  try {
    return ajv.compile(schema);
  } catch {
    return undefined;
  } finally {
    ajv.removeSchema(schema);
  }
}

/** The deepest error of a union is the most exact. */
function reasonOf(errors: readonly ErrorObject[]): string {
  const depth = ({ instancePath, keyword }: ErrorObject) =>
    instancePath.split('/').length * 10 + (['type', 'anyOf'].includes(keyword) ? 0 : 1);
  const [error] = errors.toSorted((a, b) => depth(b) - depth(a));
  if (!error) return 'is invalid';
  const { allowedValues, additionalProperty } = error.params;
  const text = Array.isArray(allowedValues)
    ? `must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(', ')}`
    : `${error.message}${additionalProperty === undefined ? '' : ` (${additionalProperty})`}`;
  return `${error.instancePath} ${text}`.trim();
}

/**
 * Writes the values that alternatives allow as JSON Schema 2020-12, as one direction has them. Undefined when a keyword outside the
 * vocabulary would make its verdicts wrong, or a pattern slow.
 */
export function jsonSchemaOf(reader: SchemaReader, alternatives: readonly Alternative[]): Json | undefined {
  const names = new Map<string, { name: string; parts: Parts }>();
  const refer = (parts: Parts): unknown => {
    if (parts.length === 0) return true;
    if (reader.isClosed(parts)) return false;
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
    const found = reader.shapeOf(parts).alternatives;
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

function single({ type, values, limits: own, held, required }: Alternative, refer: (parts: Parts) => unknown): Json {
  const members = [...held].flatMap(([step, parts]) => (step.startsWith('.') ? [[step.slice(1), refer(parts)]] : []));
  const [items, additional] = [held.get('[]'), held.get('*')];
  return {
    type,
    ...(values && { enum: values.map(({ value }) => value) }),
    ...Object.assign({}, ...[...own].map(([keyword, { value }]) => limits[keyword].schema(value))),
    ...(items && { items: refer(items) }),
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(required.size > 0 && { required: [...required.keys()] }),
    ...(additional && { additionalProperties: refer(additional) }),
  };
}
