import type { Flow, Words } from './change-rules.ts';
import { toParts } from './schema/reader.ts';
import type { Delta, Parts } from './schema/shape.ts';
import {
  getChild,
  isObject,
  type Kind,
  type Located,
  listEntries,
  listItems,
  type Source,
  serialize,
  toList,
  toObject,
} from './source.ts';

/** An object of a document that has a meaning for clients, with its defaults filled in: an operation, a parameter, an answer. */
export interface Element {
  /** The keywords of the object. */
  kind: Kind;
  /** The beginning of the ids of its rules. */
  family: string;
  /** The name in sentences; media types and statuses have a shorter `name`. */
  words: string;
  name?: string;
  place: Located;
  required?: boolean;
  deprecated?: boolean;
  /** Keywords with a text that clients or their generated code depend on. */
  texts?: { operationId?: string; tags?: string; name?: string; bearerFormat?: string; style?: string };
  /** The schema of a parameter, header or body, and the status of an answer. */
  flow?: Flow;
  schema?: Parts;
  status?: string | undefined;
  groups?: Readonly<Record<string, Group>>;
}

/** Elements under keys that identify them in both editions. */
export interface Group<Member extends Element = Element> {
  at: string;
  elements: ReadonlyMap<string, Member>;
}

export interface Operation extends Element {
  /** The operationId, or method and path. */
  label: string;
  path: string;
  method: string;
  pathItem: Located;
  security: Located;
  groups: Readonly<Record<string, Group>> & { parameters: Group<Field> };
}

export interface Field extends Element {
  schema: Parts;
  in: string;
  name: string;
  style: string;
  isExploded: boolean;
}

