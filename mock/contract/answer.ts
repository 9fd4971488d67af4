import type { Choices } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { OperationId, ResponseBody, Schema, StatusOf } from '../../spec/types.ts';

/** An answer of any operation, before it is serialized. A body that is a text is sent unchanged. */
export interface AnyAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly rules: readonly RuleId[];
  /** The rules of each error of its body, where there are several. */
  readonly each?: readonly (readonly RuleId[])[];
  readonly journal?: AnswerNotes;
}

export interface AnswerNotes {
  /** A Prefer header, a scenario, or the ledger, which replays; undefined for the operation itself. */
  readonly origin?: 'prefer' | 'scenario' | 'ledger';
  /** The entries of a deployment file that shaped the answer, such as `choices.emptyUpdate`. */
  readonly entry?: string;
  readonly notes?: readonly string[];
}

/** An answer that the contract declares for the operation: other statuses and other bodies don't compile. */
export type Answer<Op extends OperationId> = {
  [Status in StatusOf<Op>]: AnyAnswer & { status: Status; body: ResponseBody<Op, Status> };
}[StatusOf<Op>];

export type Refusal<Status extends number> = AnyAnswer & { status: Status; body: Schema<'ErrorBody'> };

/** A refusal by a deployment's choice: the deployment's contract declares its status. */
export type ChosenRefusal = Refusal<number> & { choice: keyof Choices };

export function answer<Status extends number, Body>(
  status: Status,
  body: Body,
  ...rules: RuleId[]
): AnyAnswer & { status: Status; body: Body } {
  return { status, body, rules };
}

export function noted<One extends AnyAnswer>(answer: One, ...notes: readonly string[]): One {
  if (notes.length === 0) return answer;
  return { ...answer, journal: { ...answer.journal, notes: [...(answer.journal?.notes ?? []), ...notes] } };
}

/** An answer that a Prefer header, a scenario or the ledger gave instead of the operation. */
export function from(origin: AnswerNotes['origin'] & string, answer: AnyAnswer): AnyAnswer {
  return { ...answer, journal: { ...answer.journal, origin } };
}

/** The beginning of a text, as a copy: a slice would hold the whole text in memory. */
export function shortened(text: string, length: number): string {
  return text.length > length ? `${Buffer.from(text.slice(0, length)).toString()}…` : text;
}
