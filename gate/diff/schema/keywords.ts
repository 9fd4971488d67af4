import { isDeepStrictEqual } from 'node:util';
import { child, entries, isObject, items, type Json, type Located, listOf } from '../source.ts';
import { accepts, canonical, typeOf } from './accepts.ts';
import { isNumeric, isText } from './formats.ts';
import { distinctHeld, given } from './intersect.ts';
import { type AnyAlternative, type Bound, type Contains, type Held, type TypeName, typeNames } from './shape.ts';

/** What the keywords of a schema say by themselves, those that hold other schemas together (`$ref`, `allOf` ...) left out. */
export function ownAlternatives({ node, at }: Located & { node: Json }): AnyAlternative[] {
  const limited = typesOf(node).map((type) => alternativeOf(type, { node, at }));
  const integer = listOfOne(node.type).includes('integer') && !listOfOne(node.type).includes('number');
  const shown = [...listOf(node.examples), ...('example' in node ? [node.example] : [])];
  const typed = limited.map((one) => {
    const examples = shown.filter((value) => typeOf(value) === one.type);
    const limits = one.type === 'number' && integer ? { ...one, integer } : one;
    return examples.length > 0 ? { ...limits, examples } : limits;
  });
  const listed = valuesOf({ node, at });
  if (!listed) return typed;
  return typed.flatMap((alternative) => {
    const values = listed.filter(({ value }) => accepts(alternative, value));
    return values.length > 0 ? [{ ...alternative, values }] : [];
  });
}

/** An alternative that allows every value of its type. */
export function unlimited(type: TypeName, at: string): AnyAlternative {
  return alternativeOf(type, { node: {}, at });
}

/** Whether the alternative says nothing beyond its type. */
export function isUnlimited(alternative: AnyAlternative): boolean {
  const { title: _title, examples: _examples, ...bare } = alternative;
  return isDeepStrictEqual(bare, unlimited(bare.type, bare.at));
}

/** The types that a schema names; all when it names none. */
function typesOf(node: Json): TypeName[] {
  const named = new Set(listOfOne(node.type).map((type) => (type === 'integer' ? 'number' : type)));
  const known = typeNames.filter((type) => named.has(type));
  return known.length > 0 ? known : [...typeNames];
}

/** `enum` and `const` say the same of one value. */
function valuesOf({ node, at }: Located & { node: Json }): Held[] | undefined {
  const listed = Array.isArray(node.enum)
    ? node.enum.map((value: unknown, index) => ({ value, at: `${at}/enum/${index}` }))
    : undefined;
  if (!('const' in node)) return listed;
  const constant = { value: node.const, at: `${at}/const` };
  return !listed || listed.some(({ value }) => canonical(value) === canonical(node.const)) ? [constant] : [];
}

