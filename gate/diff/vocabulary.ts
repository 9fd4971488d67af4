import { isObject, type Json, type Located, type Source } from './source.ts';

/**
 * The closed vocabulary: the keywords of each kind of object that the comparison judges (`rules.ts` has the meaning of their changes),
 * and those that mean nothing to clients. A difference in any other keyword is `not-judged`.
 */
const vocabulary = {
  document: {
    judged: 'servers paths security webhooks',
    ignored: 'openapi info components tags externalDocs',
  },
  pathItem: {
    judged: 'get put post delete options head patch trace servers parameters',
    ignored: 'summary description $ref',
  },
  operation: {
    judged: 'tags operationId parameters requestBody responses callbacks deprecated security servers',
    ignored: 'summary description externalDocs',
  },
  parameter: {
    judged: 'name in required deprecated style explode schema content',
    ignored: 'description example examples',
  },
  requestBody: { judged: 'content required', ignored: 'description' },
  mediaType: { judged: 'schema', ignored: 'example examples' },
  response: { judged: 'headers content links', ignored: 'description' },
  securityScheme: { judged: 'type name in scheme bearerFormat openIdConnectUrl', ignored: 'description' },
  serverVariable: { judged: 'default', ignored: 'description' },
  schema: {
    judged:
      '$ref type properties required additionalProperties enum const format pattern minLength maxLength minimum maximum ' +
      'exclusiveMinimum exclusiveMaximum multipleOf items minItems maxItems uniqueItems minProperties maxProperties ' +
      'anyOf oneOf allOf readOnly writeOnly default deprecated x-lenient',
    ignored: 'title description example examples externalDocs $comment $defs $anchor',
  },
} as const;

/** A kind of object with a vocabulary of its own. */
export type Kind = keyof typeof vocabulary;

const known = Object.fromEntries(
  Object.entries(vocabulary).map(([kind, { judged, ignored }]) => [kind, new Set(`${judged} ${ignored}`.split(' '))]),
) as Readonly<Record<string, ReadonlySet<string>>>;

/** Keywords outside the vocabulary that say nothing with this value. */
const neutral: Json = { allowReserved: false, allowEmptyValue: false, nullable: false };

const isNumber = (value: unknown) => typeof value === 'number';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isText = (value: unknown) => typeof value === 'string';
const isSchema = (value: unknown) => isObject(value) || isFlag(value);
const types = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object'];

/** The values that the comparison understands of keywords of schemas; another one is outside the vocabulary. */
const understood: Record<string, (value: unknown) => boolean> = {
  ...Object.fromEntries(
    'minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems minProperties maxProperties'
      .split(' ')
      .map((keyword) => [keyword, isNumber]),
  ),
  ...Object.fromEntries('uniqueItems readOnly writeOnly deprecated x-lenient'.split(' ').map((key) => [key, isFlag])),
  type: (value) => (Array.isArray(value) ? value : [value]).every((type) => types.includes(String(type))),
  properties: isObject,
  additionalProperties: isSchema,
  items: isSchema,
  format: isText,
  pattern: isText,
  $ref: isText,
  ...Object.fromEntries('required enum anyOf oneOf allOf'.split(' ').map((keyword) => [keyword, Array.isArray])),
};

/** A keyword outside the vocabulary: its place, and its value as text, with references written out. */
export interface Unjudged {
  keyword: string;
  value: string;
  at: string;
}

/** The keywords of an object that are outside the vocabulary of its kind. */
export function unjudgedIn(source: Source, kind: Kind, place: Located): Unjudged[] {
  const { node, at } = place;
  if (!isObject(node)) return [];
  const isJudged = (keyword: string) =>
    kind === 'schema' && understood[keyword] ? understood[keyword](node[keyword]) : known[kind]?.has(keyword) === true;
  return Object.keys(node)
    .filter((keyword) => !isJudged(keyword) && (!keyword.startsWith('x-') || keyword === 'x-lenient'))
    .filter((keyword) => neutral[keyword] !== node[keyword])
    .map((keyword) => ({ keyword, value: source.textOf(meaningOf(source, node, keyword)), at: `${at}/${keyword}` }));
}

/** The value of a keyword, together with the parts of the document that decide what the keyword means. */
function meaningOf(source: Source, node: Json, keyword: string): unknown {
  const value = node[keyword];
  switch (keyword) {
    case 'unevaluatedProperties':
    case 'unevaluatedItems':
      return node;
    case 'patternProperties':
      return [value, node.properties, node.additionalProperties];
    case 'prefixItems':
    case 'contains':
      return [value, node.items, node.minContains, node.maxContains];
    case 'discriminator':
    case '$dynamicRef':
    case '$recursiveRef':
      return [value, node.oneOf, node.anyOf, source.json.components];
    default:
      return value;
  }
}

/** The keywords outside the vocabulary that two objects do not have in common. */
export function unjudgedChanges(
  base: readonly Unjudged[],
  revision: readonly Unjudged[],
  at: string,
): { keyword: string; at: string; baseAt: string | undefined }[] {
  const lacks = (list: readonly Unjudged[], { keyword, value }: Unjudged) =>
    !list.some((other) => other.keyword === keyword && other.value === value);
  const changed = [...base.filter((one) => lacks(revision, one)), ...revision.filter((one) => lacks(base, one))];
  return [...new Set(changed.map(({ keyword }) => keyword))].map((keyword) => ({
    keyword,
    at: revision.find((one) => one.keyword === keyword)?.at ?? `${at}/${keyword}`,
    baseAt: base.find((one) => one.keyword === keyword)?.at,
  }));
}
