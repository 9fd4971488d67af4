import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { isObject, type Json } from '../../../spec/json.ts';
import type { OperationId } from '../../../spec/types.ts';
import { type Answer, parseBody } from '../../suite/wire/answer.ts';

/** A value of an answer, and where it is. */
export interface Shown<Value = unknown> {
  place: string;
  value: Value;
}

/** A rule that holds for every answer that exercises it. */
export interface Invariant {
  rule: RuleId;
  /** The demanded kind of value, after its place: `a UUID`. */
  expected: string;
  /** The values that the rule is about; none where the answer shows nothing of the kind. */
  shownBy: (answer: Answer) => readonly Shown[];
  holds: (value: unknown, answer: Answer) => boolean;
}

/** Finds values of a kind in an answer. */
export type Find<Value = unknown> = (answer: Answer) => readonly Shown<Value>[];

/** Declares an invariant. */
export function every<Value>(
  rule: RuleId,
  shownBy: Find<Value>,
  expected: string,
  holds: (value: Value, answer: Answer) => boolean,
): Invariant {
  return { rule, expected, shownBy, holds: holds as Invariant['holds'] };
}

/** Reduces values to the deciding part, for the finding. */
export function part<Whole, Part>(find: Find<Whole>, read: (whole: Whole, answer: Answer) => Part): Find<Part> {
  return (answer) => find(answer).map(({ place, value }) => ({ place, value: read(value, answer) }));
}

/** The same, where a condition holds for the JSON object that was sent. */
export function when<Value>(find: Find<Value>, applies: (sent: Json) => boolean): Find<Value> {
  return (answer) => (applies(readSent(answer)) ? find(answer) : []);
}

/** The answer itself, where a condition holds. */
export function answers(applies: (answer: Answer) => boolean): Find<Answer> {
  return (answer) => (applies(answer) ? [{ place: 'the answer', value: answer }] : []);
}

/** The object `data` of the successes of some operations. */
export function dataOf(...operations: OperationId[]): Find<Json> {
  return ({ accepted, operation, body }) => {
    const data = isObject(body) ? body.data : undefined;
    const isOne = accepted && operation !== undefined && operations.includes(operation) && isObject(data);
    return isOne ? [{ place: '/data', value: data }] : [];
  };
}

/** The objects in the list `data` of the successes of an operation. */
export function itemsOf(operation: OperationId): Find<Json> {
  return (answer) => {
    const data = answer.accepted && answer.operation === operation && isObject(answer.body) ? answer.body.data : [];
    return listObjects(data, '/data');
  };
}

/** The objects in the list under a name. */
export function listed(find: Find<Json>, name: string): Find<Json> {
  return (answer) => find(answer).flatMap(({ place, value }) => listObjects(value[name], `${place}/${name}`));
}

/** The members under some names, where they are present and not null. */
export function members(find: Find<Json>, ...names: string[]): Find {
  return (answer) =>
    find(answer).flatMap(({ place, value }) =>
      names.filter((name) => isPresent(value[name])).map((name) => ({ place: `${place}/${name}`, value: value[name] })),
    );
}

/** True if a member is there: a null is read as an absent one. */
export function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The members of the JSON object that was sent; none where it is unknown. */
export function readSent({ request }: Answer): Json {
  const body = parseBody(request.body ?? '');
  return isObject(body) ? body : {};
}

function listObjects(list: unknown, place: string): Shown<Json>[] {
  const entries = Array.isArray(list) ? list : [];
  return entries.flatMap((value, index) => (isObject(value) ? [{ place: `${place}/${index}`, value }] : []));
}