function alternativeOf(type: TypeName, place: Located & { node: Json }): AnyAlternative {
  const { node, at } = place;
  const common = { at, conditions: [] };
  const held = <Value>(key: string, value: Value): Held<Value> => ({ value, at: `${at}/${key}` });
  const count = (key: string) => (typeof node[key] === 'number' ? held(key, node[key] as number) : undefined);
  const atLeast = (key: string) => (Number(node[key] ?? 0) > 0 ? count(key) : undefined);
  const parts = (key: string): Located[] => partsOf(child(place, key));
  const map = (key: string) => new Map(entries(child(place, key)).map(([name, schema]) => [name, [schema]]));

  switch (type) {
    case 'null':
    case 'boolean':
      return { ...common, type };
    case 'number':
      return {
        ...common,
        type,
        integer: false,
        ...given('min', boundOf(node, 'minimum', 'exclusiveMinimum', at, 1)),
        ...given('max', boundOf(node, 'maximum', 'exclusiveMaximum', at, -1)),
        multiples: [count('multipleOf') ?? []].flat(),
        formats: formatsOf(node, at).filter(({ value }) => !isText(value)),
      };
    case 'string':
      return {
        ...common,
        type,
        ...given('min', atLeast('minLength')),
        ...given('max', count('maxLength')),
        patterns: typeof node.pattern === 'string' ? [held('pattern', node.pattern)] : [],
        formats: formatsOf(node, at).filter(({ value }) => !isNumeric(value)),
      };
    case 'array': {
      const closed = node.unevaluatedItems === false && !('items' in node) && !('contains' in node);
      return {
        ...common,
        type,
        prefix: items(child(place, 'prefixItems')).map((schema) => [schema]),
        items: closed ? [child(place, 'unevaluatedItems')] : parts('items'),
        ...given('min', atLeast('minItems')),
        ...given('max', count('maxItems')),
        ...given('unique', node.uniqueItems === true ? held('uniqueItems', true as const) : undefined),
        contains: containsOf(place).map((contains) => held('contains', contains)),
      };
    }
    case 'object':
      return {
        ...common,
        type,
        properties: map('properties'),
        patterns: map('patternProperties'),
        additional: parts('additionalProperties'),
        required: new Map(
          listOf(node.required).map((name, index) => [String(name), `${at}/required/${index}`] as const),
        ),
        ...given('min', atLeast('minProperties')),
        ...given('max', count('maxProperties')),
        names: parts('propertyNames'),
        dependentRequired: new Map(
          [...entries(child(place, 'dependentRequired')), ...entries(child(place, 'dependencies'))]
            .filter(([, { node: names }]) => Array.isArray(names))
            .map(([key, names]) => [key, new Map(items(names).map((name) => [String(name.node), name.at]))]),
        ),
        dependentSchemas: new Map(
          [...map('dependentSchemas'), ...map('dependencies')].filter(([, [schema]]) => !Array.isArray(schema?.node)),
        ),
      };
  }
}

/** The schema at a place, when it stands there and says anything. */
export function partsOf(place: Located): Located[] {
  const { node } = place;
  const says = node !== undefined && node !== true && !(isObject(node) && Object.keys(node).length === 0);
  return says ? [place] : [];
}

/** What a list has to contain; of nothing or any number of them nothing is said. */
function containsOf(place: Located & { node: Json }): Contains[] {
  const { minContains, maxContains } = place.node;
  const min = typeof minContains === 'number' ? minContains : 1;
  const max = typeof maxContains === 'number' ? maxContains : Number.POSITIVE_INFINITY;
  const says = 'contains' in place.node && (min > 0 || max < Number.POSITIVE_INFINITY);
  return says ? [{ schema: partsOf(child(place, 'contains')), min, max }] : [];
}

/** Up to OpenAPI 3.0 an exclusive bound is a flag beside the bound, later a bound of its own. */
function boundOf(node: Json, key: string, exclusiveKey: string, at: string, sign: 1 | -1): Held<Bound> | undefined {
  const inclusive = node[key];
  const exclusive = node[exclusiveKey];
  const bounds: Held<Bound>[] = [];
  if (typeof inclusive === 'number') {
    bounds.push({ value: { limit: inclusive, exclusive: exclusive === true }, at: `${at}/${key}` });
  }
  if (typeof exclusive === 'number') {
    bounds.push({ value: { limit: exclusive, exclusive: true }, at: `${at}/${exclusiveKey}` });
  }
  return bounds.sort((a, b) => (b.value.limit - a.value.limit) * sign || Number(b.value.exclusive) - 1)[0];
}

/** `format: byte` of OpenAPI 3.0 is `contentEncoding: base64` later; a password is a text like others. */
function formatsOf(node: Json, at: string): Held<string>[] {
  const found: Held<string>[] = [];
  const { format, contentEncoding, contentMediaType } = node;
  if (typeof format === 'string' && format !== 'password') found.push({ value: format, at: `${at}/format` });
  if (typeof contentEncoding === 'string') {
    const value = contentEncoding === 'base64' ? 'byte' : `content:${contentEncoding}`;
    found.push({ value, at: `${at}/contentEncoding` });
  } else if (typeof contentMediaType === 'string') {
    const value = contentMediaType === 'application/octet-stream' ? 'binary' : `content:${contentMediaType}`;
    found.push({ value, at: `${at}/contentMediaType` });
  }
  return distinctHeld(found);
}

function listOfOne(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
