import type { Parts } from '../schema/shape.ts';
import { partsOf } from '../schema/shaper.ts';
import { child, entries, isObject, items, type Json, type Located, objectOf, type Source } from '../source.ts';
import { type Unjudged, unjudgedIn } from '../vocabulary.ts';
import { normaliseMediaType } from './media-type.ts';

/** A parameter of a request, or a header of an answer, with every default filled in. */
export interface Parameter {
  /** Its place and name, of a path its position: equal in both editions. */
  key: string;
  name: string;
  in: string;
  required: boolean;
  deprecated: boolean;
  style: string;
  explode: boolean;
  schema: Parts;
  /** The media type of the value, when it is not plain text. */
  mediaType: string | undefined;
  at: string;
  unjudged: readonly Unjudged[];
}

/** Headers that OpenAPI describes by other parts of the document. */
const elsewhere = { request: ['accept', 'content-type', 'authorization'], response: ['content-type'] };

/** The parameters of an operation: its own ones override those of its path. */
export function parametersOf(source: Source, item: Located, operation: Located, path: string): Map<string, Parameter> {
  const found = new Map<string, Parameter>();
  for (const level of [item, operation]) {
    for (const written of items(child(level, 'parameters'))) {
      const place = source.follow(written);
      const { in: where, name } = objectOf(place.node);
      if (where === 'header' && elsewhere.request.includes(String(name).toLowerCase())) continue;
      const parameter = parameterOf(source, place, objectOf(place.node), path);
      found.set(parameter.key, parameter);
    }
  }
  return found;
}

/** The headers of an answer, by their name in lower case. */
export function headersOf(source: Source, response: Located): Map<string, Parameter> {
  const found = new Map<string, Parameter>();
  const headers = child(response, 'headers');
  for (const name of Object.keys(objectOf(headers.node))) {
    const place = source.follow(child(headers, name));
    if (!isObject(place.node) || elsewhere.response.includes(name.toLowerCase())) continue;
    const parameter = parameterOf(source, place, { ...place.node, in: 'header', name }, '');
    found.set(parameter.key, parameter);
  }
  return found;
}

function parameterOf(source: Source, place: Located, node: Json, path: string): Parameter {
  const name = String(node.name ?? '');
  const where = String(node.in ?? 'query');
  const isForm = where === 'query' || where === 'cookie';
  const style = typeof node.style === 'string' ? node.style : isForm ? 'form' : 'simple';
  const [media] = entries(child(place, 'content'));
  return {
    key: `${where}:${keyOf(where, name, path)}`,
    name,
    in: where,
    required: node.required === true || where === 'path',
    deprecated: node.deprecated === true,
    style,
    explode: style === 'deepObject' || (typeof node.explode === 'boolean' ? node.explode : style === 'form'),
    schema: partsOf(media ? child(media[1], 'schema') : child(place, 'schema')),
    mediaType: media && normaliseMediaType(media[0]),
    at: place.at,
    unjudged: unjudgedIn(source, 'parameter', place),
  };
}

/** Headers have no case, and a path parameter is known by its position. */
function keyOf(where: string, name: string, path: string): string {
  if (where === 'header') return name.toLowerCase();
  const position = where === 'path' ? namesIn(path).indexOf(name) : -1;
  return position < 0 ? name : String(position);
}

/** The names in braces in a path or an address, in their order. */
export function namesIn(template: string): string[] {
  return [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}
