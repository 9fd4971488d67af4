import type { Deployment } from '../../spec/deployment/deployment.ts';
import { memberIn } from '../../spec/pointer.ts';
import { bodyOf, errorsIn, isRefusal, type OurAnswer, type Pair } from './pair.ts';
import type { RefusalBody } from './refusal-body.ts';

/** Two members or parameters, both at fault, in the order in which a target names them. */
type InTurn = readonly [first: string, then: string];

/**
 * The order in which a target names members and parameters where several are at fault: that of their names, or a list of them; undefined
 * where it is ours, or can't be seen. Our answers must tell all faults in our order. `areFirst` says that the target tells one fault alone,
 * which is the first then.
 */
export function errorOrderIn(pairs: readonly Pair[], areFirst: boolean): Deployment['errorOrder'] {
  const found = pairs
    .filter(({ seen }) => isRefusal(seen))
    .map(({ seen, ours }) => ({ own: membersIn(ours), theirs: membersIn(seen) }))
    .map(({ own, theirs }) => ({ own, inTurn: areFirst ? firstOf(theirs, own) : inTurnIn(theirs, own) }));
  const isOtherwise = found.some(({ own, inTurn }) =>
    inTurn.some(([one, then]) => own.indexOf(one) > own.indexOf(then)),
  );
  if (!isOtherwise) return undefined;
  const inTurn = found.flatMap((one) => one.inTurn);
  const list = listIn(inTurn);
  const exceptions = (isBefore: (one: string, then: string) => boolean) =>
    inTurn.filter(([one, then]) => !isBefore(one, then)).length;
  const byList = exceptions((one, then) => list.indexOf(one) < list.indexOf(then));
  return exceptions((one, then) => one < then) <= byList ? 'byName' : list;
}

/** All members: next comes the one that fewest of those left were seen before, of several the one that comes before most others. */
function listIn(inTurn: readonly InTurn[]): string[] {
  const times = new Map<string, number>();
  for (const both of inTurn) times.set(both.join(' '), (times.get(both.join(' ')) ?? 0) + 1);
  const members = [...new Set(inTurn.flat())];
  const leads = (one: string, other: string) =>
    Math.sign((times.get(`${one} ${other}`) ?? 0) - (times.get(`${other} ${one}`) ?? 0));
  const rank = new Map(members.map((one) => [one, members.reduce((sum, other) => sum + leads(one, other), 0)]));
  const left = members.toSorted((one, other) => (rank.get(other) ?? 0) - (rank.get(one) ?? 0));
  const list: string[] = [];
  while (left.length > 0) {
    const before = left.map((one) => left.filter((other) => leads(other, one) > 0).length);
    list.push(...left.splice(before.indexOf(Math.min(...before)), 1));
  }
  return list;
}

/** What comes before what in a refusal, of all that is at fault by ours too. */
function inTurnIn(theirs: readonly string[], own: readonly string[]): InTurn[] {
  const told = theirs.filter((one) => own.includes(one));
  return told.flatMap((one, index) => told.slice(index + 1).map((then): InTurn => [one, then]));
}

/** The same of a refusal that tells the first fault alone: it comes before all others. */
function firstOf([first]: readonly string[], own: readonly string[]): InTurn[] {
  if (first === undefined || !own.includes(first)) return [];
  return own.filter((one) => one !== first).map((then): InTurn => [first, then]);
}

/** The parameter that an entry names: `page[size]` may stand there as `page` and `size`. */
function parameterIn(loc: readonly string[] = []): string {
  const [first = '', ...steps] = loc[0] === 'query' ? loc.slice(1) : loc;
  return first + steps.map((step) => `[${step}]`).join('');
}

/** The members and parameters that the errors of an answer name, each once, as they come. */
function membersIn(answer: Pick<OurAnswer, 'text'>): string[] {
  const body = bodyOf(answer);
  const places = errorsIn(body).map(({ pointer, parameter }) => pointer ?? parameter);
  const { detail } = (body ?? {}) as RefusalBody;
  const parameters = Array.isArray(detail) ? detail.map(({ loc }) => parameterIn(loc)) : [];
  const members = places.flatMap((place) => (typeof place === 'string' && place ? memberIn(place) : []));
  return [...new Set([...members, ...parameters])];
}
