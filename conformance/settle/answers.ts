import { isDeepStrictEqual } from 'node:util';
import type { AnswerForm, Deployment, MemberChanges, MemberForm, Unsettled } from '../../spec/deployment/deployment.ts';
import { placesOf } from '../../spec/deployment/member-place.ts';
import { situationOf } from '../../spec/deployment/situation.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { pointerStep, pointerSteps } from '../../spec/pointer.ts';
import { loadRegister } from '../../spec/register.ts';
import { nodeAt } from '../../spec/trace.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import { membersOf, parsed } from '../suite/wire/answer.ts';
import { headerOf } from '../suite/wire/exchange.ts';
import { bodyOf, isSuccess, type Pair } from './pair.ts';
import { runWords } from './run-words.ts';
import { exchangeLine, Tallies, Tally } from './tally.ts';

type Json = Record<string, unknown>;

/** A member in both answers or in one of them, where the objects around it are in both. */
interface Met {
  theirs: unknown;
  ours: unknown;
  seen: NotedExchange;
  /** In which situation the answer was: of a page the target's, else that of ours. */
  situation: string | undefined;
}

/** All that was met under a path, and how often the object around it was. */
interface Path {
  all: Met[];
  around: Path | undefined;
}
type Paths = Map<string, Path>;

/** What a target's successes look like, by operation, in comparison with ours to the same requests; an alias answers as its original does. */
export function findAnswers(
  pairs: readonly Pair[],
  document: ContractDocument,
): Pick<Deployment, 'answers'> & { unsettled: Unsettled[] } {
  const answers: Deployment['answers'] = {};
  const unsettled: Unsettled[] = [];
  for (const spec of document.operations) {
    const aliases = document.operations.filter(({ aliasOf }) => aliasOf === spec.id).map(({ id }) => id as string);
    const own = pairs.filter(
      ({ seen, ours }) =>
        [spec.id, ...aliases].includes(seen.operation as string) &&
        isSuccess(seen) &&
        isSuccess(ours) &&
        isLawful(seen),
    );
    if (own.length === 0 || spec.aliasOf) continue;
    const statuses = new Tally<number>();
    for (const { seen } of own) statuses.add(seen.status, seen);
    const { members, contradictions } = findMembers(own, spec, document);
    const words = spec.id === 'listRecentAiMissionRuns' ? runWords(own.map(({ seen }) => seen)) : {};
    if (Object.keys(words).length > 0) members['/data/*/status'] = { words };
    const location = locationIn(own);
    answers[spec.id] = {
      ...(statuses.clear && { status: statuses.clear.value }),
      ...(location !== undefined && { location }),
      ...(Object.keys(members).length > 0 && { members }),
    } as AnswerForm;
    const both = statuses.contradiction;
    if (both)
      unsettled.push({
        what: `answers.${spec.id}.status`,
        reason: 'was seen in two ways',
        seen: both.map(exchangeLine),
      });
    unsettled.push(...contradictions.map((one) => ({ ...one, what: `answers.${spec.id}.${one.what}` })));
  }
  return { answers, unsettled };
}

/** Where a target says that what was made can be read: a path, with `{id}` in the place of the id; undefined when it does not say. */
function locationIn(pairs: readonly Pair[]): string | undefined {
  const paths = new Tally<string>();
  for (const { seen } of pairs) {
    const location = headerOf(seen.headers, 'location')?.replace(/^[a-z]+:\/\/[^/]+/i, '');
    const id = (bodyOf(seen)?.data as Json | undefined)?.id;
    paths.add(location?.startsWith('/') && typeof id === 'string' ? location.replace(id, '{id}') : '', seen);
  }
  return paths.clear?.value || undefined;
}

function isLawful({ broken }: NotedExchange): boolean {
  return !broken.some((rule) => loadRegister().get(rule)?.basis === 'source');
}

function findMembers(pairs: readonly Pair[], spec: OperationSpec, document: ContractDocument) {
  const paths: Paths = new Map();
  for (const { seen, ours } of pairs) meet(metIn(seen, ours), '', paths);
  paths.delete('');
  const members: Record<string, MemberForm> = {};
  const contradictions: Unsettled[] = [];
  for (const [path, met] of paths) {
    if (Object.keys(members).some((other) => members[other] === 'absent' && path.startsWith(`${other}/`))) continue;
    const isKnown = placesOf(document, spec, path).some((place) => place.isKnown);
    const isItem = path.startsWith('/data/*');
    const name = pointerSteps(path).at(-1) ?? '';
    const form = formOf(met, isKnown, { name, isItem, isEnum: !isItem && hasWords(document, spec, path) });
    if (form === undefined) continue;
    if ('seen' in form) contradictions.push({ what: `members.${path}`, ...form });
    else members[path] = form.form;
  }
  return { members, contradictions };
}

