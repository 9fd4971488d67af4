import type { MemberForm } from '../../../spec/deployment/deployment.ts';
import { situationOf } from '../../../spec/deployment/situation.ts';
import { pointerSteps } from '../../../spec/pointer.ts';
import { timeIn } from './time.ts';

export type Members = Readonly<Record<string, MemberForm>>;
type Json = Record<string, unknown>;

/** A body with its members in the forms of a deployment, as an answer to a request's body; the one that is given is not changed. */
export function changeMembers(body: object, members: Members, request?: unknown): object {
  const situation = situationOf(body);
  const asked = (request ?? {}) as Json;
  // What is like another member is told before that is left out.
  const isLike = ([, form]: [string, MemberForm]) => Number(typeof form === 'object' && form.like !== undefined);
  const ordered = Object.entries(members).toSorted((one, other) => isLike(other) - isLike(one));
  return ordered.reduce<object>((changed, [path, form]) => {
    const steps = pointerSteps(path);
    return changeAt(changed, steps, formIn(situation, asked[steps.at(-1) ?? ''], form)) as object;
  }, body);
}

/** A form, with what is missing in a situation, and where the request has a member of the name. */
function formIn(situation: string | undefined, asked: unknown, form: MemberForm): MemberForm {
  if (form === 'absent' || !form.where) return form;
  if ('asked' in form.where && (asked ?? null) !== null) return { ...form, missing: asked };
  return situation !== undefined && situation in form.where ? { ...form, missing: form.where[situation] } : form;
}

function changeAt(node: unknown, [step = '', ...rest]: readonly string[], form: MemberForm): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (step === '*') {
    const items = Array.isArray(node) ? node : [];
    return items.map((item) => (rest.length === 0 ? formed(item, form) : changeAt(item, rest, form)));
  }
  if (Array.isArray(node)) return node;
  const { [step]: member, ...others } = node as Json;
  const like = form === 'absent' ? undefined : form.like;
  const told = like === undefined ? member : others[like];
  const changed = rest.length === 0 ? formed(told, form) : changeAt(member, rest, form);
  if (changed === undefined) return others;
  return member === undefined ? { ...others, [step]: changed } : { ...node, [step]: changed };
}

/** A member in a form; undefined when it is left out. */
function formed(value: unknown, form: MemberForm): unknown {
  if (form === 'absent') return undefined;
  if (value === undefined) return form.missing;
  if (value === null && form.null) return form.null === 'absent' ? undefined : '';
  if (form.empty && isEmpty(value)) return form.empty === 'absent' ? undefined : null;
  if (form.address === 'object') return typeof value === 'string' ? { email: value } : value;
  if (form.address) return (value as { email?: string } | null)?.email ?? value;
  if (typeof value !== 'string') return value;
  if (form.time !== undefined) return timeIn(form.time, value);
  return form.words?.[value] ?? value;
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}
