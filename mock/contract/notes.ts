import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { Json } from '../../spec/json.ts';
import { didYouMean, nearest } from '../../spec/nearest.ts';
import { pointerStep } from '../../spec/pointer.ts';
import { nodeAt } from '../../spec/trace.ts';
import { beginning } from '../collections/beginning.ts';
import { membersOf, partsOf } from './members.ts';

/** A request of an operation, for whoever looks for what its sender may not have meant. */
export interface Said {
  operation: OperationSpec;
  /** The names of its query parameters. */
  query: readonly string[];
  headers: Readonly<Record<string, unknown>>;
  /** Its body, read; undefined when there is none, or none that can be read. */
  body: unknown;
}

/** The contract that a request was read by. */
interface Read {
  document: ContractDocument;
}

/** Sentences about one body at most: a body can have a hundred thousand unknown members. */
const MOST = 20;

/** Characters of a name that are shown: its beginning is enough to find it. */
const SHOWN = 100;

/** Headers that are compared with those that are read: no client and no gateway sends more, and each takes its time. */
const HEADERS = 50;

/**
 * What of a request counts for nothing, in sentences, with what was most likely meant: parameters, headers and members that the contract
 * does not have (HTTP-10, HTTP-11), members that are read-only, a body that does not say what it is. It depends on the request alone, never
 * on what the mock knows.
 */
export function notesOn({ operation, query, headers, body }: Said, read: Read): string[] {
  const named = (place: 'query' | 'header') =>
    operation.parameters.filter((one) => one.in === place).map(({ name }) => name);
  const [parameters, header] = [named('query'), named('header')];
  const strange = query.filter((name) => !parameters.includes(name));
  return [
    ...strange
      .slice(0, MOST)
      .map((name) => unknown(`The query parameter ${beginning(name, SHOWN)}`, name, parameters, header)),
    ...misspelt(Object.keys(headers).slice(0, HEADERS), [...header, 'Prefer']).slice(0, MOST),
    ...ofOthers(Object.keys(headers), header, read.document),
    ...(body !== undefined && headers['content-type'] === undefined ? [UNTYPED] : []),
    ...(operation.body ? ignoredMembers(body, operation.body.pointer, header, read) : []),
  ];
}

const UNTYPED = 'The body came without a Content-Type and was read as application/json.';

/** The unknown and the read-only members of a body. */
function ignoredMembers(body: unknown, pointer: string, headers: readonly string[], { document }: Read) {
  const { json } = document;
  const told: string[] = [];

  function visit(value: unknown, parts: readonly Json[], at: string): void {
    // What no schema speaks of is not gone into, however deep it is.
    if (typeof value !== 'object' || value === null || parts.length === 0 || told.length >= MOST) return;
    if (Array.isArray(value)) {
      const items = parts.flatMap((part) => (part.items ? partsOf(json, part.items as Json) : []));
      for (const [index, entry] of value.entries()) visit(entry, items, `${at}/${index}`);
      return;
    }
    const members = membersOf(parts);
    if (!members) return;
    const isClosed = parts.some(({ additionalProperties }) => additionalProperties === false);
    for (const [name, member] of Object.entries(value)) {
      if (told.length >= MOST) return;
      const place = `${at}/${pointerStep(name)}`;
      const known = members.get(name)?.flatMap((schema) => partsOf(json, schema));
      if (!known && !isClosed)
        told.push(
          elsewhere(place, name, member, members, json) ??
            unknown(beginning(place, SHOWN), name, [...members.keys()], headers),
        );
      else if (known?.some(({ readOnly }) => readOnly === true)) told.push(`${place} is read-only and was ignored.`);
      else if (known) visit(member, known, place);
    }
  }

  visit(body, partsOf(json, nodeAt(json, pointer) as Json), '');
  return told;
}

/** Says of a member that it belongs a level deeper or higher; undefined when it does not. */
function elsewhere(place: string, name: string, member: unknown, members: Map<string, Json[]>, json: Json) {
  const said = `${beginning(place, SHOWN)} is unknown and was ignored`;
  const isWrapper =
    typeof member === 'object' && member !== null && Object.keys(member).some((one) => members.has(one));
  if (isWrapper) return `${said}; what is in it belongs one level higher.`;
  const below = [...members].find(([, schemas]) =>
    membersOf(schemas.flatMap((schema) => partsOf(json, schema)))?.has(name),
  );
  return below && `${said}; did you mean ${place.slice(0, place.lastIndexOf('/'))}/${below[0]}/${name}?`;
}

/** Says of a name that it is unknown; `here` are those that there are at its place. */
function unknown(subject: string, name: string, here: readonly string[], headers: readonly string[]): string {
  const header = nearest(name, here) === undefined ? nearest(name, headers) : undefined;
  const meant = header === undefined ? didYouMean(name, here) : `; did you mean the header ${header}?`;
  const others = here.length > 0 && here.length <= 5 ? `; there are ${here.join(', ')}.` : '.';
  return `${subject} is unknown and was ignored${meant || others}`;
}

/** The headers that are nearly one that is read: others are many, and nobody's business here. */
function misspelt(given: readonly string[], known: readonly string[]): string[] {
  const lowered = known.map((name) => name.toLowerCase());
  return given.flatMap((name) => {
    const meant = lowered.includes(name) ? undefined : nearest(name, known);
    return meant === undefined ? [] : [`The header ${beginning(name, SHOWN)} was ignored; did you mean ${meant}?`];
  });
}

/** The headers that other operations read, and this one does not. */
function ofOthers(given: readonly string[], known: readonly string[], { operations }: ContractDocument): string[] {
  const others = operations.flatMap(({ parameters }) => parameters).filter((one) => one.in === 'header');
  const strange = [...new Set(others.map(({ name }) => name))].filter((name) => !known.includes(name));
  return strange
    .filter((name) => given.includes(name.toLowerCase()))
    .map((name) => `The header ${name} was ignored: this operation has none.`);
}
