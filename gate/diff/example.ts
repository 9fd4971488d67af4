import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { generateSync, type JsonSchema } from 'json-schema-faker';
import type { Example, Flow, RuleId } from './change-rules.ts';
import type { Element, Field, Found, Operation } from './elements.ts';
import type { Comparison } from './schema/compare.ts';
import { isQuick, limits } from './schema/keywords.ts';
import type { SchemaReader } from './schema/reader.ts';
import { type Alternative, type Delta, getHeld, makeKey, type Parts } from './schema/shape.ts';
import { isObject, type Json } from './source.ts';

/** The comparisons of schemas in both directions, with the readers of both documents. */
type Schemas = Readonly<Record<Flow, Comparison>>;

/** A message that shows a breaking change: a request of the base that the revision does not serve, or a new answer. */
export function makeExample(schemas: Schemas, rule: RuleId, found: Found): Example | undefined {
  const { operation, element, successor, delta } = found;
  if (!operation || !element) return undefined;
  if (delta) return successor && showDelta(schemas, operation, element, successor, delta);
  if (element !== operation && !element.family.startsWith('request')) return undefined;
  const isMissing = rule.includes('required');
  const reason = isMissing ? 'required' : rule.endsWith('-removed') ? 'gone' : 'not understood';
  return makeRequest(schemas, operation, element, { isMissing }, `${element.words} is ${reason}`);
}

/** Differences that make the service ignore a value: both editions may allow it. */
const ignoring: readonly string[] = ['property-removed', 'became-read-only'];

function showDelta(
  schemas: Schemas,
  operation: Operation,
  element: Element,
  { schema: now = [] }: Element,
  delta: Delta,
): Example | undefined {
  const { flow = 'request', kind, status = '', schema: before = [] } = element;
  if (flow === 'response' && kind !== 'mediaType') return undefined;
  const { base, revision } = schemas[flow];
  const [sender, schema] = flow === 'request' ? [base, before] : [revision, now];
  const [reader, expected] = flow === 'request' ? [revision, now] : [base, before];
  const [isSent, isRead] = [getJudge(sender, schema), getJudge(reader, expected)];
  if (!isSent || !isRead) return undefined;
  for (const value of propose(sender, schema, delta)) {
    if (isSent(value) !== 'valid') continue;
    const verdict = isRead(value);
    const isIgnored = verdict === 'valid' && flow === 'request' && ignoring.includes(delta.rule);
    const reason = isIgnored ? 'the value is ignored' : verdict;
    if (reason === 'valid') continue;
    if (flow === 'response') return { answer: { status, body: value }, base: reason, revision: 'valid' };
    return makeRequest(schemas, operation, element, { value }, reason);
  }
  return undefined;
}

/** A request with an element, or without it, as small as the base allows, and the reason why the revision does not serve it. */
function makeRequest(
  schemas: Schemas,
  { method, path, groups }: Operation,
  subject: Element,
  { isMissing = false, value }: { isMissing?: boolean; value?: unknown },
  revision: string,
): Example | undefined {
  const isSent = (element: Element) => (element === subject ? !isMissing : element.required);
  const makeContent = (element: Element) =>
    element === subject && value !== undefined ? value : makeSample(schemas.request.base, element.schema ?? []);
  let url = path;
  const query: string[] = [];
  const headers: Record<string, string> = {};
  for (const field of [...groups.parameters.elements.values()].filter(isSent)) {
    const text = formatParameter(field, makeContent(field));
    if (text === undefined) return undefined;
    if (field.in === 'path') url = url.replace(`{${field.name}}`, encodeURIComponent(text));
    else if (field.in === 'query') query.push(text);
    else headers[field.in === 'cookie' ? 'Cookie' : field.name] = text;
  }
  // A parameter that only the path names may be any text.
  url = url.replaceAll(/\{[^}]+\}/g, 'text');
  if (query.length > 0) url += `?${query.join('&')}`;
  const request: Example['request'] = { method: method.toUpperCase(), url };
  const body = groups.body?.elements.get('requestBody');
  const content = [...(body?.groups?.content?.elements ?? [])];
  const [type = '*', media] = content.find(([, candidate]) => candidate === subject) ?? content[0] ?? [];
  if (body && (media === subject || isSent(body))) {
    const sent = media && makeContent(media);
    if (type.includes('*') || sent === undefined) return undefined;
    if (type !== 'application/json') headers['Content-Type'] = type;
    request.body = sent;
  }
  if (Object.keys(headers).length > 0) request.headers = headers;
  return { request, base: 'valid', revision };
}