function metIn(seen: NotedExchange, own: Pair['ours']): Met {
  const [theirs, ours] = [bodyOf(seen), bodyOf(own)];
  return { theirs, ours, seen, situation: situationOf((Array.isArray(theirs?.data) ? theirs : ours) ?? {}) };
}

/** Whether a member has words of its own. */
function hasWords({ json }: ContractDocument, spec: OperationSpec, path: string): boolean {
  return placesOf({ json } as ContractDocument, spec, path).some(({ parent, name }) => {
    const own = nodeAt(json, `${parent}/properties/${name}`) as Json | undefined;
    const schema = typeof own?.$ref === 'string' ? (nodeAt(json, own.$ref.slice(1)) as Json) : own;
    return schema !== undefined && ('enum' in schema || 'const' in schema);
  });
}

/** Free-form objects, whose members are data. */
const freeForm = /\/(template_variables|input|result_payload|metadata)$/;

function meet(one: Met, path: string, paths: Paths, around?: Path): void {
  const { theirs, ours } = one;
  const here = paths.get(path) ?? { all: [], around };
  here.all.push(one);
  paths.set(path, here);
  if (freeForm.test(path)) return;
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    for (const [index, item] of theirs.slice(0, ours.length).entries())
      meet({ ...one, theirs: item, ours: ours[index] }, `${path}/*`, paths);
  }
  if (!isObject(theirs) || !isObject(ours)) return;
  for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)]))
    meet({ ...one, theirs: theirs[name], ours: ours[name] }, `${path}/${pointerStep(name)}`, paths, here);
}

/** How a member differs from ours; undefined when it does not, or its data alone do. */
function formOf(
  met: Path,
  isKnown: boolean,
  { name, isItem, isEnum }: { name: string; isItem: boolean; isEnum: boolean },
): { form: MemberForm } | (Pick<Unsettled, 'reason'> & { seen: string[] }) | undefined {
  const { all } = met;
  if (all.every(({ theirs }) => theirs === undefined)) return { form: absentForm(all) };
  if (!isKnown && !isItem) return renamedForm(met, name) ?? addedForm(met, name);
  const missing = isItem ? missingItem(met) : missingIn(met);
  if (!isKnown) return missing && { form: { missing: missing.value } };
  const times = timesIn(all);
  const { clear, contradiction } = times.ends;
  if (contradiction && !clear) return { reason: 'was seen in two ways', seen: contradiction.map(exchangeLine) };
  const words = isEnum ? wordsIn(all) : {};
  const [ofNull, ofEmpty] = [insteadOf(all, (ours) => ours === null), insteadOf(all, isEmpty)];
  const form: MemberChanges = {
    ...(missing && { missing: missing.value }),
    ...(ofNull && ofNull !== 'null' && { null: ofNull }),
    ...(ofEmpty && ofEmpty !== 'empty' && { empty: ofEmpty }),
    ...(all.some(isAddressText) && { address: 'text' as const }),
    ...(all.some(isAddressObject) && { address: 'object' as const }),
    ...(times.differ && clear && { time: clear.value }),
    ...(Object.keys(words).length > 0 && { words }),
  };
  return Object.keys(form).length > 0 ? { form } : undefined;
}

/** How a member is left out: never there, or not where ours has nothing to say. */
function absentForm(all: readonly Met[]): MemberForm {
  if (all.every(({ ours }) => ours === null)) return { null: 'absent' };
  return all.every(({ ours }) => isEmpty(ours)) ? { empty: 'absent' } : 'absent';
}

/** What stands where our answer has nothing, if there is nearly always something; of those that were met some may be looked at alone. */
function missingIn({ all: met, around }: Path, all: readonly Met[] = met): { value: unknown } | undefined {
  const values = new Tally<unknown>();
  for (const { theirs, ours, seen } of all) if (ours === undefined && theirs !== undefined) values.add(theirs, seen);
  const inNeither = countObjects(around) - met.length;
  const inOurs = all.filter(({ theirs, ours }) => theirs === undefined && ours !== undefined).length;
  return values.count >= 4 * (inNeither + inOurs) ? values.commonest : undefined;
}

/** The form of a member that says the same as one of ours that the target does not have; undefined where there is none. */
function renamedForm({ around }: Path, name: string): { form: MemberChanges } | undefined {
  const objects = around?.all.filter(areObjects) as (Met & Record<'theirs' | 'ours', Json>)[];
  const theirs = new Set(objects.flatMap((one) => Object.keys(one.theirs)));
  const ours = new Set(objects.flatMap((one) => Object.keys(one.ours)));
  for (const like of [...ours].filter((one) => !theirs.has(one))) {
    const both = objects.map((one) => ({ ...one, theirs: one.theirs[name], ours: one.ours[like] }));
    if (!areSame(both)) continue;
    const all = both.filter((one) => one.theirs !== undefined || one.ours !== undefined);
    const found = formOf({ all, around }, true, { name, isItem: false, isEnum: false });
    if (!found || 'form' in found) return { form: { like, ...(found?.form as MemberChanges | undefined) } };
  }
  return undefined;
}

