import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { OperationId } from '../../../spec/types.ts';

/** A target's decisions on open questions of the source, as its answers show them. */
export interface Seen {
  refusals: readonly SeenRefusal[];
  successes: readonly SeenSuccess[];
  variants: readonly SeenVariant[];
  /** The target's choices by their names. */
  choices: Readonly<Record<string, string | number>>;
}

/** Refusals of one form that were judged under the same rules. */
export interface SeenRefusal {
  /** The rules whose checks expected a status or a code of it; else those whose checks expected any refusal. */
  rules: readonly RuleId[];
  /** None outside of all operations. */
  operation?: OperationId;
  /** The contract's own refusal, as far as the checks name it. */
  expected: { status?: number; code?: string };
  status: number;
  code?: string;
  title?: string;
  hasDetail: boolean;
  /** The form of the place with `{pointer}` or `{parameter}`; false if none was named; absent if no check expected one. */
  pointer?: string | false;
  parameter?: string | false;
  /** The error has a pointer of any form. */
  hasPointer?: true;
  /** Path and type of the first entry of a `detail` list; the queried parameter is `{parameter}`. */
  loc?: readonly string[];
  type?: string;
  /** False without a body; absent if it has an error. */
  body?: false | { errors: [] };
  /** Members that the contract does not have, by JSON pointer; of several errors the first shows them. */
  added?: SeenSuccess['members'];
  /** An exchange in short: method, path and answer. */
  example: string;
  count: number;
}

/** The successes of an operation. */
export interface SeenSuccess {
  operation: OperationId;
  /** The number of each status. */
  statuses: Readonly<Record<string, number>>;
  /** Members by JSON pointer; the step `*` is every entry of a list. */
  members: Readonly<Record<string, SeenMember>>;
}

/** The forms of a member. */
export interface SeenMember {
  /** The number of its occurrences, null included. */
  count: number;
  nulls: number;
  /** Its first two different values, with placeholders for parts of the answer; of lists and objects that the contract describes none. */
  values: readonly unknown[];
  /** The forms of its times. */
  times: readonly string[];
}

/** Derived requests with the same violation, or the same valid speciality, and the same result. */
export interface SeenVariant {
  /** The schema, as a pointer with a step `$ref` for each reference. */
  path: string;
  /** The broken keyword, or `name` if no violation is refused. Valid: `null`, `sent` (a read-only member), `value` (a
   * word), `unknown` (an undeclared member). */
  about: string;
  /** True if they are refused, or accepted, as the contract demands. */
  isAsContract: boolean;
}
