import type { ChangeList } from './change-list.ts';
import type { Judge } from './example/judge.ts';
import type { Sampler } from './example/sampler.ts';
import type { Operation } from './operations/operation.ts';
import type { Comparison } from './schema/compare.ts';
import type { Flow } from './schema/shape.ts';
import type { Located, Source } from './source.ts';

/** A security scheme. */
export interface Scheme {
  name: string;
  /** The demands on a request: equal for schemes that differ in their names only. */
  key: string;
  words: string;
  place: Located;
}

/** The schemes of the base by their name, each with the scheme of the revision that it became. */
export type Successors = ReadonlyMap<string, Scheme | undefined>;

/** Everything that a comparison works with. */
export interface Diff {
  base: Source;
  revision: Source;
  /** The comparisons of schemas, by who sends the value. */
  comparisons: Record<Flow, Comparison>;
  /** Makers and judges of example values, by who sends the value and by document. */
  samplers: Record<Flow, Record<'base' | 'revision', Sampler>>;
  judges: Record<Flow, Record<'base' | 'revision', Judge>>;
  schemes: Successors;
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
  base: readonly Located[];
  revision: readonly Located[];
  /** The status of an answer. */
  status?: string;
  /** A body by its media type, a parameter or header by its key. */
  body?: string;
  parameter?: string;
}