/** Whether two members say the same, where it can be seen: now something, now nothing. */
function areSame(all: readonly Met[]): boolean {
  const isTold = (value: unknown) => (value ?? null) !== null;
  const told = all.filter(({ ours }) => isTold(ours));
  if (told.length < 2 || told.length === all.length) return false;
  return all.every(({ theirs, ours }) =>
    isTold(ours) ? isDeepStrictEqual(theirs, ours) || (isTime(theirs) && isTime(ours)) : !isTold(theirs),
  );
}

/**
 * The form of a member that the target adds: what it nearly always shows, what else in some situations, and, where it says again what the
 * request says in a member of its name, that. Undefined where nothing of this is seen.
 */
function addedForm(met: Path, name: string): { form: MemberChanges } | undefined {
  const said = new Map(met.all.map((one) => [one, saidIn(one.seen, name)]));
  const asked = met.all.filter((one) => said.get(one) !== undefined);
  const isEcho = asked.length > 1 && asked.every((one) => isDeepStrictEqual(one.theirs, said.get(one)));
  const all = isEcho ? met.all.filter((one) => said.get(one) === undefined) : met.all;
  const missing = missingIn(met, all);
  const where = { ...(isEcho && { asked: asked[0]?.theirs }), ...situationsOf(met, all, missing) };
  if (!missing && Object.keys(where).length === 0) return undefined;
  return { form: { ...(missing && { missing: missing.value }), ...(Object.keys(where).length > 0 && { where }) } };
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

/** The items of two lists are not the same ones: what all of theirs have stands where one of ours has nothing. */
function missingItem({ all, around }: Path): { value: unknown } | undefined {
  const values = new Tally<unknown>();
  for (const { theirs, seen } of all) if (theirs !== undefined) values.add(theirs, seen);
  if (values.count < countObjects(around) || all.every(({ ours }) => ours !== undefined)) return undefined;
  return all.some(({ theirs }) => theirs === null) ? { value: null } : values.commonest;
}

/** How often both answers had an object. */
function countObjects(around: Path | undefined): number {
  return around?.all.filter(areObjects).length ?? 0;
}

/** What stands where ours is null, or has nothing in it, if it is always the same; undefined when it never is, or is something else. */
function insteadOf(all: readonly Met[], isSo: (ours: unknown) => boolean): 'absent' | 'null' | 'empty' | undefined {
  const kinds = new Set(all.filter(({ ours }) => isSo(ours)).map(({ theirs }) => nothing(theirs)));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

function nothing(value: unknown): 'absent' | 'null' | 'empty' | undefined {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return isEmpty(value) ? 'empty' : undefined;
}

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
const isAddressObject = ({ theirs, ours }: Met) =>
  typeof ours === 'string' && isObject(theirs) && typeof theirs.email === 'string';
const isAddressText = ({ theirs, ours }: Met) =>
  typeof theirs === 'string' && isObject(ours) && typeof ours.email === 'string';

/** How the target's times end, and whether that is otherwise than ours do. */
function timesIn(all: readonly Met[]): { ends: Tally<string>; differ: boolean } {
  const ends = new Tally<string>();
  let differ = false;
  for (const { theirs, ours, seen } of all) {
    if (!isTime(theirs) || !isTime(ours)) continue;
    ends.add(endOf(theirs), seen);
    differ ||= endOf(theirs) !== endOf(ours);
  }
  return { ends, differ };
}

/** The words of an enum that stand for ours: for each of ours, theirs where there is only one. */
function wordsIn(all: readonly Met[]): Record<string, string> {
  const tallies = new Tallies<string, string>();
  for (const { theirs, ours, seen } of all) if (isWord(theirs) && isWord(ours)) tallies.note(ours, theirs, seen);
  const found = [...tallies].flatMap(([ours, { clear }]) =>
    clear && clear.value !== ours ? [[ours, clear.value] as const] : [],
  );
  return Object.fromEntries(found);
}

const words = /^[a-z][a-z_-]{1,30}$/i;
const isWord = (value: unknown): value is string => typeof value === 'string' && words.test(value);
const areObjects = ({ theirs, ours }: Met) => isObject(theirs) && isObject(ours);
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const isTime = (value: unknown): value is string => typeof value === 'string' && TIME.test(value);

/** How a time ends, its digits as noughts. */
function endOf(time: string): string {
  const [, fraction = '', offset = ''] = TIME.exec(time) ?? [];
  return fraction.replaceAll(/\d/g, '0') + offset;
}
