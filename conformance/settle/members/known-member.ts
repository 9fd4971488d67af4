import type { MemberChanges, MemberForm, Unsettled } from '../../../spec/deployment/deployment.ts';
import { isEmpty } from '../../../spec/deployment/empty.ts';
import { lowerDomain } from '../../../spec/deployment/letter-case.ts';
import { isObject } from '../../../spec/json.ts';
import { UUID } from '../../../spec/validators.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { countObjects, type Met, missingIn, type Path, requestOf, saidIn } from '../asked/compared-members.ts';
import { exchangeLine, Tallies, Tally } from '../asked/tally.ts';
import { endOf, isTime, optionalEnd, trimmedEnd } from './time-form.ts';

/** How a member is told: in one form, or in two ways that contradict each other. */
export type Found<Form = MemberForm> = { form: Form } | (Pick<Unsettled, 'reason'> & { seen: string[] });

/** What is known of a member: what it is called, and whether it is one of an item, of one of several kinds, or has words of its own. */
interface About {
  name: string;
  isItem?: boolean;
  isVaried?: boolean;
  isEnum?: boolean;
}

/** How a member of the contract differs from ours; undefined when it does not, or its data alone do. */
export function knownForm(
  met: Path,
  { name, isItem = false, isVaried = false, isEnum = false }: About,
): Found<MemberChanges> | undefined {
  const { all } = met;
  const missing = isItem ? missingItem(met) : missingIn(met);
  const some = isVaried ? nothingInSome(all) : undefined;
  const times = timesIn(all);
  const { clear, contradiction } = times.ends;
  if (contradiction && !clear) return { reason: 'was seen in two ways', seen: contradiction.map(exchangeLine) };
  const words = isEnum ? wordsIn(all) : {};
  const letters = caseIn(all);
  const isUnasked = isOnlyAsked(all, name);
  const [ofNull, ofEmpty] = [insteadOf(all, (ours) => ours === null), insteadOfEmpty(all, name)];
  const form: MemberChanges = {
    ...(missing && { missing: missing.value }),
    ...(some && { some }),
    ...(isUnasked && { unasked: 'absent' as const }),
    ...(ofNull && ofNull !== 'null' && { null: ofNull }),
    ...(ofEmpty && ofEmpty !== 'empty' && { empty: ofEmpty }),
    ...(all.some(isAddressText) && { address: 'text' as const }),
    ...(all.some(isAddressObject) && { address: 'object' as const }),
    ...(letters && { case: letters }),
    ...(times.differ && clear && { time: clear.value }),
    ...(Object.keys(words).length > 0 && { words }),
  };
  return Object.keys(form).length > 0 ? { form } : undefined;
}

/** How a member is left out: never there, or not where ours has nothing to say. */
export function absentForm(all: readonly Met[]): MemberForm {
  if (all.every(({ ours }) => ours === null)) return { null: 'absent' };
  return all.every(({ ours }) => isEmpty(ours)) ? { empty: 'absent' } : 'absent';
}

/** The items of two lists are not the same ones: what all of theirs have stands where one of ours has nothing. */
export function missingItem({ all, around }: Path): { value: unknown } | undefined {
  const values = new Tally<unknown>();
  for (const { theirs, seen } of all) if (theirs !== undefined) values.add(theirs, seen);
  if (values.count < countObjects(around) || all.every(({ ours }) => ours !== undefined)) return undefined;
  return all.some(({ theirs }) => theirs === null) ? { value: null } : values.commonest;
}

/** What some items have in the place of what all of ours have; undefined where theirs all have it. */
function nothingInSome(all: readonly Met[]): 'absent' | 'null' | undefined {
  if (all.some(({ ours }) => (ours ?? null) === null)) return undefined;
  if (all.some(({ theirs }) => theirs === undefined)) return 'absent';
  return all.some(({ theirs }) => theirs === null) ? 'null' : undefined;
}

/** What mostly stands where ours is null, or has nothing in it; undefined when that is something else, or now this, now that. */
function insteadOf(all: readonly Met[], isSo: (ours: unknown) => boolean): 'absent' | 'null' | 'empty' | undefined {
  const kinds = new Tally<'absent' | 'null' | 'empty' | undefined>();
  for (const { theirs, ours, seen } of all) if (isSo(ours)) kinds.add(nothing(theirs), seen);
  return kinds.clear?.value;
}

/** What mostly stands where ours is empty; `unasked` where it is left out, but not for requests that say something of it. */
function insteadOfEmpty(all: readonly Met[], name: string): 'absent' | 'null' | 'empty' | 'unasked' | undefined {
  const usual = insteadOf(all, isEmpty);
  const asked = all.filter((one) => isEmpty(one.ours) && saidIn(one, name) !== undefined);
  const isShown = asked.length > 1 && asked.every(({ theirs }) => nothing(theirs) === 'empty');
  const others = all.filter((one) => !asked.includes(one));
  return isShown && insteadOf(others, isEmpty) === 'absent' ? 'unasked' : usual;
}

