import { partsOf } from '../schema/keywords.ts';
import { child, entries, isObject, items, type Json, type Located, objectOf, type Source } from '../source.ts';
import { normaliseMediaType } from './media-type.ts';

/** A parameter of a request, or a header of an answer, with every default spelled out. */
export interface Parameter {
  /** The same for both editions of a parameter: its place and name, of a path its position. */
  key: string;
  name: string;
  in: string;
  required: boolean;
  deprecated: boolean;
  style: string;
  explode: boolean;
  allowReserved: boolean;
  allowEmptyValue: boolean;
  schema: readonly Located[];
  /** The media type that the value is written in, when it is not written plainly. */
  mediaType: string | undefined;
  at: string;
  node: Json;
}

/** Headers that a document can't describe as parameters or headers: other parts of it do. */
const elsewhere = { request: ['accept', 'content-type', 'authorization'], response: ['content-type'] };

/** The parameters of an operation: its own ones win over those of its path. What a path has in braces is one, described or not. */
export function parametersOf(
  source: Source,
  path: Located,
  operation: Located,
  template: string,
): Map<string, Parameter> {
  // Addresses of webhooks and callbacks are no paths, and have expressions in braces.
  const isPath = template.startsWith('/');
  const names = isPath ? namesIn(template).filter((name) => !name.startsWith('$')) : [];
  const implied = names.map((name) =>
    parameterOf({ node: { name, in: 'path', schema: anyText }, at: path.at }, template),
  );
  const found = new Map(implied.map((parameter) => [parameter.key, parameter]));
  for (const level of [path, operation]) {
    for (const item of items(child(level, 'parameters'))) {
      const place = source.follow(item);
      if (!isObject(place.node)) continue;
      const parameter = parameterOf({ node: place.node, at: place.at }, template);
      const isElsewhere = parameter.in === 'header' && elsewhere.request.includes(parameter.name.toLowerCase());
      // One that the path does not have is not sent.
      const isNowhere = isPath && parameter.in === 'path' && !found.has(parameter.key);
      if (!isElsewhere && !isNowhere) found.set(parameter.key, parameter);
    }
  }
  return found;
}

const anyText = { type: 'string' };

/** The headers of an answer, by their name in small letters. */
export function headersOf(source: Source, response: Located): Map<string, Parameter> {
  const found = new Map<string, Parameter>();
  for (const [name, header] of entries(child(response, 'headers'))) {
    const { node, at } = source.follow(header);
    if (!isObject(node) || elsewhere.response.includes(name.toLowerCase())) continue;
    const parameter = parameterOf({ node: { ...node, in: 'header', name }, at }, '');
    found.set(parameter.key, parameter);
  }
  return found;
}

function parameterOf(place: Located & { node: Json }, template: string): Parameter {
  const { node, at } = place;
  const name = String(node.name ?? '');
  const where = String(node.in ?? 'query');
  const style =
    typeof node.style === 'string' ? node.style : where === 'query' || where === 'cookie' ? 'form' : 'simple';
  const [mediaType] = Object.keys(objectOf(node.content));
  const schema = mediaType === undefined ? child(place, 'schema') : child(place, 'content', mediaType, 'schema');
  return {
    key: `${where}:${keyOf(where, name, template)}`,
    name,
    in: where,
    required: node.required === true || where === 'path',
    deprecated: node.deprecated === true,
    style,
    // There is but one way to write a deep object.
    explode: style === 'deepObject' || (typeof node.explode === 'boolean' ? node.explode : style === 'form'),
    allowReserved: node.allowReserved === true,
    allowEmptyValue: node.allowEmptyValue === true,
    schema: partsOf(schema),
    mediaType: mediaType === undefined ? undefined : normaliseMediaType(mediaType),
    at,
    node,
  };
}

/** A path parameter may be called anything: its position tells which it is. */
function keyOf(where: string, name: string, template: string): string {
  if (where === 'header') return name.toLowerCase();
  if (where !== 'path') return name;
  const position = namesIn(template).indexOf(name);
  return position < 0 ? name : String(position);
}

/** The names in braces in a path or an address, in their order. */
export function namesIn(template: string): string[] {
  return [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}
