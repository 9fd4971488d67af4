import { isDeepStrictEqual } from 'node:util';
import type { MemberChanges } from '../../spec/deployment/deployment.ts';
import type { Json } from '../../spec/json.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import { membersOf, parsed } from '../suite/wire/answer.ts';
import { isSameText, knownForm } from './known-member.ts';
import { listForm } from './list-member.ts';
import { areObjects, type Met, missingIn, type Path } from './met.ts';
import { Tallies, type Tally } from './tally.ts';
import { isTime } from './time-form.ts';

/** The form of a member that the contract does not have, after its name; undefined where nothing steady is seen of it. */
export function addedForm(met: Path, name: string): { form: MemberChanges } | undefined {
  return renamedForm(met, name) ?? ownForm(met, name);
}

/** The form of a member that says the same as one of ours that the target does not have; undefined where there is none. */
function renamedForm({ around }: Path, name: string): { form: MemberChanges } | undefined {
  if (!around) return undefined;
  const objects = around.all.filter(areObjects) as BothObjects[];
  for (const like of lackingIn(around, objects)) {
    if (!areSame(objects, name, like)) continue;
    const all = objects
      .map((one) => ({ ...one, theirs: one.theirs[name], ours: one.ours[like] }))
      .filter((one) => one.theirs !== undefined || one.ours !== undefined);
    const found = knownForm({ all, around });
    if (!found || 'form' in found) return { form: { like, ...found?.form } };
  }
  return undefined;
}

type BothObjects = Met & Record<'theirs' | 'ours', Json>;

const lacking = new WeakMap<Path, readonly string[]>();

/** The members of our objects that none of the target's has. */
function lackingIn(around: Path, objects: readonly BothObjects[]): readonly string[] {
  const known = lacking.get(around);
  if (known) return known;
  const theirs = new Set(objects.flatMap((one) => Object.keys(one.theirs)));
  const ours = new Set(objects.flatMap((one) => Object.keys(one.ours)));
  const found = [...ours].filter((name) => !theirs.has(name));
  lacking.set(around, found);
  return found;
}

/** So many values that two members share are no accident. */
const VARIED = 3;

/** Whether two members say the same, where it can be seen: now something, now nothing, or now this, now that. */
function areSame(objects: readonly BothObjects[], name: string, like: string): boolean {
  const isTold = (value: unknown) => (value ?? null) !== null;
  const agree = ({ theirs: { [name]: one }, ours: { [like]: other } }: BothObjects) =>
    isTold(other) ? isDeepStrictEqual(one, other) || (isTime(one) && isTime(other)) : !isTold(one);
  if (!objects.every(agree)) return false;
  const told = objects.map(({ ours }) => ours[like]).filter(isTold);
  const isVaried = new Set(told.map((value) => JSON.stringify(value))).size >= VARIED;
  return told.length > 1 && (told.length < objects.length || isVaried);
}

/**
 * The form of a member that the target adds: what it nearly always shows, what else in some situations, and, where it says again what the
 * request says in a member of its name, that. Undefined where nothing of this is seen.
 */
function ownForm(met: Path, name: string): { form: MemberChanges } | undefined {
  const said = new Map(met.all.map((one) => [one, saidIn(one.seen, name)]));
  const asked = met.all.filter((one) => said.get(one) !== undefined);
  const isEcho = asked.length > 1 && asked.every((one) => isRepeated(one.theirs, said.get(one)));
  const all = isEcho ? met.all.filter((one) => said.get(one) === undefined) : met.all;
  const missing = missingIn(met, all);
  const where = { ...(isEcho && { asked: asked[0]?.theirs }), ...situationsOf(met, all, missing) };
  const list = listForm(met.all);
  if (list) return { form: { ...list, ...(isDeepStrictEqual(missing?.value, []) && { missing: [] }) } };
  if (!missing && Object.keys(where).length === 0) return undefined;
  return { form: { ...(missing && { missing: missing.value }), ...(Object.keys(where).length > 0 && { where }) } };
}

/** Whether a value is what was sent, an id with its letters in small ones perhaps. */
function isRepeated(shown: unknown, sent: unknown): boolean {
  return typeof shown === 'string' && typeof sent === 'string'
    ? isSameText(shown, sent)
    : isDeepStrictEqual(shown, sent);
}

/** What the body of a request says in a member; undefined where that is nothing. */
function saidIn({ request: { body = '' } }: NotedExchange, name: string): unknown {
  return membersOf(parsed(body))[name] ?? undefined;
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

/** What a value has where: nothing of its texts and numbers. */
function shapeOf(value: unknown): string {
  return JSON.stringify(value, (_, one) => (['string', 'number'].includes(typeof one) ? typeof one : one));
}
