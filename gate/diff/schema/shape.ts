import type { Located } from '../source.ts';
import type { Unjudged } from '../vocabulary.ts';

/** The way of a value: a request is sent by clients, a response is read by them. */
export type Flow = 'request' | 'response';

/** A type of JSON values; integers are numbers with a limit. */
export type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';
export const typeNames: readonly TypeName[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** The value of a keyword, and its place. */
export interface Held<Value = unknown> {
  value: Value;
  at: string;
}

/** An end of a range. */
export interface Bound {
  limit: number;
  exclusive: boolean;
}

/** Values of one type that a schema allows. Limits that the type can't have are empty. */
export interface Alternative {
  type: TypeName;
  at: string;
  /** The name of a branch of a union. */
  branch?: string;
  /** The only values that are allowed. */
  values?: readonly Held[];
  /** Limits of a number, or of the length, the number of items or of properties. */
  min?: Held<Bound>;
  max?: Held<Bound>;
  integer: boolean;
  multiples: readonly Held<number>[];
  patterns: readonly Held<string>[];
  formats: readonly Held<string>[];
  /** The schemas that every item keeps to. */
  items: readonly Located[];
  unique?: Held<true>;
  properties: ReadonlyMap<string, readonly Located[]>;
  /** The schemas of every property without a name. */
  additional: readonly Located[];
  /** The places where properties are required, by their names. */
  required: ReadonlyMap<string, string>;
  unjudged: readonly Unjudged[];
}

/** Facts of a schema that restrict no value, each with its place. */
export interface Notes {
  readOnly?: string;
  writeOnly?: string;
  deprecated?: string;
  lenient?: string;
  default?: Held;
}

/** The values that a schema allows: those of any alternative. */
export interface Shape {
  at: string;
  /** The place that decides which types are allowed. */
  typesAt: string;
  alternatives: readonly Alternative[];
  notes: Notes;
}

/** An alternative that allows every value of its type. */
export function unlimited(type: TypeName, at: string): Alternative {
  return {
    type,
    at,
    integer: false,
    multiples: [],
    patterns: [],
    formats: [],
    items: [],
    properties: new Map(),
    additional: [],
    required: new Map(),
    unjudged: [],
  };
}

/** Whether an alternative allows every value of its type. */
export function isUnlimited(one: Alternative): boolean {
  const limits = [one.values, one.min, one.max, one.unique, one.integer || undefined];
  const lists = [one.multiples, one.patterns, one.formats, one.items, one.additional, one.unjudged];
  return (
    limits.every((limit) => limit === undefined) &&
    lists.every(({ length }) => length === 0) &&
    one.properties.size + one.required.size === 0
  );
}

/** The schemas of a property, by its name. */
export function schemasOf(object: Alternative, name: string): readonly Located[] {
  return object.properties.get(name) ?? object.additional;
}
