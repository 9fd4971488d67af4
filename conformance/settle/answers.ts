import type { AnswerForm, Deployment, MemberChanges, MemberForm, Unsettled } from '../../spec/deployment/deployment.ts';
import { placesOf } from '../../spec/deployment/member-place.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { pointerStep } from '../../spec/pointer.ts';
import { loadRegister } from '../../spec/register.ts';
import { nodeAt } from '../../spec/trace.ts';
import type { OperationId } from '../../spec/types.ts';
import type { Seen } from '../suite/run/seen.ts';
import { bodyOf, isSuccess, type Pair } from './pair.ts';
import { exchangeLine, Tally } from './tally.ts';

type Json = Record<string, unknown>;

/** A member in both answers, where the objects around it are in both. */
interface Met {
  theirs: unknown;
  ours: unknown;
  seen: Seen;
}

/** What a target's successes look like, by operation, in comparison with ours to the same requests. */
export function findAnswers(
  pairs: readonly Pair[],
  document: ContractDocument,
): Pick<Deployment, 'answers'> & { unsettled: Unsettled[] } {
  const answers: Deployment['answers'] = {};
  const unsettled: Unsettled[] = [];
  for (const spec of document.operations) {
    const own = pairs.filter(
      ({ seen, ours }) => seen.operation === spec.id && isSuccess(seen) && isSuccess(ours) && isLawful(seen),
    );
    if (own.length === 0) continue;
    const statuses = new Tally<number>();
    for (const { seen } of own) statuses.add(seen.status, seen);
    const { members, contradictions } = findMembers(own, spec, document);
    answers[spec.id] = {
      ...(statuses.clear && { status: statuses.clear.value }),
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
  return { answers: withoutAliases(answers, document), unsettled };
}

/** An alias is told as its original where both are told alike. */
function withoutAliases(answers: Deployment['answers'], { operations }: ContractDocument): Deployment['answers'] {
  const kept = Object.entries(answers).filter(([id, form]) => {
    const original = operations.find((one) => one.id === id)?.aliasOf;
    return !original || JSON.stringify(answers[original as OperationId]) !== JSON.stringify(form);
  });
  return Object.fromEntries(kept);
}

function isLawful({ broken }: Seen): boolean {
  return !broken.some((rule) => loadRegister().get(rule)?.basis === 'source');
}

function findMembers(pairs: readonly Pair[], spec: OperationSpec, document: ContractDocument) {
  const met = new Map<string, Met[]>();
  for (const { seen, ours } of pairs) meet(bodyOf(seen), bodyOf(ours), '', seen, met);
  const members: Record<string, MemberForm> = {};
  const contradictions: Unsettled[] = [];
  for (const [path, all] of met) {
    if (Object.keys(members).some((other) => members[other] === 'absent' && path.startsWith(`${other}/`))) continue;
    const isKnown = placesOf(document, spec, path).some((place) => place.isKnown);
    const isItem = path.startsWith('/data/*');
    const form = formOf(all, isKnown, { isItem, isEnum: !isItem && hasWords(document, spec, path) });
    if (form === undefined) continue;
    if ('seen' in form) contradictions.push({ what: `members.${path}`, ...form });
    else members[path] = form.form;
  }
  return { members, contradictions };
}

/** Whether a member has words of its own. */
function hasWords({ json }: ContractDocument, spec: OperationSpec, path: string): boolean {
  return placesOf({ json } as ContractDocument, spec, path).some(({ parent, name }) => {
    const own = nodeAt(json, `${parent}/properties/${name}`) as Json | undefined;
    const schema = typeof own?.$ref === 'string' ? (nodeAt(json, own.$ref.slice(1)) as Json) : own;
    return schema !== undefined && 'enum' in schema;
  });
}

/** Free-form objects, whose members are data. */
const freeForm = /\/(template_variables|input|result_payload|metadata)$/;

function meet(theirs: unknown, ours: unknown, path: string, seen: Seen, met: Map<string, Met[]>): void {
  if (freeForm.test(path)) return;
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    for (const [index, item] of theirs.slice(0, ours.length).entries()) {
      note(met, `${path}/*`, { theirs: item, ours: ours[index], seen });
      meet(item, ours[index], `${path}/*`, seen, met);
    }
    return;
  }
  if (!isObject(theirs) || !isObject(ours)) return;
  for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const at = `${path}/${pointerStep(name)}`;
    note(met, at, { theirs: theirs[name], ours: ours[name], seen });
    meet(theirs[name], ours[name], at, seen, met);
  }
}

