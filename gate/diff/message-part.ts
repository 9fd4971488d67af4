import type { Flow } from './schema/shape.ts';
import type { Located } from './source.ts';

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
