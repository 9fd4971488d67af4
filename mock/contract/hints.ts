import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { escapeStep, findNode, followStep, type Json } from '../../spec/json.ts';
import { didYouMean, findNearest } from '../../spec/texts.ts';
import { HINTED_HEADERS, HINTS, LONGEST_PATH } from '../limits.ts';
import { shorten } from './answer.ts';

export interface HintedRequest {
  operation: OperationSpec;
  query: readonly string[];
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** Describes ignored parts of a request (HTTP-10, HTTP-11). The sentences depend on the request, never on the state. */
export function findHints({ operation, query, headers, body }: HintedRequest, document: ContractDocument): string[] {
  const { parameters, header, others, shape } = factsByOperation.get(operation) ?? learn(operation, document);
  const unknown = query.filter((name) => !parameters.includes(name)).slice(0, HINTS);
  const hints = unknown.map((name) =>
    explainName(`The query parameter ${shortenName(name)}`, name, parameters, header),
  );
  hints.push(...findMisspelt(Object.keys(headers).slice(0, HINTED_HEADERS), [...header, 'Prefer']).slice(0, HINTS));
  for (const name of others)
    if (headers[name.toLowerCase()] !== undefined)
      hints.push(`The header ${name} was ignored: this operation has none.`);
  if (body !== undefined && headers['content-type'] === undefined)
    hints.push('The body had no Content-Type and was read as application/json.');
  if (shape) hints.push(...findIgnoredMembers(body, shape, header));
  return hints;
}

interface Known {
  parameters: readonly string[];
  header: readonly string[];
  /** Headers of other operations. */
  others: readonly string[];
  shape: Shape | undefined;
}

const factsByOperation = new WeakMap<OperationSpec, Known>();

function learn(operation: OperationSpec, { operations, json }: ContractDocument): Known {
  const listNames = (place: 'query' | 'header', { parameters }: OperationSpec) =>
    parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  const header = listNames('header', operation);
  const headers = new Set(operations.flatMap((operation) => listNames('header', operation)));
  const facts = {
    parameters: listNames('query', operation),
    header,
    others: [...headers].filter((name) => !header.includes(name)),
    shape: operation.body && readShape(json, [findNode(json, operation.body.pointer) as Json]),
  };
  factsByOperation.set(operation, facts);
  return facts;
}

function findIgnoredMembers(body: unknown, shape: Shape, headers: readonly string[]): string[] {
  const hints: string[] = [];

  function visit(value: unknown, { members, items, isClosed }: Shape, at: string): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      if (items) for (const [index, entry] of value.entries()) visit(entry, items, `${at}/${index}`);
      return;
    }
    for (const [name, member] of Object.entries(members ? value : {})) {
      if (hints.length >= HINTS) return;
      const known = members?.get(name);
      if (known?.isReadOnly) hints.push(`${at}/${name} is read-only and was ignored.`);
      else if (known) visit(member, known, `${at}/${name}`);
      else if (members && !isClosed) hints.push(explainMember(at, name, member, members));
    }
  }

  function explainMember(at: string, name: string, member: unknown, members: ReadonlyMap<string, Shape>): string {
    const place = shortenName(`${at}/${escapeStep(name)}`);
    const inside = typeof member === 'object' && member !== null ? Object.keys(member) : [];
    if (inside.some((key) => members.has(key)))
      return `${place} is unknown and was ignored; its content belongs one level higher.`;
    const below = [...members].find(([, shape]) => shape.members?.has(name));
    if (below) return `${place} is unknown and was ignored; did you mean ${at}/${below[0]}/${name}?`;
    return explainName(place, name, [...members.keys()], headers);
  }

  visit(body, shape, '');
  return hints;
}

interface Shape {
  /** Undefined when any members are allowed. */
  members?: ReadonlyMap<string, Shape>;
  items?: Shape;
  isReadOnly: boolean;
  isClosed: boolean;
}

