import type { JudgedChange } from './changes.ts';
import type { Place } from './place.ts';

/** How much a finding weighs: an error keeps the change from landing, a warning has to be read, a note is for the record. */
export type Level = 'error' | 'warning' | 'note';

/** One thing that a step has to say, and where. */
export interface Finding {
  level: Level;
  /** What was looked at: the name of a check, or the id of a rule. */
  rule: string;
  message: string;
  place: Place;
  /** What the step can say beyond that, a line each. */
  details?: string[];
  /** The change of the contract that the finding is about; only the step `diff` has them. */
  change?: JudgedChange;
}
