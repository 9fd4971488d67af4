import type { RuleId } from '../generated/rule-ids.ts';

/** Something wrong with a deployment file: where, and what. */
export interface Flaw {
  pointer: string;
  message: string;
  /** The rule of the source that the entry breaks: a file may say that it does, in `breaks`. */
  breaks?: RuleId;
}
