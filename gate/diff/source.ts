/** Input that can't be compared; the message is one line with the place. */
export class InputError extends Error {
  override name = 'InputError';
}

export type Json = Record<string, unknown>;

/** A part of a document, and the JSON pointer to its place. */
export interface Located {
  node: unknown;
  at: string;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An empty object when the value is no object. */
export function toObject(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** An empty list when the value is no list. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A JSON pointer (RFC 6901) with more steps. */
export function append(pointer: string, ...steps: (string | number)[]): string {
  return [pointer, ...steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

export function getChild({ node, at }: Located, ...steps: (string | number)[]): Located {
  return { node: steps.reduce(getMember, node), at: append(at, ...steps) };
}

/** An own member of a map or a list: every JavaScript object inherits a `constructor`. */
function getMember(node: unknown, step: string | number): unknown {
  const isOwn = typeof node === 'object' && node !== null && Object.hasOwn(node, step);
  return isOwn ? (node as Json)[step] : undefined;
}

export function listEntries(parent: Located, ...steps: string[]): [string, Located][] {
  return Object.keys(toObject(getChild(parent, ...steps).node)).map((key) => [key, getChild(parent, ...steps, key)]);
}

export function listItems(parent: Located, ...steps: string[]): Located[] {
  return toList(getChild(parent, ...steps).node).map((_, index) => getChild(parent, ...steps, index));
}

/** JSON as text, with sorted keys; a keyword with a text may be left out. */
export function serialize(value: unknown, omitted?: string): string {
  return JSON.stringify(value, (_, node: unknown) => {
    if (!isObject(node)) return node;
    const members = Object.entries(node).filter(([key, member]) => key !== omitted || isObject(member));
    return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** The most references that may lead to another reference. */
const longestChain = 250;

/** Reads parsed JSON as an OpenAPI 3.1 document. Throws an InputError when it is something else. */
export function openDocument(json: unknown, name: string, placeOf = (at: string) => `${name}: #${at}`): Source {
  if (!isObject(json) || typeof json.openapi !== 'string') {
    throw new InputError(`${name}: is no OpenAPI document (it has no \`openapi: 3.1.0\`)`);
  }
  if (!/^3\.1(\.\d+)?$/.test(json.openapi)) {
    throw new InputError(`${name}: is an OpenAPI ${json.openapi} document; the gate judges OpenAPI 3.1 only`);
  }
  for (const key of ['paths', 'components']) {
    if (json[key] !== undefined && !isObject(json[key])) throw new InputError(`${name}: #/${key} is no map`);
  }
  return new Source(json, placeOf);
}

/** A document whose references can be followed. */
export class Source {
  readonly root: Located;

  constructor(
    readonly json: Json,
    /** Writes a pointer as a place in a file. */
    private readonly placeOf: (pointer: string) => string,
  ) {
    this.root = { node: json, at: '' };
  }

  createSizeError(at: string): InputError {
    return new InputError(`${this.placeOf(at)}: the schema is too large to be compared`);
  }

  /** The target of a reference at a place. Throws an InputError when there is none. */
  resolve(reference: string, at: string): Located {
    if (reference === '#') return this.root;
    const steps = decodeURIComponent(reference).split('/').slice(1);
    const place = getChild(this.root, ...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')));
    if (reference.startsWith('#/') && place.node !== undefined) return place;
    throw new InputError(`${this.placeOf(at)}: the reference ${reference} leads to no place in this document`);
  }

  /** The target of a chain of references. Throws an InputError for a circle. */
  follow(place: Located): Located {
    let found = place;
    for (let count = 0; isObject(found.node) && typeof found.node.$ref === 'string'; count++) {
      if (count === longestChain) throw new InputError(`${this.placeOf(place.at)}: the reference leads to itself`);
      found = this.resolve(found.node.$ref, found.at);
    }
    return found;
  }

  /** A value at a place as text, followed by the targets of its references: equal texts mean the same. */
  formatNode(value: unknown, at: string): string {
    const texts = [serialize(value, 'description')];
    const seen = new Set<string>();
    // The list grows while references are followed.
    for (const text of texts)
      for (const [, reference = ''] of text.matchAll(/"\$ref":"(#\/[^"]*)"/g)) {
        if (!seen.has(reference)) texts.push(serialize(this.resolve(reference, at).node, 'description'));
        seen.add(reference);
      }
    return texts.join('\n');
  }
}

/**
 * The closed vocabulary. Before the bar: keywords that the rules of `change-rules.ts` judge. Behind it: keywords without a meaning for clients.
 * A difference in any other keyword is `not-judged`.
 */
const vocabulary = {
  document: 'servers paths security | openapi info components tags externalDocs',
  pathItem: 'get put post delete options head patch trace parameters | summary description $ref',
  operation: 'tags operationId parameters requestBody responses deprecated security | summary description externalDocs',
  parameter: 'name in required deprecated style explode schema | description example examples',
  requestBody: 'content required | description',
  mediaType: 'schema | example examples',
  response: 'headers content | description',
  securityScheme: 'type name in scheme bearerFormat openIdConnectUrl | description',
  server: 'url | description',
  schema:
    '$ref type properties required additionalProperties enum const format pattern minLength maxLength minimum maximum ' +
    'exclusiveMinimum exclusiveMaximum multipleOf items minItems maxItems uniqueItems minProperties maxProperties ' +
    'anyOf oneOf allOf readOnly writeOnly default deprecated x-lenient | ' +
    'title description example examples externalDocs $comment $defs $anchor',
};

export type Kind = keyof typeof vocabulary;

/** Keywords outside the vocabulary that mean nothing when they are false. */
const flags = new Set(['allowReserved', 'allowEmptyValue', 'nullable']);

const types = new Set(['null', 'boolean', 'number', 'integer', 'string', 'array', 'object']);

/** The values of keywords of schemas; any other value is outside the vocabulary. */
const understood: readonly [keywords: RegExp, test: (value: unknown) => boolean][] = [
  [/^(min|max|exclusive|multipleOf)/, (value) => typeof value === 'number'],
  [/^(uniqueItems|readOnly|writeOnly|deprecated|x-lenient)$/, (value) => typeof value === 'boolean'],
  [/^(format|pattern|\$ref)$/, (value) => typeof value === 'string'],
  [/^(required|enum|anyOf|oneOf|allOf)$/, Array.isArray],
  [/^properties$/, isObject],
  [/^(items|additionalProperties)$/, (value) => isObject(value) || typeof value === 'boolean'],
  [/^type$/, (value) => [value].flat().every((type) => types.has(String(type)))],
];

/** A keyword outside the vocabulary, and the text of everything that decides about its meaning. */
export interface Unjudged {
  keyword: string;
  value: string;
  at: string;
}

/** The keywords of an object that are outside the vocabulary of its kind. */
export function findUnjudged(source: Source, kind: Kind, { node, at }: Located): Unjudged[] {
  if (!isObject(node)) return [];
  const isUnderstood = (keyword: string) =>
    understood.every(([keywords, test]) => !keywords.test(keyword) || test(node[keyword]));
  const known = vocabulary[kind].split(' ');
  const isJudged = (keyword: string) => known.includes(keyword) && (kind !== 'schema' || isUnderstood(keyword));
  const hasMeaning = (keyword: string) =>
    (!keyword.startsWith('x-') || keyword === 'x-lenient') && (node[keyword] !== false || !flags.has(keyword));
  const textOf = (keyword: string) => {
    if (kind !== 'schema') return source.formatNode(node[keyword], at);
    // Keywords such as `contains` and `unevaluatedProperties` depend on their neighbours, these two on other components.
    const isElsewhere = keyword === 'discriminator' || keyword.startsWith('$');
    return source.formatNode(node, at) + (isElsewhere ? serialize(source.json.components) : '');
  };
  return Object.keys(node)
    .filter((keyword) => !isJudged(keyword) && hasMeaning(keyword))
    .map((keyword) => ({ keyword, value: textOf(keyword), at: `${at}/${keyword}` }));
}

/** The keywords outside the vocabulary that two objects at two places do not have in common. */
export function diffUnjudged(base: readonly Unjudged[], revision: readonly Unjudged[], at: string) {
  const isIn = (list: readonly Unjudged[], { keyword, value }: Unjudged) =>
    list.some((entry) => entry.keyword === keyword && entry.value === value);
  const changed = [
    ...base.filter((entry) => !isIn(revision, entry)),
    ...revision.filter((entry) => !isIn(base, entry)),
  ];
  return [...new Set(changed.map(({ keyword }) => keyword))].map((keyword) => ({
    keyword,
    at: revision.find((entry) => entry.keyword === keyword)?.at ?? `${at}/${keyword}`,
    baseAt: base.find((entry) => entry.keyword === keyword)?.at,
  }));
}