/** The text of a parameter with its value; undefined for an object, and for styles other than the default ones. */
function formatParameter({ name, style, isExploded }: Field, value: unknown): string | undefined {
  if (value === undefined || isObject(value) || !['form', 'simple'].includes(style)) return undefined;
  const values = [value].flat().map(String);
  if (style === 'simple') return values.join(',');
  const write = (text: string) => `${encodeURIComponent(name)}=${text}`;
  const texts = values.map(encodeURIComponent);
  return isExploded ? texts.map(write).join('&') : write(texts.join(','));
}

const maxSize = 1000;

/** A value with its required members only. */
function makeSample(reader: SchemaReader, parts: Parts): unknown {
  return makeValue(reader, reader.getShape(parts).alternatives.slice(0, 1), 1);
}

/** Values that may show a difference, as small as the schemas allow apart from it. A value may be invalid: callers check it. */
function propose(reader: SchemaReader, parts: Parts, { path, values, without, bounds = [] }: Delta): unknown[] {
  const way = without === undefined ? path : path.slice(0, -1);
  // A longer list repeats its first item.
  const fewest = bounds.length > 0 ? 1 : 0;
  return wrapValues(reader, parts, way, (leaf) => {
    if (values) return values;
    const made = reader
      .getShape(leaf)
      .alternatives.flatMap((alternative) => [
        ...(alternative.values ?? []).map(({ value }) => value),
        ...[1, 2, 3, 4].map((seed) => makeValue(reader, [alternative], seed, fewest)),
      ]);
    if (without === undefined) return made.flatMap((value) => varyValue(value, bounds));
    return made.filter(isObject).map(({ [without]: _, ...rest }) => rest);
  });
}

/** Values with `leaf`'s values at the end of a way. */
function wrapValues(
  reader: SchemaReader,
  parts: Parts,
  [step, ...rest]: readonly string[],
  leaf: (parts: Parts) => readonly unknown[],
): unknown[] {
  if (step === undefined) return [...leaf(parts)];
  return reader.getShape(parts).alternatives.flatMap((alternative) => {
    if (alternative.type !== (step === '[]' ? 'array' : 'object')) return [];
    const inner = wrapValues(reader, getHeld(alternative, step), rest, leaf);
    const holder = inner.length > 0 ? makeValue(reader, [alternative], 1) : undefined;
    const name = step === '*' ? 'another' : step.slice(1);
    return inner.flatMap((value) => {
      if (Array.isArray(holder)) return [[value, ...holder.slice(1)]];
      return isObject(holder) ? [{ ...holder, [name]: value }] : [];
    });
  });
}

function makeValue(reader: SchemaReader, alternatives: readonly Alternative[], seed: number, fewest = 0): unknown {
  const schema = alternatives.length > 0 ? makeSchema(reader, alternatives) : undefined;
  // A text or list of thousands is too large to be made.
  if (!schema || /"min(Length|Items|Properties)":\d{4}/.test(JSON.stringify(schema))) return undefined;
  // Lists are as short as they may be.
  const isList = schema.type === 'array' && schema.enum === undefined;
  const length = Math.max(Number(schema.minItems ?? 0), fewest);
  const small = isList ? { ...schema, minItems: length, maxItems: length } : schema;
  try {
    return generateSync(small as JsonSchema, { seed, optionalsProbability: 0, refDepthMax: 20 });
  } catch {
    return undefined;
  }
}