/** Whether a member of ours that says something is left out where the request does not have it, and there where it says something. */
function isOnlyAsked(all: readonly Met[], name: string): boolean {
  const told = all.filter(({ ours }) => !isEmpty(ours ?? ''));
  const [shown, leftOut] = [true, false].map((isShown) =>
    told.filter(({ theirs }) => (theirs !== undefined) === isShown),
  );
  if (!shown?.[1] || !leftOut?.[1]) return false;
  const isSaid = (one: Met) => !isEmpty(saidIn(one, name) ?? '');
  return shown.every(isSaid) && !leftOut.some(isSaid);
}

function nothing(value: unknown): 'absent' | 'null' | 'empty' | undefined {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return isEmpty(value) ? 'empty' : undefined;
}

const isAddressObject = ({ theirs, ours }: Met) =>
  typeof ours === 'string' && isObject(theirs) && typeof theirs.email === 'string';
const isAddressText = ({ theirs, ours }: Met) =>
  typeof theirs === 'string' && isObject(ours) && typeof (ours.email ?? ours.to) === 'string';

/**
 * Whether texts that have capitals at ours never have any at the target's, or none in the domain of an address, and are the same but for
 * that; ids are others at ours.
 */
function caseIn(all: readonly Met[]): MemberChanges['case'] {
  const capitals = all.flatMap(({ theirs: one, ours: other }) => {
    const [theirs, ours] = [addressOf(one), addressOf(other)];
    const isSame = theirs && ours && (isSameText(theirs, ours) || isId(theirs, ours));
    return isSame && ours !== ours.toLowerCase() ? [{ theirs, ours }] : [];
  });
  if (capitals.length === 0) return undefined;
  if (capitals.every(({ theirs }) => theirs === theirs.toLowerCase())) return 'lower';
  const ofDomains = capitals.filter(({ ours }) => ours !== lowerDomain(ours));
  return ofDomains.length > 0 && capitals.every(({ theirs, ours }) => theirs === lowerDomain(ours))
    ? 'domain'
    : undefined;
}

/** Whether two texts are the same but for the case of letters. */
export const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const isId = (...texts: string[]) => texts.every((text) => UUID.test(text));

function addressOf(value: unknown): string | undefined {
  const text = isObject(value) ? value.email : value;
  return typeof text === 'string' ? text : undefined;
}

/** How the target's times end, and whether that is otherwise than ours do. */
function timesIn(all: readonly Met[]): { ends: Tally<string>; differ: boolean } {
  const ends = new Tally<string>();
  let differ = false;
  const met = all.filter(
    (one): one is Met & Record<'theirs' | 'ours', string> => isTime(one.theirs) && isTime(one.ours),
  );
  const times = met.map(({ theirs }) => theirs);
  const areSent = met.length > 1 && met.every(({ theirs, seen }) => Object.values(requestOf(seen)).includes(theirs));
  const varied = areSent ? 'sent' : (optionalEnd(times) ?? trimmedEnd(times));
  for (const { theirs, ours, seen } of met) {
    ends.add(varied ?? endOf(theirs), seen);
    differ ||= endOf(theirs) !== endOf(ours);
  }
  return { ends, differ };
}

/**
 * The words of an enum that stand for ours: for each of ours, theirs where there is only one. One that stands for itself counts for another
 * of ours only where none else was seen: what is told by it is mostly another situation than ours.
 */
function wordsIn(all: readonly Met[]): Record<string, string> {
  const met = all.flatMap(({ theirs, ours, seen }) => (isWord(theirs) && isWord(ours) ? [{ theirs, ours, seen }] : []));
  const itself = new Set(talliesOf(met).clearValues.flatMap(([ours, theirs]) => (theirs === ours ? [ours] : [])));
  const named = new Set(met.flatMap(({ theirs, ours }) => (itself.has(theirs) ? [] : [ours])));
  const tallies = talliesOf(
    met.filter(({ theirs, ours }) => !named.has(ours) || !itself.has(theirs) || theirs === ours),
  );
  return Object.fromEntries(tallies.clearValues.filter(([ours, theirs]) => theirs !== ours));
}

function talliesOf(met: readonly { theirs: string; ours: string; seen: NotedExchange }[]): Tallies<string, string> {
  const tallies = new Tallies<string, string>();
  for (const { theirs, ours, seen } of met) tallies.note(ours, theirs, seen);
  return tallies;
}

const words = /^[a-z][a-z_-]{1,30}$/i;
const isWord = (value: unknown): value is string => typeof value === 'string' && words.test(value);
