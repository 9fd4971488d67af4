import { partsOf } from '../schema/keywords.ts';
import { child, entries, isObject, type Json, type Located, objectOf, type Source } from '../source.ts';
import { normaliseMediaType } from './media-type.ts';
import { headersOf, type Parameter, parametersOf } from './parameter.ts';
import { type Scheme, type Security, schemesOf, securityOf } from './security.ts';
import { type Server, serversOf } from './server.ts';

/** Who sends the requests of an operation: of webhooks and callbacks it is the provider. */
type Sender = 'client' | 'provider';

/** An operation with everything that holds for it spelled out, wherever the document says it. */
export interface Operation {
  /** The same for both editions of an operation: kind, path without the names of its parameters, method. */
  key: string;
  /** How it is called: its id, else method and path. */
  label: string;
  id: string | undefined;
  sender: Sender;
  method: string;
  path: string;
  at: string;
  node: Json;
  parameters: ReadonlyMap<string, Parameter>;
  body: Body | undefined;
  responses: ReadonlyMap<string, Response>;
  security: Security;
  servers: readonly Server[];
  tags: readonly string[];
  deprecated: boolean;
  callbacks: readonly Operation[];
}

/** What a body may be, by media type. */
export type Content = ReadonlyMap<string, Media>;

/** A body in one media type. */
export interface Media {
  name: string;
  schema: readonly Located[];
  /** Each of the items, of a type that is a sequence of them. */
  item: readonly Located[];
  encoding: Json;
  at: string;
}

/** A body in all its media types. */
export interface Body {
  required: boolean;
  content: Content;
  at: string;
}

/** The answer with one status, or with several. */
export interface Response {
  status: string;
  content: Content;
  headers: ReadonlyMap<string, Parameter>;
  links: Located;
  at: string;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** The operations of a document, webhooks included; callbacks stand within the operation that they belong to. */
export function operationsOf(source: Source): Operation[] {
  const schemes = schemesOf(source);
  const read = (key: 'paths' | 'webhooks', sender: Sender) =>
    entries(child(source.root, key)).flatMap(([name, item]) =>
      name.startsWith('x-') ? [] : pathItem(source, schemes, item, name, { kind: key, sender, within: [] }),
    );
  return [...read('paths', 'client'), ...read('webhooks', 'provider')];
}

interface Kind {
  kind: string;
  sender: Sender;
  /** The places of the operations that this one is a callback of, each with who sends its requests. */
  within: readonly string[];
}

function pathItem(
  source: Source,
  schemes: ReadonlyMap<string, Scheme>,
  item: Located,
  path: string,
  kind: Kind,
): Operation[] {
  const place = source.follow(item);
  const named = methods.map((method) => [method.toUpperCase(), child(place, method)] as const);
  return [...named, ...entries(child(place, 'additionalOperations'))]
    .filter(([, written]) => isObject(written.node))
    .map(([method, written]) => operation(source, schemes, { item: place, written, method, path }, kind));
}

/** Where an operation stands: its path item, and itself as it is written there. */
interface Spot {
  item: Located;
  written: Located;
  method: string;
  path: string;
}

function operation(
  source: Source,
  schemes: ReadonlyMap<string, Scheme>,
  { item, written, method, path }: Spot,
  { kind, sender, within }: Kind,
): Operation {
  const place = source.follow(written);
  const node = objectOf(place.node);
  // The names of the parameters of a path say nothing.
  const key = `${kind} ${kind === 'paths' ? path.replaceAll(/\{[^}]+\}/g, '{}') : path} ${method}`;
  const id = typeof node.operationId === 'string' ? node.operationId : undefined;
  const self = `${sender} ${place.at}`;
  // An operation may be a callback of its own: there is nothing more to read then.
  const called = within.includes(self) ? [] : entries(child(place, 'callbacks'));
  const callbacks = called.flatMap(([name, callback]) => {
    const followed = source.follow(callback);
    const of: Kind = {
      kind: `${key} callback ${name}`,
      sender: sender === 'client' ? 'provider' : 'client',
      within: [...within, self],
    };
    return entries(followed)
      .filter(([expression]) => !expression.startsWith('x-'))
      .flatMap(([expression, below]) => pathItem(source, schemes, below, expression, of));
  });
  return {
    key,
    label: id ?? `${method} ${path}`,
    id,
    sender,
    method,
    path,
    at: place.at,
    node,
    parameters: parametersOf(source, item, place, path),
    body: bodyOf(source, child(place, 'requestBody')),
    responses: responsesOf(source, child(place, 'responses')),
    security: securityOf(source, place, schemes),
    servers: serversOf(source, item, place),
    tags: Array.isArray(node.tags) ? node.tags.map(String) : [],
    deprecated: node.deprecated === true,
    callbacks,
  };
}

function bodyOf(source: Source, place: Located): Body | undefined {
  if (!isObject(place.node)) return undefined;
  const { node, at } = source.follow(place);
  return { required: objectOf(node).required === true, content: contentOf(source, { node, at }), at };
}

function responsesOf(source: Source, place: Located): Map<string, Response> {
  const found = entries(place).filter(([status]) => !status.startsWith('x-'));
  return new Map(
    found.map(([status, written]) => {
      const response = source.follow(written);
      const { at } = response;
      const links = child(response, 'links');
      const content = contentOf(source, response);
      return [statusKey(status), { status, content, headers: headersOf(source, response), links, at }];
    }),
  );
}

function contentOf(source: Source, place: Located): Content {
  return new Map(
    entries(child(place, 'content')).map(([name, written]) => {
      const media = source.follow(written);
      const encoding = objectOf(objectOf(media.node).encoding);
      const [schema, item] = [partsOf(child(media, 'schema')), partsOf(child(media, 'itemSchema'))];
      return [normaliseMediaType(name), { name, schema, item, encoding, at: media.at }];
    }),
  );
}

/** `4xx` is `4XX`. */
function statusKey(status: string): string {
  return /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status;
}
