import type { Deployment, RefusalForm } from '../../../spec/deployment/deployment.ts';
import type { Choices } from '../../../spec/generated/choices.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { grouped } from '../../../spec/grouped.ts';
import { pointerSteps } from '../../../spec/pointer.ts';
import { inErrorOrder, MOST_ERRORS } from '../refuse-together.ts';

/** An error of a refusal of ours: how it is told, the rules behind it, and the pointer or parameter that it names. */
export interface ToldError {
  form: RefusalForm | undefined;
  rules: readonly RuleId[];
  place?: string | undefined;
  /** The same with `*` for every entry of a list or map (`requestPlaceOf`). */
  placeOfAll?: string | undefined;
  /** The rule of which the deployment tells several errors as one. */
  onceUnder?: RuleId | undefined;
  /** Whether the deployment finds it while it reads the request, before it looks for others. */
  isOfReading: boolean;
  /** Whether it tells the fault of the error before again. */
  isFurther?: boolean;
}

/** What decides which errors come together, and in which order. */
export interface Order {
  /** The status of those that say no other. */
  status: number;
  /** Whether what is found while reading comes in the order of the body. */
  isAsSent: boolean;
  errorOrder?: Deployment['errorOrder'];
  /** Which faults are told of those in several entries of one list or map. */
  listFaults?: Choices['listFaults'] | undefined;
  sent?: unknown;
}

/**
 * The errors that one refusal of a deployment tells, in its order: the first alone of those that it finds while it reads, else those with
 * the status of the first (ERR-14), entries of one list or map in the order of the body. Several under a rule whose form says `once` are
 * one.
 */
export function toldTogether(
  all: readonly ToldError[],
  { status, isAsSent, errorOrder, listFaults, sent }: Order,
): readonly ToldError[] {
  const reading = all.filter(({ isOfReading }) => isOfReading);
  if (reading.length > 0) return (isAsSent ? asSent(reading, sent) : reading).slice(0, 1);
  const statusOf = (one: ToldError | undefined) => one?.form?.status ?? status;
  const together = all.filter((one) => statusOf(one) === statusOf(all[0]));
  const inTurn = entriesAsSent(together, sent);
  const told = listFaults === 'first' ? firstOfLists(inTurn) : inTurn;
  const ordered = inErrorOrder(told, ({ place }) => place, errorOrder);
  const firsts = new Map(ordered.toReversed().map((one) => [one.onceUnder, one]));
  return ordered.filter((one) => !one.onceUnder || firsts.get(one.onceUnder) === one).slice(0, MOST_ERRORS);
}

/** Errors of which those about entries of one list or map are the first alone. */
function firstOfLists(errors: readonly ToldError[]): readonly ToldError[] {
  const ofLists = grouped(errors, ({ placeOfAll }) => /^(\/.+?)\/\*/.exec(placeOfAll ?? '')?.[1] ?? []);
  const others = new Set([...ofLists.values()].flatMap(([, ...further]) => further));
  return errors.filter((one) => !others.has(one));
}

/** Errors of which those about entries of one list or map, wherever they stand, come in the order of the body. */
function entriesAsSent(errors: readonly ToldError[], sent: unknown): readonly ToldError[] {
  const ofEntries = grouped(errors, ({ placeOfAll }) => (placeOfAll?.includes('*') ? placeOfAll : []));
  const inTurn = new Map([...ofEntries].map(([place, own]) => [place, asSent(own, sent).values()]));
  return errors.map((one) => inTurn.get(one.placeOfAll ?? '')?.next().value ?? one);
}

/** Errors in the order in which a body that is read as it comes has them: what is outside it first, what it lacks at the end. */
function asSent(errors: readonly ToldError[], sent: unknown): readonly ToldError[] {
  const paths = new Map(errors.map((one) => [one, positions(one.place, sent)]));
  const compare = (one: readonly number[], other: readonly number[]): number => {
    const at = one.findIndex((position, index) => position !== other[index]);
    return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
  };
  return errors.toSorted((one, other) => compare(paths.get(one) ?? [], paths.get(other) ?? []));
}

/** Where each step of a pointer stands among the members beside it. */
function positions(place: string | undefined, sent: unknown): number[] {
  if (!place?.startsWith('/')) return [];
  let at = sent;
  return pointerSteps(place).map((step) => {
    const names = Object.keys((at ?? {}) as object);
    const position = names.indexOf(step);
    at = (at as Record<string, unknown> | undefined)?.[step];
    return position < 0 ? names.length : position;
  });
}
