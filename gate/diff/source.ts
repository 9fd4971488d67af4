/** Input that can't be compared; the message is one line with the place. */
export class InputError extends Error {
  override name = 'InputError';
}

export type Json = Record<string, unknown>;

/** A part of a document, and the JSON pointer to its place. */
export interface Located {
  node: unknown;
  at: string;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An empty object when the value is no object. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** An empty list when the value is no list. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A JSON pointer (RFC 6901) with more steps. */
export function append(pointer: string, ...steps: (string | number)[]): string {
  return [pointer, ...steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

export function child({ node, at }: Located, ...steps: (string | number)[]): Located {
  return { node: steps.reduce(memberOf, node), at: append(at, ...steps) };
}

/** An own member of a map or a list: every JavaScript object inherits a `constructor`. */
function memberOf(node: unknown, step: string | number): unknown {
  const isOwn = typeof node === 'object' && node !== null && Object.hasOwn(node, step);
  return isOwn ? (node as Json)[step] : undefined;
}

/** The entries of a map, each with its place. */
export function entries(place: Located): [string, Located][] {
  return Object.keys(objectOf(place.node)).map((key) => [key, child(place, key)]);
}

/** The entries of an OpenAPI object without its extensions; names in a map may begin with `x-`. */
export function ownEntries(place: Located): [string, Located][] {
  return entries(place).filter(([key]) => !key.startsWith('x-'));
}

/** The items of a list, each with its place. */
export function items(place: Located): Located[] {
  return listOf(place.node).map((_, index) => child(place, index));
}

/** Pairs the entries of two lists, each at most once: by the first condition as far as possible, then by the next. */
export function pairUp<Entry>(
  base: readonly Entry[],
  revision: readonly Entry[],
  ...conditions: ((before: Entry, now: Entry) => boolean)[]
): Map<Entry, Entry> {
  const pairs = new Map<Entry, Entry>();
  const free = new Set(revision);
  for (const arePartners of conditions) {
    for (const before of base.filter((entry) => !pairs.has(entry))) {
      const partner = [...free].find((now) => arePartners(before, now));
      if (!partner) continue;
      pairs.set(before, partner);
      free.delete(partner);
    }
  }
  return pairs;
}

/** JSON as text, with sorted keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, node: unknown) =>
    isObject(node) ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1))) : node,
  );
}

/** Bounds of a document: levels of references, and values that are written out. */
const deepest = 250;
const mostValues = 1_000_000;

/** Reads parsed JSON as an OpenAPI 3.1 document. Throws an InputError when it is something else. */
export function openDocument(json: unknown, name: string): Source {
  if (!isObject(json) || typeof json.openapi !== 'string') {
    throw new InputError(`${name}: is no OpenAPI document (it has no \`openapi: 3.1.0\`)`);
  }
  if (!/^3\.1(\.\d+)?$/.test(json.openapi)) {
    throw new InputError(`${name}: is an OpenAPI ${json.openapi} document; the gate judges OpenAPI 3.1 only`);
  }
  for (const key of ['paths', 'webhooks', 'components']) {
    if (json[key] !== undefined && !isObject(json[key])) throw new InputError(`${name}: #/${key} is no map`);
  }
  return new Source(json, name);
}

/** A document whose references can be followed. */
export class Source {
  readonly root: Located;
  private written = 0;

  constructor(
    readonly json: Json,
    readonly name: string,
  ) {
    this.root = { node: json, at: '' };
  }

  /** The target of a reference. Throws an InputError when there is none. */
  resolve(reference: string): Located {
    if (reference === '#') return this.root;
    if (!reference.startsWith('#/')) {
      throw new InputError(`${this.name}: the reference ${reference} leads to no place in this document`);
    }
    const place = child(this.root, ...stepsOf(reference));
    if (place.node === undefined) throw new InputError(`${this.name}: the reference ${reference} leads nowhere`);
    return place;
  }

  /** The target of a chain of references. Throws an InputError for a circle. */
  follow(place: Located): Located {
    let found = place;
    for (let count = 0; isObject(found.node) && typeof found.node.$ref === 'string'; count++) {
      if (count === deepest) throw new InputError(`${this.name}: the reference at #${place.at} leads to itself`);
      found = this.resolve(found.node.$ref);
    }
    return found;
  }

  /** A value as text, with references written out: equal texts mean the same. Throws an InputError when it is too large. */
  textOf(value: unknown): string {
    return canonical(this.writtenOut(value, []));
  }

  private writtenOut(node: unknown, within: readonly string[]): unknown {
    this.written += 1;
    if (this.written > mostValues || within.length > deepest)
      throw new InputError(`${this.name}: is too large to be compared`);
    if (Array.isArray(node)) return node.map((item) => this.writtenOut(item, within));
    if (!isObject(node)) return node;
    const { $ref, description, ...rest } = node;
    const below = Object.entries(typeof description === 'string' ? rest : node).filter(([key]) => key !== '$ref');
    const siblings = Object.fromEntries(below.map(([key, value]) => [key, this.writtenOut(value, within)]));
    if (typeof $ref !== 'string' || !$ref.startsWith('#')) return $ref === undefined ? siblings : { ...siblings, $ref };
    const place = this.resolve($ref);
    const level = within.indexOf(place.at);
    // A way back is the number of levels that it leads up: names of components have no meaning.
    const target = level < 0 ? this.writtenOut(place.node, [...within, place.at]) : `up ${within.length - level}`;
    return Object.keys(siblings).length === 0 ? target : { ...siblings, $ref: target };
  }
}

/** The steps of a reference; a malformed escape leads nowhere. */
function stepsOf(reference: string): string[] {
  try {
    const [, ...steps] = decodeURIComponent(reference).split('/');
    return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return [reference];
  }
}
