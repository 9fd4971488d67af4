import { append, pointerSegments } from './pointer.ts';

/** Input that can't be compared; the message says in one line what is wrong and where. */
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

/** The value as a JSON object; an empty one when it is something else. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** The value as a list; an empty one when it is something else. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The place below a place. */
export function child({ node, at }: Located, ...steps: (string | number)[]): Located {
  return {
    node: steps.reduce(memberOf, node),
    at: steps.reduce<string>((pointer, step) => append(String(step), pointer), at),
  };
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

/** The entries of an object of OpenAPI, without extensions: of a map, names may begin with `x-`. */
export function ownEntries(place: Located): [string, Located][] {
  return entries(place).filter(([key]) => !key.startsWith('x-'));
}

/** The items of a list, each with its place. */
export function items(place: Located): Located[] {
  return listOf(place.node).map((_, index) => child(place, index));
}

/** JSON as text, with sorted keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, node: unknown) =>
    isObject(node) ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1))) : node,
  );
}

/** References that lead from one to the next, and nested values, are followed no deeper. */
const deepest = 250;

/** So many values are written out at most. */
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

  /** The part of the document that a reference leads to. Throws an InputError when there is none. */
  resolve(reference: string): Located {
    if (reference === '#') return this.root;
    if (!reference.startsWith('#/')) {
      throw new InputError(`${this.name}: the reference ${reference} leads to no place in this document`);
    }
    const place = child(this.root, ...stepsOf(reference));
    if (place.node === undefined) throw new InputError(`${this.name}: the reference ${reference} leads nowhere`);
    return place;
  }

  /** Follows references until there is none. Throws an InputError when they run in a circle. */
  follow(place: Located): Located {
    let found = place;
    for (let count = 0; isObject(found.node) && typeof found.node.$ref === 'string'; count++) {
      if (count === deepest) throw new InputError(`${this.name}: the reference at #${place.at} leads to itself`);
      found = this.resolve(found.node.$ref);
    }
    return found;
  }

  /** A value as text, with references written out, so that equal texts mean the same. Throws an InputError when it is too large. */
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
    // A way back is written as the number of levels that it leads up, whatever the components are called.
    const target = level < 0 ? this.writtenOut(place.node, [...within, place.at]) : `up ${within.length - level}`;
    return Object.keys(siblings).length === 0 ? target : { ...siblings, $ref: target };
  }
}

/** The steps of the pointer in a reference; one that can't be read has a step that leads nowhere. */
function stepsOf(reference: string): string[] {
  try {
    return pointerSegments(decodeURIComponent(reference.slice(1)));
  } catch {
    return [reference];
  }
}
