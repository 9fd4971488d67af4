import { isDeepStrictEqual } from 'node:util';
import type { MemberChanges, MemberForm } from '../../../spec/deployment/deployment.ts';
import { hasPlaceholder } from '../../../spec/deployment/links.ts';
import { grouped } from '../../../spec/grouped.ts';
import type { Json } from '../../../spec/json.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import { areObjects, type Met, missingIn, type Path, saidIn } from '../asked/compared-members.ts';
import { Tallies, type Tally } from '../asked/tally.ts';
import { isSameText, knownForm, missingItem } from './known-member.ts';
import { entriesOf, listForm } from './list-member.ts';
import { isTime } from './time-form.ts';

/** The form of a member that the contract does not have, after its name; undefined where nothing steady is seen of it. */
export function addedForm(met: Path, name: string): { form: MemberChanges } | undefined {
  return likeForm(met, name) ?? lengthForm(met, name) ?? nullForm(met, name) ?? ownForm(met, name);
}

/**
 * The form of a member that says the same as one of ours: one that the target does not have, or one that it has beside it; undefined where
 * there is none.
 */
function likeForm({ around }: Path, name: string): { form: MemberChanges } | undefined {
  if (!around) return undefined;
  const objects = around.all.filter(areObjects) as BothObjects[];
  for (const like of oursIn(around, objects)) {
    if (!isRenamed(objects, name, like) && !isRepeated(objects, name, like)) continue;
    const all = objects
      .map((one) => ({ ...one, theirs: one.theirs[name], ours: one.ours[like], beside: one.part }))
      .filter((one) => one.theirs !== undefined || one.ours !== undefined);
    const found = knownForm({ all, around }, { name });
    if (!found || 'form' in found) return { form: { like, ...found?.form } };
  }
  return undefined;
}

type BothObjects = Met & Record<'theirs' | 'ours', Json>;

const members = new WeakMap<Path, readonly string[]>();

/** The members of our objects, those first that none of the target's has. */
function oursIn(around: Path, objects: readonly BothObjects[]): readonly string[] {
  const known = members.get(around);
  if (known) return known;
  const theirs = new Set(objects.flatMap((one) => Object.keys(one.theirs)));
  const ours = new Set(objects.flatMap((one) => Object.keys(one.ours)));
  const found = [...ours].toSorted((one, other) => Number(theirs.has(one)) - Number(theirs.has(other)));
  members.set(around, found);
  return found;
}

/** So many values that two members share are no accident. */
const VARIED = 3;

const isTold = (value: unknown) => (value ?? null) !== null;

/** Whether a member of the target says what one of ours does that it has not, where it can be seen: now something, now nothing, or now this, now that. */
function isRenamed(objects: readonly BothObjects[], name: string, like: string): boolean {
  if (objects.some(({ theirs }) => like in theirs)) return false;
  const agree = ({ theirs: { [name]: one }, ours: { [like]: other } }: BothObjects) =>
    isTold(other) ? isDeepStrictEqual(one, other) || (isTime(one) && isTime(other)) : !isTold(one);
  if (!objects.every(agree)) return false;
  const told = objects.map(({ ours }) => ours[like]).filter(isTold);
  return told.length > 1 && (told.length < objects.length || areVaried(told));
}

/** The form of a member that is how long a list beside it is, or several together, wherever it was seen; undefined for any other. */
function lengthForm({ around }: Path, name: string): { form: MemberChanges } | undefined {
  if (!around) return undefined;
  const objects = around.all.filter(areObjects) as BothObjects[];
  const told = objects.filter(({ theirs }) => theirs[name] !== undefined);
  if (!areVaried(told.map(({ theirs }) => theirs[name]))) return undefined;
  const lists = oursIn(around, objects).filter((list) => objects.some(({ ours }) => Array.isArray(ours[list])));
  const areLong = (some: readonly string[]) =>
    told.every((one) => one.theirs[name] === some.reduce((sum, list) => sum + lengthOf(one, list), 0));
  const length = combinationsOf(lists).find(areLong);
  const [first, ...others] = length ?? [];
  return first === undefined ? undefined : { form: { length: others.length === 0 ? first : [first, ...others] } };
}

