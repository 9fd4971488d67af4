import type { Deployment, FaultKind } from '../../../spec/deployment/deployment.ts';
import { requestMembersOf } from '../../../spec/deployment/request-place.ts';
import type { ContractDocument } from '../../../spec/document.ts';
import type { Choices } from '../../../spec/generated/choices.ts';
import { memberIn, pointerStep } from '../../../spec/pointer.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { bodyOf, errorsIn, isRefusal, type OurAnswer, type Pair } from '../asked/pair.ts';
import type { RefusalBody } from '../asked/refusal-body.ts';

/** A member or parameter that a refusal names, and what kind of fault is in it. */
interface Named {
  name: string;
  fault: FaultKind | 'other';
}

/** Two of them, both at fault, in the order in which a target names them. */
interface InTurn {
  one: Named;
  then: Named;
  /** Whether our mock names them in this order. */
  isOurs: boolean;
  /** All that the contract names there. */
  members: readonly string[];
}

/** What the order is read from. */
interface Known {
  document: ContractDocument;
  choices: Deployment['choices'];
}

/**
 * The order in which a target that made these choices names members and parameters where several are at fault: that of their names, or a
 * list of them, which has the order of the contract where nothing was seen; undefined where it is ours, or can't be seen. Our answers must
 * tell all faults in our order.
 */
export function errorOrderIn(pairs: readonly Pair[], { document, choices }: Known): Deployment['errorOrder'] {
  const members = new Map(document.operations.map((spec) => [spec.id, requestMembersOf(spec, document, choices)]));
  const inTurn = ofOneKind(
    pairs
      .filter(({ seen }) => isRefusal(seen))
      .flatMap((pair) => inTurnIn(pair, members.get(pair.seen.operation as OperationId) ?? [], choices.faultsTold)),
  );
  const moved = new Set(inTurn.filter(({ isOurs }) => !isOurs).map((both) => both.members));
  const list = listIn(inTurn, [...new Set([...members.values()].filter((names) => moved.has(names)).flat())]);
  const rank = ({ name }: Named) => (list.includes(name) ? list.indexOf(name) : list.length);
  const exceptions = (isBefore: (both: InTurn) => boolean) => inTurn.filter((both) => !isBefore(both)).length;
  const byOurs = exceptions(({ isOurs }) => isOurs);
  const byName = exceptions(({ one, then }) => one.name < then.name);
  const byList = exceptions(({ one, then, isOurs }) => rank(one) < rank(then) || (rank(one) === rank(then) && isOurs));
  if (byOurs <= Math.min(byName, byList)) return undefined;
  return byName <= byList ? 'byName' : list;
}

/** Where one kind of fault comes before another, whatever they are in, only faults of one kind show the order of members. */
function ofOneKind(all: readonly InTurn[]): readonly InTurn[] {
  const isOfOne = ({ one, then }: InTurn) => one.fault === then.fault;
  const seen = new Set(all.map(({ one, then }) => `${one.name} ${then.name}`));
  const isStaged = all.some((both) => !isOfOne(both) && seen.has(`${both.then.name} ${both.one.name}`));
  return isStaged ? all.filter(isOfOne) : all;
}

/** Members in the order of the contract, each behind those that mostly come before it; the last ones of which nothing was seen are left out. */
function listIn(inTurn: readonly InTurn[], members: readonly string[]): string[] {
  const leads = new Map<string, number>();
  const note = (one: Named, then: Named, by: number) => {
    const both = `${one.name} ${then.name}`;
    leads.set(both, (leads.get(both) ?? 0) + by);
  };
  for (const { one, then } of inTurn) {
    note(one, then, 1);
    note(then, one, -1);
  }
  const begun = new Set<string>();
  const behindOthers = (member: string): string[] => {
    if (begun.has(member)) return [];
    begun.add(member);
    const before = members.filter((other) => (leads.get(`${other} ${member}`) ?? 0) > 0);
    return [...before.flatMap(behindOthers), member];
  };
  const list = members.flatMap(behindOthers);
  const seen = new Set(inTurn.flatMap(({ one, then }) => [one.name, then.name]));
  return list.slice(0, list.findLastIndex((member) => seen.has(member)) + 1);
}

/** What comes before what in a refusal, of all that is at fault by ours too and that the contract names. */
function inTurnIn(
  { seen, ours }: Pair,
  members: readonly string[],
  faultsTold: Choices['faultsTold'] = 'first',
): InTurn[] {
  const faults = namesIn(ours).map((name, index): Named => ({ name, fault: ours.faults?.[index] ?? 'other' }));
  const own = new Map(faults.toReversed().map((one) => [one.name, one]));
  const known = [...new Set(faults.map(({ name }) => name))].filter((name) => members.includes(name));
  const told = [...new Set(namesIn(seen, members))].filter((name) => known.includes(name));
  const inTurn = (first: string, others: readonly string[]) =>
    others.map((other): InTurn => {
      const [one, then] = [own.get(first), own.get(other)] as [Named, Named];
      return { one, then, isOurs: known.indexOf(first) < known.indexOf(other), members };
    });
  if (faultsTold !== 'first') return told.flatMap((first, index) => inTurn(first, told.slice(index + 1)));
  // One that tells a single fault tells the first of all.
  const [first] = told;
  const others = known.filter((name) => name !== first);
  return first === undefined ? [] : inTurn(first, others).filter((both) => isOfMembers(both) && !isAsSent(both, seen));
}

/** What several members say together is one fault, wherever it is told. */
const isOfMembers = ({ one, then }: InTurn) => one.fault !== 'other' && then.fault !== 'other';

/** Of a body that is read as it comes the first wrong type is told, whatever the order of members is. */
function isAsSent({ one, then }: InTurn, { request: { body = '' } }: NotedExchange): boolean {
  const sent = Object.keys(bodyOf({ text: body }) ?? {}).map((name) => `/${pointerStep(name)}`);
  return [one, then].every(({ fault }) => fault === 'type') && sent.indexOf(one.name) < sent.indexOf(then.name);
}

/** The parameter that an entry names: `page[size]` may stand there as `page` and `size`. */
function parameterIn(loc: readonly string[] = []): string {
  const [first = '', ...steps] = loc[0] === 'query' ? loc.slice(1) : loc;
  return first + steps.map((step) => `[${step}]`).join('');
}

/** The member of a body that a place leads to, which may stand behind steps of a deployment's own, such as `/body/to/0` and `body.to[0]`. */
function memberAt(place: string, members: readonly string[]): string {
  const inner = place.split(/[./[\]]+/).find((step) => members.includes(`/${step}`));
  const member = memberIn(place);
  return inner === undefined || members.includes(member) ? member : `/${inner}`;
}

/**
 * The member or parameter that each error of an answer names, of these as far as it is one of them; the empty text where it names none.
 */
function namesIn(answer: Pick<OurAnswer, 'text'>, members: readonly string[] = []): string[] {
  const body = bodyOf(answer);
  const { detail } = (body ?? {}) as RefusalBody;
  if (Array.isArray(detail)) return detail.map(({ loc }) => parameterIn(loc));
  const places = errorsIn(body).map(({ pointer, parameter }) => pointer ?? parameter);
  return places.map((place) => (typeof place === 'string' ? memberAt(place, members) : ''));
}
