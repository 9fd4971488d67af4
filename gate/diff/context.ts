import type { Changes } from './changes.ts';
import type { Workshop } from './example/workshop.ts';
import type { Operation } from './normalise/operation.ts';
import type { Comparison } from './schema/compare.ts';
import type { Flow } from './schema/shape.ts';
import type { Source } from './source.ts';

/** What the rules work with. */
export interface Context {
  base: Source;
  revision: Source;
  /** How schemas differ, by who sends the value. */
  comparisons: Record<Flow, Comparison>;
  changes: Changes;
  /** Where examples of one direction are made; set up when the first one is needed. */
  workshop(flow: Flow): Workshop;
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