/** Lists of one object that are counted together at most. */
const TOGETHER = 3;

/** All combinations of so many names at most, the smallest first. */
function combinationsOf(names: readonly string[], most = TOGETHER): string[][] {
  if (most === 0) return [[]];
  const smaller = combinationsOf(names, most - 1);
  const larger = smaller
    .filter(({ length }) => length === most - 1)
    .flatMap((some) => names.slice(names.indexOf(some.at(-1) ?? '') + 1).map((name) => [...some, name]));
  return [...smaller, ...larger];
}

/** How long a list of an object is; one without entries may be left out, and one that is not shown is as long as ours. */
function lengthOf({ theirs, ours }: BothObjects, name: string): number {
  const list = theirs[name] ?? ours[name] ?? [];
  return Array.isArray(list) ? list.length : Number.NaN;
}

/**
 * The form of a member of items that the contract does not have: an example, and that it is null where another is that ours has too, or in
 * some items.
 */
export function addedItemForm(met: Path, name: string): MemberChanges | undefined {
  const missing = missingItem(met);
  const example = met.all.find(({ theirs }) => isTold(theirs));
  if (missing?.value !== null || !example) return missing && { missing: missing.value };
  const objects = (met.around?.all.filter(areObjects) ?? []) as BothObjects[];
  const nullWith = oursIn(met.around as Path, objects).find((other) =>
    objects.every(({ theirs }) => isTold(theirs[name]) === isTold(theirs[other])),
  );
  return { missing: example.theirs, ...(nullWith === undefined ? { some: 'null' as const } : { nullWith }) };
}

/** The form of a member that is null where another is, wherever it was seen, and else nearly always something; undefined for any other. */
function nullForm({ around, ...met }: Path, name: string): { form: MemberChanges } | undefined {
  const objects = (around?.all.filter(areObjects) ?? []) as BothObjects[];
  const told = objects.filter(({ theirs }) => theirs[name] !== undefined);
  const some = told.filter(({ theirs }) => isTold(theirs[name]));
  const isSeen = around && told.length === objects.length && some.length > 1 && told.length - some.length > 1;
  if (!isSeen) return undefined;
  const nullWith = oursIn(around, objects).find((other) =>
    told.every(({ theirs, ours }) => other in ours && isTold(theirs[name]) === isTold(ours[other])),
  );
  const missing = missingIn({ all: met.all.filter(({ theirs }) => isTold(theirs)), around: undefined });
  return nullWith === undefined || !missing ? undefined : { form: { nullWith, missing: missing.value } };
}

/** Milliseconds between two times that were taken one after the other. */
const MOMENT = 1_000;

/** Whether a member of the target says once more, in all of its objects that have it, what another of them says. */
function isRepeated(objects: readonly BothObjects[], name: string, like: string): boolean {
  const told = objects.flatMap(({ theirs }) => (isTold(theirs[name]) ? [[theirs[name], theirs[like]] as const] : []));
  const areSame = told.every(
    ([one, other]) =>
      isDeepStrictEqual(one, other) ||
      (isTime(one) && isTime(other) && Math.abs(Date.parse(one) - Date.parse(other)) < MOMENT),
  );
  return areSame && areVaried(told.map(([, other]) => other));
}

