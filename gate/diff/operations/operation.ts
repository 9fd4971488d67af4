import type { Parts } from '../schema/shape.ts';
import { partsOf } from '../schema/shaper.ts';
import { child, entries, isObject, items, type Located, listOf, objectOf, ownEntries, type Source } from '../source.ts';
import { type Kind, type Unjudged, unjudgedIn } from '../vocabulary.ts';
import { normaliseMediaType } from './media-type.ts';
import { headersOf, type Parameter, parametersOf } from './parameter.ts';

/** A part of a document, and its keywords outside the vocabulary. */
export interface Described {
  at: string;
  unjudged: readonly Unjudged[];
}

/** An operation with everything that applies to it, wherever the document defines it. */
export interface Operation extends Described {
  /** Path without the names of its parameters, and method: equal in both editions. */
  key: string;
  /** Its id, else method and path. */
  label: string;
  id: string | undefined;
  method: string;
  path: string;
  parameters: ReadonlyMap<string, Parameter>;
  body: Body | undefined;
  responses: ReadonlyMap<string, Response>;
  /** The places of the security requirements and of the servers that apply. */
  security: Located;
  servers: Located;
  tags: readonly string[];
  deprecated: boolean;
  callbacks: Located;
}

/** The bodies that are allowed, by media type. */
export type Content = ReadonlyMap<string, Media>;

export interface Media extends Described {
  name: string;
  schema: Parts;
}

export interface Body extends Described {
  required: boolean;
  content: Content;
}

export interface Response extends Described {
  content: Content;
  headers: ReadonlyMap<string, Parameter>;
  links: Located;
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
  const servers = levels.find((level) => items(child(level, 'servers')).length > 0) ?? source.root;
  const body = child(place, 'requestBody');
  return {
    key: `${path.replaceAll(/\{[^}]+\}/g, '{}')} ${method}`,
    label: id ?? `${method} ${path}`,
    id,
    method,
    path,
    at: place.at,
    parameters: parametersOf(source, item, place, path),
    body: isObject(body.node) ? bodyOf(source, source.follow(body)) : undefined,
    responses: new Map(
      ownEntries(child(place, 'responses')).map(([status, written]) => {
        return [/^[1-5]xx$/i.test(status) ? status.toUpperCase() : status, responseOf(source, source.follow(written))];
      }),
    ),
    security: child(Array.isArray(node.security) ? place : source.root, 'security'),
    servers: child(servers, 'servers'),
    tags: listOf(node.tags).map(String).sort(),
    deprecated: node.deprecated === true,
    callbacks: child(place, 'callbacks'),
    unjudged: [...unjudgedIn(source, 'pathItem', item), ...unjudgedIn(source, 'operation', place)],
  };
}

function bodyOf(source: Source, place: Located): Body {
  const required = objectOf(place.node).required === true;
  return { required, content: contentOf(source, place), ...described(source, 'requestBody', place) };
}

function responseOf(source: Source, place: Located): Response {
  const [content, headers, links] = [contentOf(source, place), headersOf(source, place), child(place, 'links')];
  return { content, headers, links, ...described(source, 'response', place) };
}

function contentOf(source: Source, holder: Located): Content {
  return new Map(
    entries(child(holder, 'content')).map(([name, written]) => {
      const place = source.follow(written);
      const media = { name, schema: partsOf(child(place, 'schema')), ...described(source, 'mediaType', place) };
      return [normaliseMediaType(name), media];
    }),
  );
}

function described(source: Source, kind: Kind, place: Located): Described {
  return { at: place.at, unjudged: unjudgedIn(source, kind, place) };
}
