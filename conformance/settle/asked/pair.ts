import type { FaultKind, FurtherError } from '../../../spec/deployment/deployment.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { Json } from '../../../spec/json.ts';
import { loadRegister } from '../../../spec/register.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { membersOf, parsed } from '../../suite/wire/answer.ts';
import type { HeaderPairs } from '../../suite/wire/exchange.ts';
import { withMessageInData } from '../../suite/wire/message-member.ts';

/** What our mock answers to a request, and the rules that decided it. */
export interface OurAnswer {
  status: number;
  headers?: HeaderPairs;
  text: string;
  rules: readonly RuleId[];
  /** What kind of fault a refusal tells first. */
  fault?: FaultKind | undefined;
  /** What kind of fault each of its errors tells. */
  faults?: readonly (FaultKind | 'other')[] | undefined;
}

/** An exchange with the target beside what our mock answers to the same request. */
export interface Pair {
  seen: NotedExchange;
  ours: OurAnswer;
  /** The operation, of an alias the original, as which an alias answers. */
  operation?: OperationId | undefined;
  /** The place of the request that our refusal names (`requestPlaceOf`). */
  place?: string | undefined;
  /** The further errors of a refusal that tell the fault of which ours tells one; undefined where no refusal has any. */
  also?: readonly FurtherError[] | undefined;
}

/** The parsed body of an answer; undefined when it is no JSON. */
export function bodyOf({ text }: { text: string }): Json | undefined {
  return parsed(text) as Json | undefined;
}

/** What each error of a refusal says of where it is, and what is wrong there. */
export function errorsIn(body: Json | undefined): { pointer?: unknown; parameter?: unknown; detail?: unknown }[] {
  const errors = Array.isArray(body?.errors) ? body.errors.map(membersOf) : [];
  return errors.map(({ source, detail }) => ({ ...membersOf(source), detail }));
}

/** How many faults a refusal tells: each is an error with a place or a detail of its own. */
export function countFaults(body: Json | undefined): number {
  const told = errorsIn(body).map(({ pointer, parameter, detail }) =>
    [pointer, parameter, detail].filter((text) => typeof text === 'string').join(' '),
  );
  return new Set(told.filter(Boolean)).size;
}

/** An answer with its message in `data`, as ours have it. */
export function asOurs<Answered extends { operation?: OperationId | undefined; status: number; text: string }>(
  answer: Answered,
): Answered {
  const body = isSuccess(answer) ? bodyOf(answer) : undefined;
  const moved = withMessageInData(answer.operation, body);
  return moved === body ? answer : { ...answer, text: JSON.stringify(moved) };
}

/** Whether an answer of the target breaks what the source says. */
export const breaksSource = ({ broken }: NotedExchange) =>
  broken.some((rule) => loadRegister().get(rule)?.basis === 'source');
/** Whether an answer says that what was asked for was done. */
export const isSuccess = ({ status }: { status: number }) => status >= 200 && status < 300;
/** Whether an answer says what is wrong with the request; one that says there were too many (429) does not. */
export const isRefusal = ({ status }: { status: number }) => status >= 400 && status < 500 && status !== 429;