function readShape(json: Json, schemas: readonly Json[]): Shape {
  const parts = schemas.flatMap((schema) => listParts(json, schema));
  const items = parts.flatMap((part) => (part.items ? [part.items as Json] : []));
  const named = new Map<string, Json[]>();
  for (const { properties = {} } of parts)
    for (const [name, schema] of Object.entries(properties as Record<string, Json>))
      named.set(name, [...(named.get(name) ?? []), schema]);
  const isOpen = parts.some(({ additionalProperties = false }) => additionalProperties !== false);
  return {
    ...(named.size > 0 &&
      !isOpen && { members: new Map([...named].map(([name, own]) => [name, readShape(json, own)])) }),
    ...(items.length > 0 && { items: readShape(json, items) }),
    isReadOnly: parts.some(({ readOnly }) => readOnly === true),
    isClosed: parts.some(({ additionalProperties }) => additionalProperties === false),
  };
}

function listParts(json: Json, schema: Json): Json[] {
  const referred = '$ref' in schema ? [followStep(json, schema, '$ref') as Json] : [];
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => (schema[keyword] as Json[] | undefined) ?? []);
  return [schema, ...[...referred, ...branches].flatMap((part) => listParts(json, part))];
}

/** Names may be as long as a body. */
const shortenName = (name: string): string => shorten(name, 100);

function explainName(subject: string, name: string, here: readonly string[], headers: readonly string[]): string {
  const header = findNearest(name, here) === undefined ? findNearest(name, headers) : undefined;
  const meant = header === undefined ? didYouMean(name, here) : `; did you mean the header ${header}?`;
  const suggestions = here.length > 0 && here.length <= 5 ? `; there are ${here.join(', ')}.` : '.';
  return `${subject} is unknown and was ignored${meant || suggestions}`;
}

function findMisspelt(names: readonly string[], known: readonly string[]): string[] {
  return names.flatMap((name) => {
    const isFine = usual.test(name) || known.some((header) => header.toLowerCase() === name);
    const meant = isFine ? undefined : findNearest(name, known);
    if (meant === undefined) return [];
    return [`The header ${shortenName(name)} was ignored; did you mean ${meant}?`];
  });
}

/** Headers of most clients, which need no comparison. */
const usual = /^(host|connection|content-.*|accept.*|authorization|user-agent|sec-.*)$/;

type Route = Pick<OperationSpec, 'path' | 'method'>;

export function guessPath(path: string, base: string, operations: readonly Route[]): string | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  const meant = operations.map((operation) => fillParameters(base + operation.path, path, base));
  if (meant.some(({ whole }) => whole === base + path)) return base + path;
  // The value of a parameter does not show the intended path.
  const near = meant.filter(({ fixed, asked }) => findNearest(asked, [fixed]) !== undefined);
  const candidates = near.map(({ whole }) => whole).filter((whole) => whole !== path);
  return findNearest(path, candidates) ?? meant.find(({ whole }) => isShortFor(path, whole))?.whole;
}

function isShortFor(path: string, whole: string): boolean {
  const [short, steps] = [path.split('/'), whole.split('/')];
  return short.at(-1) === steps.at(-1) && steps.filter((step) => short.includes(step)).join('/') === path;
}

export function findRelatedPath(method: string, path: string, operations: readonly Route[]): string | undefined {
  const isAboveOrBelow = (route: string) => route.startsWith(`${path}/`) || path.startsWith(`${route}/`);
  return operations.find((route) => route.method === method.toLowerCase() && isAboveOrBelow(route.path))?.path;
}

function fillParameters(template: string, path: string, base: string): { whole: string; fixed: string; asked: string } {
  const [steps, parts] = [template.split('/'), path.split('/')];
  const without = steps.length - parts.length;
  if (without !== 0 && (without !== 1 || path.startsWith(`${base}/`)))
    return { whole: template, fixed: template, asked: path };
  const isValue = (index: number) => steps[index]?.startsWith('{') && parts[index - without];
  return {
    whole: steps.map((step, index) => isValue(index) || step).join('/'),
    fixed: steps.filter((_, index) => !isValue(index)).join('/'),
    asked: parts.filter((_, index) => !isValue(index + without)).join('/'),
  };
}