function note(met: Map<string, Met[]>, path: string, one: Met): void {
  met.set(path, [...(met.get(path) ?? []), one]);
}

/** How a member differs from ours; undefined when it does not, or its data alone do. */
function formOf(
  all: readonly Met[],
  isKnown: boolean,
  { isItem, isEnum }: { isItem: boolean; isEnum: boolean },
): { form: MemberForm } | (Pick<Unsettled, 'reason'> & { seen: string[] }) | undefined {
  const [there] = all.filter(({ theirs }) => theirs !== undefined);
  if (!there) return all.some(({ ours }) => ours !== undefined) ? { form: 'absent' } : undefined;
  if (!isKnown) return { form: { missing: there.theirs } };
  const times = timesIn(all);
  const { contradiction } = times.ends;
  if (contradiction) return { reason: 'was seen in two ways', seen: contradiction.map(exchangeLine) };
  const words = isEnum ? wordsIn(all) : {};
  const found = missingIn(all);
  // The items of two lists are not the same ones: only that nothing is told as null can be seen.
  const missing = isItem && found?.value !== null ? undefined : found;
  const form: MemberChanges = {
    ...(missing && { missing: missing.value }),
    ...(isLeftOut(all, (ours) => ours === null) && { null: 'absent' as const }),
    ...(isLeftOut(all, isEmpty) && { empty: 'absent' as const }),
    ...(all.some(isAddressText) && { address: 'text' as const }),
    ...(times.differ && times.ends.only && { time: times.ends.only.value }),
    ...(Object.keys(words).length > 0 && { words }),
  };
  return Object.keys(form).length > 0 ? { form } : undefined;
}

/** What stands wherever our answer has nothing, if it is always the same. */
function missingIn(all: readonly Met[]): { value: unknown } | undefined {
  const values = new Tally<unknown>();
  const missing = all.filter(({ ours }) => ours === undefined);
  for (const { theirs, seen } of missing) values.add(theirs === undefined ? ABSENT : theirs, seen);
  return values.only?.value === ABSENT ? undefined : values.only;
}

const ABSENT = 'absent, as ours is';

function isLeftOut(all: readonly Met[], isSo: (ours: unknown) => boolean): boolean {
  const some = all.filter(({ ours }) => isSo(ours));
  return some.length > 0 && some.every(({ theirs }) => theirs === undefined);
}

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
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
  const tallies = new Map<string, Tally<string>>();
  for (const { theirs, ours, seen } of all) {
    if (!isWord(theirs) || !isWord(ours)) continue;
    const tally = tallies.get(ours) ?? new Tally<string>();
    tally.add(theirs, seen);
    tallies.set(ours, tally);
  }
  const found = [...tallies].flatMap(([ours, { clear }]) =>
    clear && clear.value !== ours ? [[ours, clear.value] as const] : [],
  );
  return Object.fromEntries(found);
}

const words = /^[a-z][a-z_]{2,30}$/;
const isWord = (value: unknown): value is string => typeof value === 'string' && words.test(value);
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const isTime = (value: unknown): value is string => typeof value === 'string' && TIME.test(value);

/** How a time ends, its digits as noughts. */
function endOf(time: string): string {
  const [, fraction = '', offset = ''] = TIME.exec(time) ?? [];
  return fraction.replaceAll(/\d/g, '0') + offset;
}