/** A change as the comparison finds it: of an element, or with `delta` of its schema and its successor's schema. */
export interface Found {
  operation?: Operation | undefined;
  element?: Element;
  successor?: Element;
  delta?: Delta;
  pointer: string;
  basePointer?: string | undefined;
  words?: Words;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const isExtension = ([key]: [string, unknown]) => key.startsWith('x-');

/** The operations of a document by path, without the names of its parameters, and method. */
export function readOperations(source: Source): Group {
  const paths = listEntries(source.root, 'paths').filter((entry) => !isExtension(entry));
  const found = paths.flatMap(([path, written]) => {
    const pathItem = source.follow(written);
    const own = methods.filter((method) => isObject(getChild(pathItem, method).node));
    return own.map((method): [string, Operation] => {
      return [`${path.replaceAll(/\{[^}]+\}/g, '{}')} ${method}`, readOperation(source, pathItem, method, path)];
    });
  });
  return { at: '/paths', elements: new Map(found) };
}

function readOperation(source: Source, pathItem: Located, method: string, path: string): Operation {
  const place = getChild(pathItem, method);
  const { operationId: id, security, tags = [], deprecated } = toObject(place.node);
  const words = `\`${method.toUpperCase()} ${path}\``;
  return {
    kind: 'operation',
    family: 'operation',
    words,
    label: typeof id === 'string' ? id : `${method.toUpperCase()} ${path}`,
    path,
    method,
    pathItem,
    place,
    deprecated: deprecated === true,
    texts: {
      ...(typeof id === 'string' && { operationId: id }),
      tags: [tags].flat().map(String).sort().join(', ') || 'no tag',
    },
    security: getChild(Array.isArray(security) ? place : source.root, 'security'),
    groups: {
      parameters: readParameters(source, pathItem, place, path),
      body: readBody(source, place),
      responses: readResponses(source, getChild(place, 'responses')),
    },
  };
}

/** The parameters of an operation override the parameters of its path. */
function readParameters(source: Source, pathItem: Located, operation: Located, path: string): Group<Field> {
  const written = [pathItem, operation].flatMap((level) => listItems(level, 'parameters'));
  const fields = written.map((item): [string, Field] => {
    const place = source.follow(item);
    const { in: where = 'query', name: written = '' } = toObject(place.node);
    const name = String(written);
    // The position of a path parameter identifies it, and headers have no case.
    const position = where === 'path' ? findNames(path).indexOf(name) : -1;
    const key = `${where}:${where === 'header' ? name.toLowerCase() : position < 0 ? name : position}`;
    const words = `the ${where === 'header' || where === 'cookie' ? where : `${where} parameter`} \`${name}\``;
    const field = toField(place, String(where), name, { family: 'request-parameter', flow: 'request', words });
    return [key, position < 0 ? field : { ...field, texts: { ...field.texts, name } }];
  });
  // OpenAPI ignores headers that other parts of the document describe.
  const described = fields.filter(([key]) => !/^header:(accept|content-type|authorization)$/.test(key));
  return { at: `${operation.at}/parameters`, elements: new Map(described) };
}

function readHeaders(source: Source, response: Located, of: string): Group<Field> {
  const written = listEntries(response, 'headers').map(([name, header]) => [name, source.follow(header)] as const);
  const described = written.filter(([name]) => name.toLowerCase() !== 'content-type');
  const fields = described.map(([name, place]): [string, Field] => {
    const words = `the header \`${name}\` of ${of}`;
    return [name.toLowerCase(), toField(place, 'header', name, { family: 'response-header', flow: 'response', words })];
  });
  return { at: `${response.at}/headers`, elements: new Map(fields) };
}

function toField(
  place: Located,
  where: string,
  name: string,
  about: Pick<Element, 'family' | 'flow' | 'words'>,
): Field {
  const { required, deprecated, style: named, explode } = toObject(place.node);
  const style = typeof named === 'string' ? named : where === 'query' || where === 'cookie' ? 'form' : 'simple';
  const isExploded = style === 'deepObject' || (typeof explode === 'boolean' ? explode : style === 'form');
  return {
    ...about,
    kind: 'parameter',
    name,
    in: where,
    place,
    required: required === true || where === 'path',
    deprecated: deprecated === true,
    style,
    isExploded,
    texts: { style: `\`${style}\`${isExploded ? ' (exploded)' : ''}` },
    schema: toParts(getChild(place, 'schema')),
  };
}

/** The names in braces in a path or an address, in their order. */
function findNames(template: string): string[] {
  return [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}

function readBody(source: Source, operation: Located): Group {
  const place = source.follow(getChild(operation, 'requestBody'));
  const body: Element = {
    kind: 'requestBody',
    family: 'request-body',
    words: 'the body',
    place,
    required: toObject(place.node).required === true,
    groups: { content: readContent(source, place, 'request', 'the body') },
  };
  return { at: operation.at, elements: new Map(isObject(place.node) ? [['requestBody', body]] : []) };
}

function readResponses(source: Source, written: Located): Group {
  const found = listEntries(written).filter((entry) => !isExtension(entry));
  const answers = found.map(([name, answer]): [string, Element] => {
    const status = /^[1-5]xx$/i.test(name) ? name.toUpperCase() : name;
    const place = source.follow(answer);
    const words = `the answer ${status}`;
    const groups = {
      headers: readHeaders(source, place, words),
      content: readContent(source, place, 'response', words, status),
    };
    return [status, { kind: 'response', family: 'response-status', name: status, words, place, groups }];
  });
  return { at: written.at, elements: new Map(answers) };
}

function readContent(source: Source, holder: Located, flow: Flow, words: string, status?: string): Group {
  const bodies = listEntries(holder, 'content').map(([name, media]): [string, Element] => {
    const place = source.follow(media);
    const schema = toParts(getChild(place, 'schema'));
    const element = { family: `${flow}-media-type`, name, words, place, flow, schema, status };
    return [normalizeMediaType(name), { kind: 'mediaType', ...element }];
  });
  return { at: `${holder.at}/content`, elements: new Map(bodies) };
}

/** Case, spaces, order of parameters and UTF-8 have no meaning in a media type. */
function normalizeMediaType(text: string): string {
  const [type = '', ...parameters] = text.toLowerCase().replaceAll(/[\s"]/g, '').split(';');
  return [type, ...parameters.filter((part) => part !== '' && part !== 'charset=utf-8').sort()].join(';');
}

/** The servers of a document by their addresses, without the names of variables. */
export function readServers({ root }: Source): Group {
  const written = getChild(root, 'servers');
  const servers = listItems(written);
  const found = servers.length > 0 ? servers : [{ node: { url: '/' }, at: written.at }];
  const elements = found.map((place): [string, Element] => {
    const url = String(toObject(place.node).url ?? '/');
    const key = url.replaceAll(/\{[^}]+\}/g, '{}').replace(/(.)\/+$/, '$1');
    return [key, { kind: 'server', family: 'server', words: `the server ${url}`, place }];
  });
  return { at: written.at, elements: new Map(elements) };
}

/** A security scheme. Schemes with equal demands on a request are equal, whatever their names. */
export interface Scheme extends Element {
  name: string;
  demand: string;
}

/** Schemes and scopes that a request needs at once; anonymous clients need none. */
export interface Requirement {
  needs: readonly string[];
  words: string;
}

/** True if credentials for one requirement meet another. */
export const isEnough = (held: Requirement, wanted: Requirement): boolean =>
  wanted.needs.every((need) => held.needs.includes(need));

/** The schemes of both editions. Names tell them apart when an edition has several schemes with equal demands. */
export function readSchemes(base: Source, revision: Source): [Scheme[], Scheme[]] {
  const read = (source: Source) => {
    const written = listEntries(source.root, 'components', 'securitySchemes');
    return written.map(([name, scheme]) => readScheme(name, source.follow(scheme)));
  };
  const [before, now] = [read(base), read(revision)];
  const isRepeated = (schemes: readonly Scheme[]) => new Set(schemes.map(({ demand }) => demand)).size < schemes.length;
  if (![before, now].some(isRepeated)) return [before, now];
  const named = (scheme: Scheme) => ({ ...scheme, demand: `${scheme.demand} (${scheme.name})` });
  return [before.map(named), now.map(named)];
}

function readScheme(name: string, place: Located): Scheme {
  const { type, scheme, in: where, name: key, openIdConnectUrl, bearerFormat = 'none' } = toObject(place.node);
  const about = {
    family: 'part',
    kind: 'securityScheme',
    name,
    place,
    texts: { bearerFormat: String(bearerFormat) },
  } as const;
  if (type === 'http')
    return { ...about, demand: `http ${String(scheme).toLowerCase()}`, words: `HTTP ${scheme} credentials` };
  if (type !== 'apiKey') return { ...about, demand: serialize([type, openIdConnectUrl]), words: `${type} credentials` };
  const demand = serialize([type, where, where === 'header' ? String(key).toLowerCase() : String(key)]);
  return { ...about, demand, words: `an API key in the ${where} \`${key}\`` };
}

export function readRequirements(place: Located, schemes: readonly Scheme[]): Requirement[] {
  const requirements = listItems(place).map(({ node }): Requirement => {
    const demands = Object.entries(toObject(node)).map(([name, written]) => {
      const { demand = name, words = name } = schemes.find((scheme) => scheme.name === name) ?? {};
      const scopes = toList(written).map(String).sort();
      const suffix = scopes.length > 0 ? ` with the scope ${scopes.join(', ')}` : '';
      return { needs: [demand, ...scopes.map((scope) => `${demand} ${scope}`)], words: words + suffix };
    });
    const words = demands.map((demand) => demand.words).join(' and ') || 'nothing';
    return { needs: demands.flatMap(({ needs }) => needs), words };
  });
  return requirements.length > 0 ? requirements : [{ needs: [], words: 'nothing' }];
}
