import type { Located } from '../source.ts';

/** Who sends the value: a request is what clients send, a response is what they are given. */
export type Flow = 'request' | 'response';

/** A type of JSON values; whole numbers are numbers with a limit. */
export type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';
/** All of them. */
export const typeNames: readonly TypeName[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** A value of a keyword, and where the keyword stands. */
export interface Held<Value = unknown> {
  value: Value;
  at: string;
}

/** A condition that is no plain limit of a type: `not`, `if`, and unions that are too wide to be spread out. */
export interface Condition {
  keyword: 'not' | 'if' | 'anyOf' | 'oneOf';
  at: string;
  /** The schemas of the condition, in their order: of `if` also `then` and `else`. */
  schemas: readonly (readonly Located[])[];
}

interface Alternative {
  at: string;
  /** What a branch of a union is called, when it has a name. */
  title?: string;
  /** The only values that are allowed. */
  values?: readonly Held[];
  conditions: readonly Condition[];
  /** Values that the document shows. */
  examples?: readonly unknown[];
}

interface NullAlternative extends Alternative {
  type: 'null';
}

interface BooleanAlternative extends Alternative {
  type: 'boolean';
}

/** Numbers that are allowed. */
export interface NumberAlternative extends Alternative {
  type: 'number';
  integer: boolean;
  min?: Held<Bound>;
  max?: Held<Bound>;
  multiples: readonly Held<number>[];
  formats: readonly Held<string>[];
}

/** An end of a range of numbers. */
export interface Bound {
  limit: number;
  exclusive: boolean;
}

/** Texts that are allowed. */
export interface StringAlternative extends Alternative {
  type: 'string';
  min?: Held<number>;
  max?: Held<number>;
  patterns: readonly Held<string>[];
  formats: readonly Held<string>[];
}

/** Lists that are allowed. */
export interface ArrayAlternative extends Alternative {
  type: 'array';
  /** The first items, and all after them. */
  prefix: readonly (readonly Located[])[];
  items: readonly Located[];
  min?: Held<number>;
  max?: Held<number>;
  unique?: Held<true>;
  contains: readonly Held<Contains>[];
}

/** What a list has to contain, and how often. */
export interface Contains {
  schema: readonly Located[];
  min: number;
  max: number;
}

/** Objects that are allowed. */
export interface ObjectAlternative extends Alternative {
  type: 'object';
  properties: ReadonlyMap<string, readonly Located[]>;
  patterns: ReadonlyMap<string, readonly Located[]>;
  /** Every other member. */
  additional: readonly Located[];
  required: ReadonlyMap<string, string>;
  min?: Held<number>;
  max?: Held<number>;
  names: readonly Located[];
  /** Members that others bring along: what must be present, and what must then hold. */
  dependentRequired: ReadonlyMap<string, ReadonlyMap<string, string>>;
  dependentSchemas: ReadonlyMap<string, readonly Located[]>;
}

/** A schema by what it allows for each JSON type: a value is valid when one alternative of its type allows it. */
export type AnyAlternative =
  | NullAlternative
  | BooleanAlternative
  | NumberAlternative
  | StringAlternative
  | ArrayAlternative
  | ObjectAlternative;

/** What a schema says beside which values it allows. */
export interface Notes {
  readOnly?: string;
  writeOnly?: string;
  deprecated?: string;
  lenient?: string;
  default?: Held;
}

/** What a schema allows: the alternatives of each type. */
export interface Shape {
  at: string;
  /** Where it says which types it allows. */
  typesAt: string;
  alternatives: readonly AnyAlternative[];
  notes: Notes;
}
