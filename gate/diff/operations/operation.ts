import { partsOf } from '../schema/shaper.ts';
import { child, entries, isObject, type Located, listOf, objectOf, ownEntries, type Source } from '../source.ts';
import { type Unjudged, unjudgedIn } from '../vocabulary.ts';
import { normaliseMediaType } from './media-type.ts';
import { headersOf, type Parameter, parametersOf } from './parameter.ts';

/** An operation with everything that applies to it, wherever the document defines it. */
export interface Operation {
  /** Path without the names of its parameters, and method: equal in both editions. */
  key: string;
  /** Its id, else method and path. */
  label: string;
  id: string | undefined;
  method: string;
  path: string;
  at: string;
  parameters: ReadonlyMap<string, Parameter>;
  body: Body | undefined;
  responses: ReadonlyMap<string, Response>;
  /** The place of the security requirements that apply. */
  security: Located;
  /** The place of the servers that apply. */
  servers: Located;
  tags: readonly string[];
  deprecated: boolean;
  callbacks: Located;
  unjudged: readonly Unjudged[];
}

/** The bodies that are allowed, by media type. */
export type Content = ReadonlyMap<string, Media>;

export interface Media {
  name: string;
  schema: readonly Located[];
  at: string;
  unjudged: readonly Unjudged[];
}

export interface Body {
  required: boolean;
  content: Content;
  at: string;
  unjudged: readonly Unjudged[];
}

export interface Response {
  content: Content;
  headers: ReadonlyMap<string, Parameter>;
  links: Located;
  at: string;
  unjudged: readonly Unjudged[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The operations of a document. */
export function operationsOf(source: Source): Operation[] {
  return ownEntries(child(source.root, 'paths')).flatMap(([path, written]) => {
    const item = source.follow(written);
    return methods
      .map((method) => ({ method, place: child(item, method) }))
      .filter(({ place }) => isObject(place.node))
      .map(({ method, place }) => operationOf(source, item, place, method.toUpperCase(), path));
  });
}

function operationOf(source: Source, item: Located, place: Located, method: string, path: string): Operation {
  const node = objectOf(place.node);
  const id = typeof node.operationId === 'string' ? node.operationId : undefined;
  const levels = [place, item, source.root];
  const servers = levels.find((level) => listOf(objectOf(level.node).servers).length > 0) ?? source.root;
  return {
    key: `${path.replaceAll(/\{[^}]+\}/g, '{}')} ${method}`,
    label: id ?? `${method} ${path}`,
    id,
    method,
    path,
    at: place.at,
    parameters: parametersOf(source, item, place, path),
    body: bodyOf(source, child(place, 'requestBody')),
    responses: responsesOf(source, child(place, 'responses')),
    security: child(Array.isArray(node.security) ? place : source.root, 'security'),
    servers: child(servers, 'servers'),
    tags: listOf(node.tags).map(String),
    deprecated: node.deprecated === true,
    callbacks: child(place, 'callbacks'),
    unjudged: [...unjudgedIn(source, 'pathItem', item), ...unjudgedIn(source, 'operation', place)],
  };
}

function bodyOf(source: Source, written: Located): Body | undefined {
  if (!isObject(written.node)) return undefined;
  const place = source.follow(written);
  const required = objectOf(place.node).required === true;
  return {
    required,
    content: contentOf(source, place),
    at: place.at,
    unjudged: unjudgedIn(source, 'requestBody', place),
  };
}

function responsesOf(source: Source, responses: Located): Map<string, Response> {
  return new Map(
    ownEntries(responses).map(([status, written]) => {
      const place = source.follow(written);
      const response = {
        content: contentOf(source, place),
        headers: headersOf(source, place),
        links: child(place, 'links'),
        at: place.at,
        unjudged: unjudgedIn(source, 'response', place),
      };
      return [/^[1-5]xx$/i.test(status) ? status.toUpperCase() : status, response];
    }),
  );
}

function contentOf(source: Source, holder: Located): Content {
  return new Map(
    entries(child(holder, 'content')).map(([name, written]) => {
      const place = source.follow(written);
      const unjudged = unjudgedIn(source, 'mediaType', place);
      return [normaliseMediaType(name), { name, schema: partsOf(child(place, 'schema')), at: place.at, unjudged }];
    }),
  );
}

/** The entry for a media type: its own, else that of a range (`application/*`). */
export function findMedia(content: Content, type: string): Media | undefined {
  const [bare = ''] = type.split(';');
  return [type, bare, bare.replace(/\/.*/, '/*'), '*/*'].map((range) => content.get(range)).find(Boolean);
}
