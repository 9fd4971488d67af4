import { canonical, isObject, type Located, type Source } from './source.ts';

/**
 * The closed vocabulary: keywords that the comparison judges by the rules of `rules.ts`, then keywords without a meaning for clients.
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
export function unjudgedIn(source: Source, kind: Kind, { node, at }: Located): Unjudged[] {
  if (!isObject(node)) return [];
  const isUnderstood = (keyword: string) =>
    understood.every(([keywords, test]) => !keywords.test(keyword) || test(node[keyword]));
  const known = vocabulary[kind].split(' ');
  const isJudged = (keyword: string) => known.includes(keyword) && (kind !== 'schema' || isUnderstood(keyword));
  const hasMeaning = (keyword: string) =>
    (!keyword.startsWith('x-') || keyword === 'x-lenient') && (node[keyword] !== false || !flags.has(keyword));
  const textOf = (keyword: string) => {
    if (kind !== 'schema') return source.textOf(node[keyword]);
    // Keywords such as `contains` and `unevaluatedProperties` depend on their neighbours, these two on other components.
    const isElsewhere = keyword === 'discriminator' || keyword.startsWith('$');
    return source.textOf(node) + (isElsewhere ? canonical(source.json.components) : '');
  };
  return Object.keys(node)
    .filter((keyword) => !isJudged(keyword) && hasMeaning(keyword))
    .map((keyword) => ({ keyword, value: textOf(keyword), at: `${at}/${keyword}` }));
}

/** The keywords outside the vocabulary that two objects at two places do not have in common. */
export function unjudgedChanges(base: readonly Unjudged[], revision: readonly Unjudged[], at: string) {
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
