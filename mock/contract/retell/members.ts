import type { MemberChanges, MemberForm } from '../../../spec/deployment/deployment.ts';
import { isEmpty } from '../../../spec/deployment/empty.ts';
import { lowerDomain } from '../../../spec/deployment/letter-case.ts';
import { situationOf, statusIn } from '../../../spec/deployment/situation.ts';
import type { Json } from '../../../spec/json.ts';
import { pointerSteps } from '../../../spec/pointer.ts';
import type { Room } from './room.ts';
import { timeIn } from './time.ts';

export type Members = Readonly<Record<string, MemberForm>>;

/**
 * A body with its members in the forms of a deployment, as an answer to a request's body; the one that is given is not changed. What there is
 * no room for is left out.
 */
export function changeMembers(body: object, members: Members, room: Room, request?: unknown): object {
  const situationFor = situationIn(body);
  const asked = (request ?? {}) as Json;
  // What another member says is told before that is left out.
  const isOfOther = ([, form]: [string, MemberForm]) =>
    Number(form !== 'absent' && (form.like ?? form.length ?? form.nullWith) !== undefined);
  const ordered = Object.entries(members).toSorted((one, other) => isOfOther(other) - isOfOther(one));
  return ordered.reduce<object>((changed, [path, form]) => {
    const steps = pointerSteps(path);
    const told = formIn(situationFor, asked[steps.at(-1) ?? ''], form);
    return changeAt(changed, steps, withList(told, body), room) as object;
  }, body);
}

/** Finds the situation of an answer among those in which a member is another one: the first that is known of it. */
export function situationIn(body: object): (where: object) => string | undefined {
  const situations = [situationOf(body), statusIn(body)];
  return (where) => situations.find((one) => one !== undefined && one in where);
}

/** A form, with what is missing in the situation that it knows, and as it is where the request has a member of the name. */
function formIn(situationFor: ReturnType<typeof situationIn>, asked: unknown, form: MemberForm): MemberForm {
  if (form === 'absent') return form;
  const isAsked = (asked ?? null) !== null;
  const { empty, ...others } = form;
  const own = empty === 'unasked' && isAsked ? others : form;
  const { where } = form;
  if (!where) return own;
  if ('asked' in where && isAsked) return { ...own, missing: asked };
  const situation = situationFor(where);
  return situation === undefined ? own : { ...own, missing: where[situation] };
}

/** A form, with the list that is made of one of ours. */
function withList(form: MemberForm, body: object): MemberForm {
  if (form === 'absent' || !form.list) return form;
  const { items = {}, words = {} } = form;
  const own = ((body as Json)[form.list.slice(1)] ?? []) as readonly Json[];
  const told = own.map((entry) =>
    Object.fromEntries(Object.entries(items).map(([name, from]) => [name, words[String(entry[from])] ?? entry[from]])),
  );
  return own.length === 0 ? form : { ...form, missing: told };
}

function changeAt(node: unknown, [step = '', ...rest]: readonly string[], form: MemberForm, room: Room): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (step === '*') {
    const items = Array.isArray(node) ? node : [];
    return items.map((item) =>
      rest.length === 0 ? formed(item, form, {}, step, room) : changeAt(item, rest, form, room),
    );
  }
  if (Array.isArray(node)) return node;
  const { [step]: own, ...others } = node as Json;
  const member = Object.hasOwn(node, step) ? own : undefined;
  const changed =
    rest.length === 0
      ? formed(toldIn(form, member, others, room), form, node as Json, step, room)
      : changeAt(member, rest, form, room);
  if (changed === undefined) return others;
  return member === undefined ? { ...others, [step]: changed } : { ...node, [step]: changed };
}

/** What a form is to tell of: a member itself, another one, how long lists are, or null where another one is. */
function toldIn(form: MemberForm, member: unknown, others: Json, room: Room): unknown {
  const { like, length, nullWith }: MemberChanges = form === 'absent' ? {} : form;
  if (length !== undefined) {
    const lists = [length].flat().map((name) => others[name]);
    return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  }
  if (nullWith !== undefined) return (others[nullWith] ?? null) === null ? null : undefined;
  return like === undefined ? member : room.for(others[like]);
}

/** A member of an object in a form; undefined when it is left out. */
function formed(value: unknown, form: MemberForm, of: Json, name: string, room: Room): unknown {
  if (form === 'absent') return undefined;
  if (form.some && isOfSome(of, name)) return form.some === 'absent' ? undefined : null;
  if (value === undefined || form.list) return room.for(form.missing);
  if (value === null && form.null) return form.null === 'absent' ? undefined : '';
  if (form.empty && isEmpty(value)) return form.empty === 'null' ? null : undefined;
  if (form.address === 'object') return typeof value === 'string' ? { email: value } : value;
  if (form.address) return cased(addressIn(value), form);
  if (typeof value !== 'string') return value;
  if (form.time !== undefined) return timeIn(form.time, value);
  return cased(form.words?.[value] ?? value, form);
}

/** The address of a recipient, or of one who was taken out. */
function addressIn(value: unknown): unknown {
  const { email, to } = (value ?? {}) as { email?: string; to?: string };
  return email ?? to ?? value;
}

function cased(value: unknown, form: MemberChanges): unknown {
  if (form.case === undefined || typeof value !== 'string') return value;
  return form.case === 'lower' ? value.toLowerCase() : lowerDomain(value);
}

/** Whether an item is one of those that lack what some lack: a third of them, each time the same. */
function isOfSome(item: Json, name: string): boolean {
  const id = Object.values(item).find((value) => typeof value === 'string') ?? '';
  return [...`${id.slice(0, 100)}${name}`].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 3 === 0;
}