const areVaried = (values: readonly unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size >= VARIED;

/**
 * The form of a member that the target adds: what it nearly always shows, what else in some situations, and, where it says again what the
 * request says in a member of its name, that. Undefined where nothing of this is seen.
 */
function ownForm(met: Path, name: string): { form: MemberChanges } | undefined {
  const said = new Map(met.all.map((one) => [one, saidIn(one, name)]));
  const asked = met.all.filter((one) => said.get(one) !== undefined);
  const isEcho = asked.length > 1 && asked.every((one) => isSent(one.theirs, said.get(one)));
  const all = isEcho ? met.all.filter((one) => said.get(one) === undefined) : met.all;
  const missing = isLackedSomewhere(met) ? undefined : missingIn(met, all);
  const where = { ...(isEcho && { asked: asked[0]?.theirs }), ...situationsOf(met, all, missing) };
  const list = listForm(met.all);
  if (list) return { form: { ...list, ...(isDeepStrictEqual(missing?.value, []) && { missing: [] }) } };
  if (!missing && Object.keys(where).length === 0) return undefined;
  return { form: { ...(missing && { missing: missing.value }), ...(Object.keys(where).length > 0 && { where }) } };
}

/** The form of a list of the contract that is always empty at ours, and has entries at the target's; undefined for any other. */
export function filledForm({ all, around }: Path, name: string): { form: MemberChanges } | undefined {
  const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0;
  if (!all.some(({ theirs }) => isFilled(theirs)) || all.some(({ ours }) => !Array.isArray(ours) || isFilled(ours)))
    return undefined;
  return ownForm({ all: all.map((one) => (isFilled(one.theirs) ? { ...one, ours: undefined } : one)), around }, name);
}

/** The form of a member of an object that the target adds, where it says again what the request says; undefined for any other. */
export function echoForm(all: Met[], name: string): MemberChanges | undefined {
  const form = ownForm({ all, around: undefined }, name)?.form;
  return form?.where && 'asked' in form.where ? form : undefined;
}

/** How entries of a list that is made of ours (`listForm`) show what is not said by a member of ours. */
export function entryForms(
  path: string,
  all: readonly Met[],
  { items = {} }: MemberChanges,
): Record<string, MemberForm> {
  const entries = entriesOf(all);
  const names = [...new Set(entries.flatMap(({ entry }) => Object.keys(entry)))].filter((name) => !(name in items));
  const found = names.flatMap((name) => {
    const met = entries.map((one) => ({ ...one, theirs: one.entry[name], ours: undefined, beside: undefined }));
    const own = ownForm({ all: met, around: undefined }, name);
    return own ? [[`${path}/*/${pointerStep(name)}`, own.form] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Whether a member that was seen is never there in some situation that was met again. */
function isLackedSomewhere({ all, around }: Path): boolean {
  const met = grouped(around?.all.filter(areObjects) ?? [], ({ situation }) => situation ?? []);
  const told = new Set(all.filter(({ theirs }) => theirs !== undefined).map(({ situation }) => situation));
  return [...met].some(([situation, objects]) => objects.length > 1 && !told.has(situation));
}

/** Whether a value is what was sent, an id with its letters in small ones perhaps. */
function isSent(shown: unknown, sent: unknown): boolean {
  return typeof shown === 'string' && typeof sent === 'string'
    ? isSameText(shown, sent)
    : isDeepStrictEqual(shown, sent);
}

/** What stands in a member in situations in which something else does, if nearly always the same; of what differs each time, an example. */
function situationsOf({ around }: Path, all: readonly Met[], otherwise: { value: unknown } | undefined) {
  const situations = new Tallies<string, string>();
  const examples = new Map<string, unknown>();
  for (const { theirs, seen, situation } of all) {
    if (theirs === undefined || situation === undefined) continue;
    situations.note(situation, shapeOf(theirs), seen);
    examples.set(`${situation} ${shapeOf(theirs)}`, theirs);
  }
  const isMostly = (situation: string, { count }: Tally<string>) => {
    const objects = around?.all.filter((one) => one.situation === situation && areObjects(one)).length ?? 0;
    return otherwise !== undefined || (count > 1 && count >= 0.8 * objects);
  };
  const found = [...situations].flatMap(([situation, tally]) =>
    tally.clear && tally.clear.value !== shapeOf(otherwise?.value) && isMostly(situation, tally)
      ? [[situation, examples.get(`${situation} ${tally.clear.value}`)] as const]
      : [],
  );
  return Object.fromEntries(found);
}

/** What a value has where: nothing of its numbers and texts, but how links are made and which texts are empty. */
function shapeOf(value: unknown): string {
  return JSON.stringify(value, (_, one) => {
    if (typeof one === 'number') return 'number';
    if (typeof one !== 'string' || one === '') return one;
    return hasPlaceholder(one) ? one.replace(/=[^{&]+/g, '=') : 'string';
  });
}
