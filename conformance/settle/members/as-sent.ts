import { isDeepStrictEqual } from 'node:util';
import type { AnswerForm, MemberChanges, MemberForm } from '../../../spec/deployment/deployment.ts';
import { isEmpty } from '../../../spec/deployment/empty.ts';
import { isObject, type Json } from '../../../spec/json.ts';
import { pointerSteps } from '../../../spec/pointer.ts';
import { areObjects, type Met, type Paths } from '../asked/compared-members.ts';
import { endsAs, isTime } from './time-form.ts';

/**
 * How members of a message that was sent are told that its reading shows too (EMAIL-GET-3), where the readings that were met don't say
 * otherwise: `shown` is how members are told there, and `met` all that was met of them.
 */
export function asSent(
  sent: AnswerForm['members'] = {},
  { shown, met }: { shown: Readonly<Record<string, MemberForm>>; met: Paths },
): Record<string, MemberForm> {
  const found = Object.entries(sent).flatMap(([path, form]): [string, MemberForm][] => {
    const own = shown[path];
    const all = met.get(path)?.all;
    const isUnasked = form !== 'absent' && form.unasked !== undefined && areAlike(all ?? []);
    if (!path.startsWith('/data/') || (own === 'absent' && !isUnasked)) return [];
    if (form === 'absent') return all ? [] : [[path, form]];
    const around = met.get(path.slice(0, path.lastIndexOf('/')))?.all ?? [];
    const ours = (name = '') => around.filter(areObjects).map((one) => (one.ours as Json)[name]);
    const { like, length, nullWith, where, list } = form;
    const others = [like ?? length ?? nullWith ?? []].flat();
    const isNothing = (other: string) => ours(other).every((value) => (value ?? null) === null);
    if (others.length > 0) return all || others.every(isNothing) ? [[path, form]] : [];
    const isRepeated = list !== undefined || (where !== undefined && Object.keys(where).join() === 'asked');
    if (isRepeated && all?.some((one) => isSaid(one, form))) return [[path, form]];
    const couldBeMissing = ours(pointerSteps(path).at(-1)).includes(undefined);
    if ((where ?? list) !== undefined && !all) return couldBeMissing ? [] : [[path, form]];
    const read: MemberChanges = own === 'absent' ? {} : (own ?? {});
    const unseen = unseenOf(form, { all: all ?? [], couldBeMissing, read });
    const words = { ...unseen.words, ...read.words };
    const whole = { ...read, ...unseen, ...(!isEmpty(words) && { words }) };
    return isEmpty(whole) ? [] : [[path, whole]];
  });
  return Object.fromEntries(found);
}

/** Whether something is shown other than what stands where the request says nothing. */
function isSaid({ theirs }: Met, { missing }: MemberChanges): boolean {
  return !isEmpty(theirs ?? '') && !isDeepStrictEqual(theirs, missing);
}

/** Whether ours is the same wherever a member was met, as what stands there where the request says nothing. */
function areAlike(all: readonly Met[]): boolean {
  return new Set(all.map(({ ours }) => ours)).size < 2;
}

/**
 * Of how a member is told, what could not be seen where it was met, such as what stands for null where there was none, and how times end
 * where those that were met end so as well; `couldBeMissing` is whether it was seen where ours has nothing.
 */
function unseenOf(
  { missing, null: ofNull, empty, unasked, address, case: ofCase, time, words }: MemberChanges,
  { all, couldBeMissing, read }: { all: readonly Met[]; couldBeMissing: boolean; read: MemberChanges },
): MemberChanges {
  const never = (isSo: (ours: unknown) => boolean) => all.every(({ ours }) => !isSo(ours));
  const times = all.flatMap(({ theirs, ours }) => (isTime(theirs) && isTime(ours) ? [theirs] : []));
  const isSoRead = time === 'sent' ? read.time === undefined : times.every((one) => endsAs(one, time ?? ''));
  const unmet = Object.entries(words ?? {}).filter(([word]) => never((ours) => ours === word));
  return {
    ...(missing !== undefined && !couldBeMissing && { missing }),
    ...(ofNull && never((ours) => ours === null) && { null: ofNull }),
    ...(empty && never(isEmpty) && { empty }),
    ...(unasked && { unasked }),
    ...(address && never(address === 'text' ? isObject : (ours) => typeof ours === 'string') && { address }),
    ...(ofCase && never(hasCapitals) && { case: ofCase }),
    ...(time !== undefined && isSoRead && { time }),
    ...(unmet.length > 0 && { words: Object.fromEntries(unmet) }),
  };
}

const hasCapitals = (value: unknown) => JSON.stringify(value ?? '').toLowerCase() !== JSON.stringify(value ?? '');
