import type { ChangeList } from './change-list.ts';
import type { Judge } from './example/validator.ts';
import type { Operation } from './normalise/operation.ts';
import type { Successors } from './normalise/security.ts';
import type { Comparison } from './schema/compare.ts';
import type { Flow } from './schema/shape.ts';
import type { Located, Source } from './source.ts';

/** What the rules work with. */
export interface Diff {
  base: Source;
  revision: Source;
  /** How schemas differ, by who sends the value. */
  comparisons: Record<Flow, Comparison>;
  /** What the security schemes of the base became. */
  schemes: Successors;
  changes: ChangeList;
  /** What each document thinks of values. */
  judges: Record<Flow, Record<'base' | 'revision', Judge>>;
}

/** An operation in both editions. */
export interface Pair {
  base: Operation;
  revision: Operation;
}

/** The message that a part belongs to. */
export interface Of {
  message: 'request' | 'answer';
  status?: string;
}

/** A part of a message that has a schema, in both editions: the body, a parameter, a header. */
export interface MessagePart {
  flow: Flow;
  /** How it is called in sentences. */
  words: string;
  base: readonly Located[];
  revision: readonly Located[];
  /** Where it stands, whether it has a schema or not. */
  at: string;
  baseAt: string;
  /** Which part of which message it is: a body by its media type, a parameter or header by its key. */
  of: Of & ({ body: string } | { parameter: string });
  /** What of it is written as text, without types: the value and its items, or each member. */
  text?: 'value' | 'members' | undefined;
  /** Whether a list of one is written as that one is. */
  lists?: boolean;
}

/** The direction of a message: the request of an operation goes the way of its sender. */
export function flowOf({ sender }: Operation, message: 'request' | 'answer'): Flow {
  return (sender === 'client') === (message === 'request') ? 'request' : 'response';
}
