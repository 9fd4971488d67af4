import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { Json } from '../../spec/json.ts';
import { didYouMean, nearest } from '../../spec/nearest.ts';
import { pointerStep } from '../../spec/pointer.ts';
import { follow, nodeAt } from '../../spec/trace.ts';
import { shortened } from './answer.ts';

export interface HintedRequest {
  operation: OperationSpec;
  /** The names of its query parameters. */
  query: readonly string[];
  headers: Readonly<Record<string, unknown>>;
  /** Its body, parsed; undefined when there is none, or none that can be read. */
  body: unknown;
}

/** Sentences of one kind, characters of a name, and examined headers at most. */
const MOST = 20;
const SHOWN = 100;
const HEADERS = 50;

const UNTYPED = 'The body came without a Content-Type and was read as application/json.';

/**
 * The ignored parts of a request, in sentences, with what was most likely meant: unknown parameters, headers and members (HTTP-10,
 * HTTP-11), read-only members, a body without a content type. They depend on the request alone, never on the state.
 */
export function hintsOn({ operation, query, headers, body }: HintedRequest, document: ContractDocument): string[] {
  const named = (place: 'query' | 'header') =>
    operation.parameters.filter((one) => one.in === place).map(({ name }) => name);
  const [parameters, header] = [named('query'), named('header')];
  const unknown = query.filter((name) => !parameters.includes(name)).slice(0, MOST);
  const hints = unknown.map((name) =>
    unknownName(`The query parameter ${shortened(name, SHOWN)}`, name, parameters, header),
  );
  hints.push(...misspeltHeaders(Object.keys(headers).slice(0, HEADERS), [...header, 'Prefer']).slice(0, MOST));
  for (const name of headersOfOperations(document))
    if (headers[name.toLowerCase()] !== undefined && !header.includes(name))
      hints.push(`The header ${name} was ignored: this operation has none.`);
  if (body !== undefined && headers['content-type'] === undefined) hints.push(UNTYPED);
  if (operation.body) hints.push(...ignoredMembers(body, operation.body.pointer, header, document.json));
  return hints;
}

/** The unknown and the read-only members of a body. */
function ignoredMembers(body: unknown, pointer: string, headers: readonly string[], json: Json): string[] {
  const hints: string[] = [];

  function visit(value: unknown, parts: readonly Json[], at: string): void {
    // Values that no schema describes are not visited, however deep they are.
    if (typeof value !== 'object' || value === null || parts.length === 0 || hints.length >= MOST) return;
    if (Array.isArray(value)) {
      const items = parts.flatMap((part) => (part.items ? partsOf(json, part.items as Json) : []));
      for (const [index, entry] of value.entries()) visit(entry, items, `${at}/${index}`);
      return;
    }
    const members = membersOf(parts);
    if (!members) return;
    const isClosed = parts.some(({ additionalProperties }) => additionalProperties === false);
    for (const [name, member] of Object.entries(value)) {
      if (hints.length >= MOST) return;
      const known = members.get(name);
      const parts = known ? partsOfAll(json, known) : [];
      const place = `${at}/${pointerStep(name)}`;
      if (parts.some(({ readOnly }) => readOnly === true)) hints.push(`${place} is read-only and was ignored.`);
      else if (known) visit(member, parts, place);
      else if (!isClosed) hints.push(unknownMember(at, name, member, members));
    }
  }

  /** The member may belong a level deeper or higher. */
  function unknownMember(at: string, name: string, member: unknown, members: Map<string, Json[]>): string {
    const place = shortened(`${at}/${pointerStep(name)}`, SHOWN);
    const isWrapper =
      typeof member === 'object' && member !== null && Object.keys(member).some((one) => members.has(one));
    if (isWrapper) return `${place} is unknown and was ignored; its content belongs one level higher.`;
    const below = [...members].find(([, schemas]) => membersOf(partsOfAll(json, schemas))?.has(name));
    if (below) return `${place} is unknown and was ignored; did you mean ${at}/${below[0]}/${name}?`;
    return unknownName(place, name, [...members.keys()], headers);
  }

  visit(body, partsOf(json, nodeAt(json, pointer) as Json), '');
  return hints;
}

/** The parts of schemas and their members are found once for each. */
const knownParts = new WeakMap<Json, Json[]>();
const knownMembers = new WeakMap<readonly Json[], Map<string, Json[]>>();

/** The schemas that judge one value together: a schema, its reference, and its branches. */
function partsOf(json: Json, schema: Json): Json[] {
  const known = knownParts.get(schema);
  if (known) return known;
  const referred = '$ref' in schema ? [follow(json, schema, '$ref') as Json] : [];
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => (schema[keyword] as Json[] | undefined) ?? []);
  const parts = [schema, ...[...referred, ...branches].flatMap((part) => partsOf(json, part))];
  knownParts.set(schema, parts);
  return parts;
}

function partsOfAll(json: Json, schemas: readonly Json[]): Json[] {
  const [only, ...others] = schemas;
  return only && others.length === 0 ? partsOf(json, only) : schemas.flatMap((schema) => partsOf(json, schema));
}

/** The members that the parts of a schema name, each with its schemas; undefined when the schema allows any others. */
function membersOf(parts: readonly Json[]): Map<string, Json[]> | undefined {
  if (parts.some(({ additionalProperties: other }) => other !== undefined && other !== false)) return undefined;
  let members = knownMembers.get(parts);
  if (!members) {
    members = new Map();
    for (const { properties = {} } of parts)
      for (const [name, schema] of Object.entries(properties as Record<string, Json>))
        members.set(name, [...(members.get(name) ?? []), schema]);
    knownMembers.set(parts, members);
  }
  return members.size === 0 ? undefined : members;
}

/** The sentence about an unknown name; `here` are the known names at its place. */
function unknownName(subject: string, name: string, here: readonly string[], headers: readonly string[]): string {
  const header = nearest(name, here) === undefined ? nearest(name, headers) : undefined;
  const meant = header === undefined ? didYouMean(name, here) : `; did you mean the header ${header}?`;
  const others = here.length > 0 && here.length <= 5 ? `; there are ${here.join(', ')}.` : '.';
  return `${subject} is unknown and was ignored${meant || others}`;
}

/** The header that a name was most likely meant for, or none: clients send the same names again and again. */
const meantHeaders = new Map<string, string | undefined>();
const REMEMBERED = 1_000;

/** Hints on headers that are nearly one of the operation's; all other headers are no concern of the contract. */
function misspeltHeaders(names: readonly string[], known: readonly string[]): string[] {
  return names.flatMap((name) => {
    const key = `${known} ${name}`;
    if (meantHeaders.size > REMEMBERED) meantHeaders.clear();
    if (!meantHeaders.has(key)) meantHeaders.set(key, nearest(name, known));
    const meant = meantHeaders.get(key);
    if (meant === undefined || meant.toLowerCase() === name) return [];
    return [`The header ${shortened(name, SHOWN)} was ignored; did you mean ${meant}?`];
  });
}

const headerNames = new WeakMap<ContractDocument, ReadonlySet<string>>();

/** The header parameters of all operations of a contract. */
function headersOfOperations(document: ContractDocument): ReadonlySet<string> {
  const known = headerNames.get(document);
  if (known) return known;
  const headers = document.operations.flatMap(({ parameters }) => parameters.filter((one) => one.in === 'header'));
  const names = new Set(headers.map(({ name }) => name));
  headerNames.set(document, names);
  return names;
}
