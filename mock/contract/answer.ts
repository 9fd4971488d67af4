import type { Choices } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { OperationId, ResponseBody, Schema, StatusOf } from '../../spec/types.ts';

/** The codes, all but one numbers (ERR-8), and their titles (source document, Errors > Known codes; ERR-9). */
const titles = {
  '10001': 'Not found',
  '10005': 'Resource not found',
  '10007': 'Unexpected error',
  '10009': 'Authentication failed',
  '10010': 'Not authorized',
  '10015': 'Invalid request',
  '10027': 'Idempotency key reused',
  '10036': 'Request in progress',
  recipient_suppressed: 'Recipient suppressed',
} as const;

/** The error codes that this mock uses. */
export type ErrorCode = keyof typeof titles;

/** What is wrong with a request: a code, a sentence, and where in the request (at most one of the two places). */
export interface Reason {
  code: ErrorCode;
  detail: string;
  /** JSON pointer into the body. */
  pointer?: string | undefined;
  /** Name of a query parameter. */
  parameter?: string | undefined;
}

/** An answer of any operation, before it is serialised. `rules` are the ids of the rules that decided it. */
export interface AnyAnswer {
  status: number;
  body: unknown;
  rules: readonly RuleId[];
  headers?: Record<string, string>;
  /** The body as JSON, where it is written already. */
  text?: Buffer | string;
  /** The rules of each of its errors, where it has several. */
  each?: readonly Decided[];
  /** The entries of a deployment file that shaped it, such as `choices.emptyUpdate`. */
  entry?: string;
  /** Who gave it, where that was not the operation. */
  origin?: Origin;
  /** What the journal tells beside the rules, in sentences: which case of a rule it was, what was ignored, what was most likely meant. */
  notes?: readonly string[];
}

/** The rules that decided one error of a refusal. */
export type Decided = Pick<AnyAnswer, 'rules'>;

/** A Prefer header, a scenario, or the ledger, which replays. */
export type Origin = 'prefer' | 'scenario' | 'ledger';

/** An answer that the contract declares for the operation: other statuses and other bodies don't compile. */
export type Answer<Op extends OperationId> = {
  [Status in StatusOf<Op>]: AnyAnswer & { status: Status; body: ResponseBody<Op, Status> };
}[StatusOf<Op>];

/** An answer in the standard error body. */
export type Refusal<Status extends number> = AnyAnswer & { status: Status; body: Schema<'ErrorBody'> };

/** An answer with notes for the journal beside it; the client sees nothing of them. */
export function noted<One extends AnyAnswer>(answer: One, ...notes: readonly string[]): One {
  return notes.length === 0 ? answer : { ...answer, notes: [...(answer.notes ?? []), ...notes] };
}

/** Sentences that are told beside the first at most. */
const TOLD = 10;

/** A refusal whose detail goes on with some sentences: what else is wrong, what was most likely meant. */
export function goingOn<One extends AnyAnswer>(answer: One, sentences: readonly string[]): One {
  if (sentences.length === 0) return answer;
  const told = [...sentences.slice(0, TOLD), ...(sentences.length > TOLD ? ['There is more.'] : [])].join(' ');
  const { errors, detail } = answer.body as { errors?: { detail: string }[]; detail?: { msg: string }[] };
  const lists = {
    ...(errors && { errors: withFirst(errors, (one) => ({ ...one, detail: `${one.detail} ${told}` })) }),
    ...(detail && { detail: withFirst(detail, (one) => ({ ...one, msg: `${one.msg}. ${told}` })) }),
  };
  return { ...answer, body: { ...(answer.body as object), ...lists } };
}

function withFirst<One>([first, ...others]: readonly One[], change: (one: One) => One): One[] {
  return first === undefined ? [] : [change(first), ...others];
}

/** A refusal that a deployment's choice leads to: the deployment's contract declares its status, ours need not. */
export type ChosenRefusal = Refusal<number> & { choice: keyof Choices };

/** Makes an answer from a status and a body. */
export function answer<Status extends number, Body>(
  status: Status,
  body: Body,
  ...rules: RuleId[]
): AnyAnswer & { status: Status; body: Body } {
  return { status, body, rules };
}

/** Makes a refusal in the standard error body (source document, Errors). */
export function refuse<Status extends number>(status: Status, reason: Reason, ...rules: RuleId[]): Refusal<Status> {
  const { code, detail, pointer, parameter } = reason;
  const source = pointer !== undefined ? { pointer } : parameter !== undefined ? { parameter } : undefined;
  const error = { code, title: titles[code], detail, ...(source && { source }) };
  return { status, body: { errors: [error] }, rules };
}

/** Makes a refusal that a choice of the partition's deployment leads to. */
export function refuseByChoice(
  choice: keyof Choices,
  status: number,
  reason: Reason,
  ...rules: RuleId[]
): ChosenRefusal {
  return { ...refuse(status, reason, ...rules), choice, entry: `choices.${choice}` };
}

/** Makes the refusal of a value in the body that a choice of the partition's deployment leads to. */
export function invalidByChoice(choice: keyof Choices, pointer: string, detail: string, rule: RuleId): ChosenRefusal {
  return refuseByChoice(choice, 422, { code: '10015', detail, pointer }, rule);
}