/** Values around the bounds that differ, and simple values of the same type. */
function varyValue(value: unknown, bounds: readonly number[]): unknown[] {
  const near = bounds.flatMap((bound) => [bound - 1, bound - 0.5, bound, bound + 0.5, bound + 1]);
  const sizes = near.filter((size) => Number.isInteger(size) && size >= 0 && size <= maxSize);
  if (typeof value === 'number') return [value, ...near, 0.5, value + 1, 0, 1, -1];
  if (typeof value === 'string') {
    const middle = Math.floor(value.length / 2);
    const [start, end] = [value.slice(0, middle), value.slice(middle)];
    const stretched = sizes.map((size) => start.padEnd(size - end.length, end.charAt(0) || 'x') + end);
    return [value, ...stretched, ...sizes.map((size) => 'x'.repeat(size)), '', 'text', '~', '0'];
  }
  const fill = <Item>(length: number, item: (index: number) => Item) =>
    Array.from({ length }, (_, index) => item(index));
  if (Array.isArray(value)) return [value, ...[0, 1, 2, ...sizes].map((size) => fill(size, () => value[0] ?? 'x'))];
  if (!isObject(value)) return [value];
  const count = Object.keys(value).length;
  const extra = (size: number) => Object.fromEntries(fill(size - count, (index) => [`another${index || ''}`, 'x']));
  return [value, ...[count + 1, ...sizes].map((size) => ({ ...value, ...extra(size) }))];
}

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

type Judge = ((value: unknown) => string) | undefined;

const judges = new Map<string, Judge>();

/** Judges values by a schema: `valid`, or the reason why it refuses one. Undefined when Ajv can't judge them. */
function getJudge(reader: SchemaReader, parts: Parts): Judge {
  const schema = makeSchema(reader, reader.getShape(parts).alternatives);
  const text = JSON.stringify(schema);
  if (!judges.has(text)) judges.set(text, compile(schema));
  return judges.get(text);
}

function compile(schema: Json | undefined): Judge {
  if (!schema) return undefined;
  try {
    const validate = ajv.compile(schema);
    return (value) => (validate(value) ? 'valid' : ajv.errorsText(validate.errors, { dataVar: '' }).trim());
  } catch {
    return undefined;
  }
}

/**
 * Writes the JSON Schema 2020-12 of the values that alternatives allow in one direction. Undefined when a keyword outside the vocabulary
 * would make its verdicts wrong, or a pattern slow.
 */
function makeSchema(reader: SchemaReader, alternatives: readonly Alternative[]): Json | undefined {
  // The first definition is the schema itself; the list grows while definitions are written.
  const written = [alternatives];
  const known = new Map<string, number>();
  const refer = (parts: Parts): unknown => {
    if (parts.length === 0) return true;
    if (reader.isClosed(parts)) return false;
    const index = known.get(makeKey(parts)) ?? written.push(reader.getShape(parts).alternatives) - 1;
    known.set(makeKey(parts), index);
    return { $ref: `#/$defs/${index}` };
  };
  const $defs: Record<number, Json> = {};
  for (const [index, list] of written.entries()) $defs[index] = makeUnion(list, refer);
  return written.flat().every(isWritable) ? { ...$defs[0], $defs } : undefined;
}

function isWritable({ unjudged, limits: own }: Alternative): boolean {
  const patterns = (own.get('pattern')?.value ?? []) as readonly string[];
  return unjudged.length === 0 && patterns.every(isQuick);
}

function makeUnion(alternatives: readonly Alternative[], refer: (parts: Parts) => unknown): Json {
  const written = alternatives.map((alternative) => makeAlternative(alternative, refer));
  const [only, ...others] = written;
  return only && others.length === 0 ? only : { anyOf: written };
}

function makeAlternative(
  { type, values, limits: own, held, required }: Alternative,
  refer: (parts: Parts) => unknown,
): Json {
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
