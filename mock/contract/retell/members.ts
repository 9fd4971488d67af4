import type { MemberChanges, MemberForm } from '../../../spec/deployment/deployment.ts';
import { isEmpty } from '../../../spec/deployment/empty.ts';
import { lowerDomain } from '../../../spec/deployment/letter-case.ts';
import { askedAt, askedOf } from '../../../spec/deployment/request-place.ts';
import { situationOf, statusIn } from '../../../spec/deployment/situation.ts';
import type { Json } from '../../../spec/json.ts';
import { pointerSteps } from '../../../spec/pointer.ts';
import type { Room } from './size-limit.ts';
import { timeAsked, timeIn } from './time.ts';

export type Members = Readonly<Record<string, MemberForm>>;

/** What members are told from: the body of the request that they answer, and our lists, where those don't stand in the body itself. */
interface From {
  asked?: unknown;
  lists?: object;
}

/**
 * A body with its members in the forms of a deployment, as an answer to a request's body; the one that is given is not changed. What there is
 * no room for is left out.
 */
export function changeMembers(
  body: object,
  members: Members,
  room: Room,
  { asked: request, lists = body }: From = {},
): object {
  const situationFor = situationIn(body);
  // What another member says is told before that is left out.
  const isOfOther = ([, form]: [string, MemberForm]) =>
    Number(form !== 'absent' && (form.like ?? form.length ?? form.nullWith) !== undefined);
  const ordered = Object.entries(members).toSorted((one, other) => isOfOther(other) - isOfOther(one));
  return ordered.reduce<object>((changed, [path, form]) => {
    const formFor = (asked: unknown) => withList(formIn(situationFor, asked, form), lists);
    const steps = pointerSteps(path);
    // What stands beside `data` is of the whole request too.
    const part = steps.length > 1 ? { data: request } : request;
    return changeAt(changed, steps, { formFor, room, request }, part) as object;
  }, body);
}

/** How a member is told. */
interface Telling {
  /** Its form where the request says this of it. */
  formFor(asked: unknown): MemberForm;
  room: Room;
  /** The body of the request. */
  request: unknown;
}

/** Finds the situation of an answer among those in which a member is another one: the first that is known of it. */
export function situationIn(body: object): (where: object) => string | undefined {
  const situations = [situationOf(body), statusIn(body)];
  return (where) => situations.find((one) => one !== undefined && one in where);
}

/** A form, with what is missing in the situation that it knows, and as it is where the request has a member of the name. */
function formIn(situationFor: ReturnType<typeof situationIn>, asked: unknown, form: MemberForm): MemberForm {
  const isAsked = (asked ?? null) !== null;
  if (form === 'absent' || (form.unasked && !isAsked)) return 'absent';
  const { empty, ...others } = form;
  const own = empty === 'unasked' && isAsked ? others : form;
  const { where } = form;
  if (!where) return own;
  if ('asked' in where && isAsked) return { ...own, missing: asked };
  const situation = situationFor(where);
  return situation === undefined ? own : { ...own, missing: where[situation] };
}

/** A form, with the list that is made of one of ours. */
function withList(form: MemberForm, lists: object): MemberForm {
  if (form === 'absent' || !form.list) return form;
  const { items = {}, words = {} } = form;
  const own = ((lists as Json)[form.list.slice(1)] ?? []) as readonly Json[];
  const told = own.map((entry) =>
    Object.fromEntries(Object.entries(items).map(([name, from]) => [name, words[String(entry[from])] ?? entry[from]])),
  );
  return own.length === 0 ? form : { ...form, missing: told };
}

/** `part` is the part of the request that belongs to what is changed (`askedAt`). */
function changeAt(node: unknown, [step = '', ...rest]: readonly string[], telling: Telling, part: unknown): unknown {
  if (typeof node !== 'object' || node === null || Array.isArray(node) !== (step === '*')) return node;
  const { formFor, room, request } = telling;
  if (Array.isArray(node)) {
    const parts = Array.isArray(part) && part.length === node.length ? part : [];
    return node.map((item, index) =>
      rest.length === 0
        ? formed(item, formFor(parts[index]), { of: {}, name: step, room, request })
        : changeAt(item, rest, telling, parts[index]),
    );
  }
  const { [step]: own, ...others } = node as Json;
  const member = Object.hasOwn(node, step) ? own : undefined;
  const tell = (form: MemberForm) =>
    formed(toldIn(form, member, others, room), form, { of: node as Json, name: step, room, request });
  const changed =
    rest.length === 0
      ? tell(formFor(askedOf(step, part, request)))
      : changeAt(member, rest, telling, askedAt(part, step));
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

/** The object that a member stands in, what it is called there, and what it is told with. */
interface About extends Pick<Telling, 'room' | 'request'> {
  of: Json;
  name: string;
}

/** A member of an object in a form; undefined when it is left out. */
function formed(value: unknown, form: MemberForm, { of, name, room, request }: About): unknown {
  if (form === 'absent') return undefined;
  if (form.some && isOfSome(of, name)) return form.some === 'absent' ? undefined : null;
  if (isReplaced(value, form)) return room.for(form.missing);
  if (value === null && form.null) return form.null === 'absent' ? undefined : '';
  if (form.empty && isEmpty(value)) return form.empty === 'null' ? null : undefined;
  if (form.address === 'object') return typeof value === 'string' ? { email: value } : value;
  if (form.address) return cased(addressIn(value), form);
  if (typeof value !== 'string') return value;
  if (form.time !== undefined) return timeIn(form.time, value, timeAsked(value, request));
  return cased(form.words?.[value] ?? value, form);
}

/** Whether what is `missing` stands in the place of a value: there is none, a list lacks entries, or a list or the request says it. */
function isReplaced(value: unknown, { missing, list, where }: MemberChanges): boolean {
  if (value === undefined || list) return true;
  const isBare = Array.isArray(value) && value.length === 0 && Array.isArray(missing);
  return isBare || (where !== undefined && 'asked' in where && missing !== undefined);
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
