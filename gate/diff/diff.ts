import type { ChangeList } from './change-list.ts';
import type { Judge } from './example/validator.ts';
import type { Operation } from './normalise/operation.ts';
import type { Comparison } from './schema/compare.ts';
import type { Flow } from './schema/shape.ts';
import type { Source } from './source.ts';

/** What the rules work with. */
export interface Diff {
  base: Source;
  revision: Source;
  /** How schemas differ, by who sends the value. */
  comparisons: Record<Flow, Comparison>;
  changes: ChangeList;
  /** What each document thinks of values. */
  judges: Record<Flow, Record<'base' | 'revision', Judge>>;
}

/** An operation in both editions. */
export interface Pair {
  base: Operation;
  revision: Operation;
}

/** The direction of a message: the request of an operation goes the way of its sender. */
export function flowOf({ sender }: Operation, message: 'request' | 'answer'): Flow {
  return (sender === 'client') === (message === 'request') ? 'request' : 'response';
}
