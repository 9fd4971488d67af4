import { append, pointerSegments } from '@hyperjump/json-pointer';
import { InputError } from './input-error.ts';

/** A JSON object. */
export type Json = Record<string, unknown>;

/** A part of a document, and the JSON pointer to its place. */
export interface Located {
  node: unknown;
  at: string;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as a JSON object; an empty one when it is none. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** The value as a list; an empty one when it is none. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The place below a place. */
export function child({ node, at }: Located, ...steps: (string | number)[]): Located {
  return {
    node: steps.reduce(held, node),
    at: steps.reduce<string>((pointer, step) => append(String(step), pointer), at),
  };
}

/** What a map or a list itself holds: every object of JavaScript has a `constructor`. */
function held(node: unknown, step: string | number): unknown {
  const isThere = typeof node === 'object' && node !== null && Object.hasOwn(node, step);
  return isThere ? (node as Json)[step] : undefined;
}

/** The entries of a map, each with its place. */
export function entries(place: Located): [string, Located][] {
  return Object.keys(objectOf(place.node)).map((key) => [key, child(place, key)]);
}

/** The items of a list, each with its place. */
export function items(place: Located): Located[] {
  return listOf(place.node).map((_, index) => child(place, index));
}

/** What a schema is made of for certain: the parts of its `allOf`, and a union of a single branch. */
export function partsIn(schema: Located): Located[] {
  const only = ['anyOf', 'oneOf'].map((key) => items(child(schema, key))).filter(({ length }) => length === 1);
  return [...items(child(schema, 'allOf')), ...only.flat()];
}

/** What a schema refers to, by an anchor that is dynamic, too. */
export function referenceOf({ $ref, $dynamicRef }: Json): string | undefined {
  const reference = $ref ?? $dynamicRef;
  return typeof reference === 'string' ? reference : undefined;
}

/** Reads parsed JSON as an OpenAPI 3 document. Throws an InputError when it is none. */
export function openDocument(json: unknown, name: string): Source {
  if (!isObject(json) || typeof json.openapi !== 'string' || !/^3\.\d/.test(json.openapi)) {
    throw new InputError(`${name}: is no OpenAPI 3 document (it has no \`openapi: 3.x\`)`);
  }
  for (const key of ['paths', 'webhooks', 'components']) {
    if (json[key] !== undefined && !isObject(json[key])) throw new InputError(`${name}: #/${key} is no map`);
  }
  return new Source(json, name);
}

/** Keys below which references are data, not references, wherever they are keywords. */
const data = new Set(['example', 'examples', 'default', 'const', 'enum', 'value']);

/** Keys below which everything is named, so that a name is no keyword. */
const namesBelow = new Set(['properties', 'patternProperties', 'schemas', 'x-files']);

/** Whether what stands below a key is named, so that a name is no keyword. */
export function holdsNames(key: string | undefined): boolean {
  return namesBelow.has(key ?? '');
}

/** Whether a keyword has data as its value, in which a `$ref` is a member like any other; `parent` is the key that it stands below. */
export function holdsData(key: string, value: unknown, parent: string | undefined): boolean {
  if (holdsNames(parent)) return false;
  const isNamedExample = key === 'examples' && isObject(value);
  const isFallback = key === 'default' && parent === 'responses';
  return (data.has(key) && !isNamedExample && !isFallback) || (key.startsWith('x-') && key !== 'x-files');
}

/** A document whose references can be followed. */
export class Source {
  readonly root: Located;
  /** Whether it is of OpenAPI 3.0, where what stands beside a reference does not count. */
  readonly isOld: boolean;
  /** The references of the document, as they are written. */
  readonly references = new Set<string>();
  private readonly anchors = new Map<string, Located>();

  /** Throws an InputError when a reference leads nowhere. */
  constructor(
    readonly json: Json,
    readonly name: string,
  ) {
    this.root = { node: json, at: '' };
    this.isOld = String(json.openapi).startsWith('3.0');
    this.visit(this.root, undefined);
    const ended = new Set<string>();
    for (const reference of this.references) this.follow(this.resolve(reference), ended);
  }

  /** What stands at a reference. */
  resolve(reference: string): Located {
    const known = this.anchors.get(reference);
    if (known) return known;
    if (reference === '#' || reference === '') return this.root;
    const place = reference.startsWith('#/') ? child(this.root, ...stepsOf(reference.slice(1))) : undefined;
    if (place?.node === undefined) throw new InputError(`${this.name}: the reference ${reference} leads nowhere`);
    return place;
  }

  /**
   * Follows references from a place until there is none, or to one of the places that are known to have an end; those on the way join them.
   * Throws an InputError when they run in a circle.
   */
  follow(place: Located, ended = new Set<string>()): Located {
    let found = place;
    const seen = new Set<string>();
    while (isObject(found.node) && typeof found.node.$ref === 'string' && !ended.has(found.at)) {
      if (seen.has(found.at)) throw new InputError(`${this.name}: the reference at #${place.at} leads to itself`);
      seen.add(found.at);
      found = this.resolve(found.node.$ref);
    }
    for (const at of seen) ended.add(at);
    return found;
  }

  /** References to the components that are made of a schema by `allOf`, at first or at second hand. */
  heirs(at: string): string[] {
    return entries(child(this.root, 'components', 'schemas')).flatMap(([, schema]) =>
      this.isMadeOf(schema, at, new Set()) ? [`#${schema.at}`] : [],
    );
  }

  private isMadeOf(schema: Located, at: string, seen: Set<string>): boolean {
    if (seen.has(schema.at)) return false;
    seen.add(schema.at);
    return partsIn(schema).some((part) => {
      const { $ref } = objectOf(part.node);
      const target = typeof $ref === 'string' ? this.resolve($ref) : part;
      return target.at === at || this.isMadeOf(target, at, seen);
    });
  }

  private visit(place: Located, parent: string | undefined): void {
    const { node, at } = place;
    if (Array.isArray(node)) {
      for (const item of items(place)) this.visit(item, parent);
      return;
    }
    if (!isObject(node)) return;
    const isNames = holdsNames(parent);
    if (!isNames) {
      const reference = referenceOf(node);
      if (reference !== undefined) this.references.add(reference);
      if (typeof node.$anchor === 'string') this.anchors.set(`#${node.$anchor}`, place);
      if (typeof node.$dynamicAnchor === 'string') this.anchors.set(`#${node.$dynamicAnchor}`, place);
      if (typeof node.$id === 'string' && at !== '') this.anchors.set(node.$id, place);
    }
    for (const [key, below] of entries(place)) {
      if (!holdsData(key, below.node, parent)) this.visit(below, isNames ? undefined : key);
    }
  }
}

/** The steps of the pointer in a reference; what is no pointer has a step that leads nowhere. */
function stepsOf(written: string): string[] {
  try {
    return [...pointerSegments(decodeURIComponent(written))];
  } catch {
    return [written];
  }
}
