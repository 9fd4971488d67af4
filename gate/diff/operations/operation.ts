import { partsOf } from '../schema/reader.ts';
import type { Parts } from '../schema/shape.ts';
import {
  child,
  entries,
  isObject,
  items,
  type Json,
  type Located,
  objectOf,
  ownEntries,
  type Source,
} from '../source.ts';

/** An operation with everything that applies to it, wherever the document defines it. */
export interface Operation {
  /** Path without the names of its parameters, and method: equal in both editions. */
  key: string;
  /** Its id, else method and path. */
  label: string;
  id: string | undefined;
  method: string;
  path: string;
  place: Located;
  pathItem: Located;
  parameters: Fields;
  body: Located | undefined;
  /** Answers by status. */
  responses: ReadonlyMap<string, Located>;
  security: Located;
  servers: Located;
}

/** Parameters of a request or headers of an answer by their key: place and name, equal in both editions. */
export type Fields = ReadonlyMap<string, Field>;

/** A parameter or a header, with every default filled in. */
export interface Field {
  name: string;
  in: string;
  required: boolean;
  deprecated: boolean;
  style: string;
  explode: boolean;
  schema: Parts;
  /** The media type of a value that is not plain text. */
  mediaType: string | undefined;
  place: Located;
}

/** A body of one media type. */
export interface Media {
  name: string;
  place: Located;
  schema: Parts;
}

/** Bodies by media type, normalized. */
export type Content = ReadonlyMap<string, Media>;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export function operationsOf(source: Source): Operation[] {
  return ownEntries(child(source.root, 'paths')).flatMap(([path, written]) => {
    const pathItem = source.follow(written);
    return methods
      .filter((method) => isObject(child(pathItem, method).node))
      .map((method) => operationOf(source, pathItem, method, path));
  });
}

function operationOf(source: Source, pathItem: Located, method: string, path: string): Operation {
  const place = child(pathItem, method);
  const { operationId, security } = objectOf(place.node);
  const id = typeof operationId === 'string' ? operationId : undefined;
  const body = child(place, 'requestBody');
  const statusOf = (text: string) => (/^[1-5]xx$/i.test(text) ? text.toUpperCase() : text);
  const answers = ownEntries(child(place, 'responses'));
  const holder = [place, pathItem].find((level) => items(child(level, 'servers')).length > 0) ?? source.root;
  return {
    key: `${path.replaceAll(/\{[^}]+\}/g, '{}')} ${method}`,
    label: id ?? `${method.toUpperCase()} ${path}`,
    id,
    method: method.toUpperCase(),
    path,
    place,
    pathItem,
    parameters: parametersOf(source, pathItem, place, path),
    body: isObject(body.node) ? source.follow(body) : undefined,
    responses: new Map(answers.map(([status, written]) => [statusOf(status), source.follow(written)])),
    security: child(Array.isArray(security) ? place : source.root, 'security'),
    servers: child(holder, 'servers'),
  };
}

/** OpenAPI ignores parameters with these names: other parts of the document describe the headers. */
const elsewhere = ['accept', 'content-type', 'authorization'];

/** The parameters of an operation override those of its path. */
function parametersOf(source: Source, pathItem: Located, operation: Located, path: string): Fields {
  const written = [pathItem, operation].flatMap((level) => items(child(level, 'parameters')));
  const places = written.map((place) => source.follow(place));
  const described = places.filter(({ node }) => {
    const { in: where, name } = objectOf(node);
    return where !== 'header' || !elsewhere.includes(String(name).toLowerCase());
  });
  return new Map(described.map((place) => fieldOf(place, objectOf(place.node), path)));
}

export function headersOf(source: Source, response: Located): Fields {
  const places = entries(child(response, 'headers')).map(([name, written]) => [name, source.follow(written)] as const);
  const described = places.filter(([name, { node }]) => isObject(node) && name.toLowerCase() !== 'content-type');
  return new Map(described.map(([name, place]) => fieldOf(place, { ...objectOf(place.node), in: 'header', name }, '')));
}

function fieldOf(place: Located, node: Json, path: string): [key: string, field: Field] {
  const name = String(node.name ?? '');
  const where = String(node.in ?? 'query');
  const isForm = where === 'query' || where === 'cookie';
  const style = typeof node.style === 'string' ? node.style : isForm ? 'form' : 'simple';
  const [media] = entries(child(place, 'content'));
  const field = {
    name,
    in: where,
    required: node.required === true || where === 'path',
    deprecated: node.deprecated === true,
    style,
    explode: style === 'deepObject' || (typeof node.explode === 'boolean' ? node.explode : style === 'form'),
    schema: partsOf(media ? child(media[1], 'schema') : child(place, 'schema')),
    mediaType: media && normalizeMediaType(media[0]),
    place,
  };
  // Headers have no case, and the position of a path parameter identifies it.
  const position = where === 'path' ? namesIn(path).indexOf(name) : -1;
  const identity = where === 'header' ? name.toLowerCase() : position < 0 ? name : position;
  return [`${where}:${identity}`, field];
}

/** The names in braces in a path or an address, in their order. */
export function namesIn(template: string): string[] {
  return [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}

export function contentOf(source: Source, holder: Located): Content {
  return new Map(
    entries(child(holder, 'content')).map(([name, written]) => {
      const place = source.follow(written);
      return [normalizeMediaType(name), { name, place, schema: partsOf(child(place, 'schema')) }];
    }),
  );
}

/** Case, spaces, order of parameters and UTF-8 have no meaning in a media type. */
function normalizeMediaType(text: string): string {
  const [type = '', ...parameters] = text.toLowerCase().replaceAll(/[\s"]/g, '').split(';');
  return [type, ...parameters.filter((part) => part !== '' && part !== 'charset=utf-8').sort()].join(';');
}

/** The entry of a media type, else of its range (`application/*`). */
export function findMedia(content: Content, type: string): Media | undefined {
  const [bare = ''] = type.split(';');
  return [type, bare, bare.replace(/\/.*/, '/*'), '*/*'].map((range) => content.get(range)).find(Boolean);
}
