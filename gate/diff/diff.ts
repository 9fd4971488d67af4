import type { ChangeList } from './change-list.ts';
import type { Judge } from './example/judge.ts';
import type { Sampler } from './example/sampler.ts';
import type { Operation } from './operations/operation.ts';
import type { Flow } from './rules.ts';
import type { Comparison } from './schema/compare.ts';
import type { Parts } from './schema/shape.ts';
import type { Located, Source } from './source.ts';

/** A security scheme. */
export interface Scheme {
  name: string;
  /** The demands on a request: equal for schemes that differ in their names only. */
  key: string;
  words: string;
  place: Located;
}

/** What one direction of a comparison works with: the schemas, and makers and judges of example values for each document. */
export interface Side {
  comparison: Comparison;
  samplers: Record<'base' | 'revision', Sampler>;
  judges: Record<'base' | 'revision', Judge>;
}

/** Everything that a comparison works with. */
export interface Diff extends Record<Flow, Side> {
  base: Source;
  revision: Source;
  /** The security schemes of the base by their name, each with the scheme of the revision that it became. */
  schemes: ReadonlyMap<string, Scheme | undefined>;
  changes: ChangeList;
}

/** An operation in both editions. */
export interface Pair {
  base: Operation;
  revision: Operation;
}

/** A part of a message that has a schema: the body, a parameter, a header. */
export interface Part {
  pair: Pair;
  flow: Flow;
  /** The part in sentences. */
  words: string;
  base: Parts;
  revision: Parts;
  /** The status of an answer. */
  status?: string | undefined;
  /** A body by its media type, a parameter or header by its key. */
  body?: string;
  parameter?: string;
}
