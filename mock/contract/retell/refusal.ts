import type { Deployment, MemberForm, RefusalForm } from '../../../spec/deployment/deployment.ts';
import { brokenBy } from '../../../spec/deployment/fixed.ts';
import { titleOf } from '../../../spec/deployment/form-of.ts';
import { parameterIn } from '../../../spec/deployment/parameter-form.ts';
import { pointerIn } from '../../../spec/deployment/pointer-form.ts';
import { valueAt } from '../../../spec/deployment/request-place.ts';
import type { Json } from '../../../spec/json.ts';
import { propertyPath } from '../../../spec/pointer.ts';
import { loadRegister } from '../../../spec/register.ts';
import { escaped, filledIn, mapTexts } from '../../../spec/texts.ts';
import type { Schema } from '../../../spec/types.ts';
import { type AnyAnswer, retold } from '../answer.ts';
import { MOST_ERRORS } from '../refuse-together.ts';
import { type Order, type ToldError, toldTogether } from './errors-together.ts';
import { type Asked, originOf } from './links.ts';
import { changeMembers, type Members } from './members.ts';
import { Room } from './size-limit.ts';
import { timeIn } from './time.ts';

type Validation = Schema<'ValidationErrorBody'>['detail'][number];
type Body = Partial<Schema<'ErrorBody'> & Schema<'ValidationErrorBody'>>;

/** What refusals are told with: the titles of codes, the request, and the order of errors. */
interface About extends Order {
  titles?: Deployment['titles'];
  asked: Asked;
  /** How lists beside the errors are told, where the refusal says nothing of them. */
  beside: Members;
}

/** What one refusal is told with. */
interface Telling extends About {
  room: Room;
}

/**
 * Tells a refusal as a deployment does, and under its titles, but for what the source says of it: each error in a form of its own, the
 * rest, such as the status, as the first one says.
 */
export function retellRefusal(whole: AnyAnswer, all: readonly ToldError[], about: About): AnyAnswer {
  const together = toldTogether(all, about)
    .flatMap((one) => tellings(one).map((told) => ({ told, place: all.indexOf(one) })))
    .slice(0, MOST_ERRORS);
  const places = together.map(({ place }) => place);
  const answer =
    places.every((place, index) => place === index) && places.length === all.length ? whole : withErrors(whole, places);
  const forms = together.map(({ told }, index) => lawful(told, answer, index));
  const [form = {}] = forms;
  const { status = answer.status } = form;
  const body = bodyOf(answer.body as Body, forms, status, { ...about, room: new Room() });
  const changed = retold(answer, status, body, chosenBy(answer, status, form, body));
  // The header Allow belongs to 405 alone.
  const { allow: _, ...headers } = answer.headers ?? {};
  const moved = status === answer.status ? changed : { ...changed, headers };
  return form.body === 'text' ? inText(moved, form, about.asked) : moved;
}

/** A refusal that has a text of the deployment's in the place of JSON, such as a framework's own page. */
function inText(answer: AnyAnswer, { text = '', contentType = PLAIN }: RefusalForm, asked: Asked): AnyAnswer {
  const repeated = Object.entries(repeatedOf(asked));
  const isMarkup = /html|xml/i.test(contentType);
  const values = Object.fromEntries(repeated.map(([name, value]) => [name, isMarkup ? escaped(value) : value]));
  return { ...answer, text: filledIn(text, values), headers: { ...answer.headers, 'content-type': contentType } };
}

const PLAIN = 'text/plain; charset=utf-8';

/** An error as it is told, and again for each further error that tells the same fault. */
function tellings(one: ToldError): ToldError[] {
  const { also = [] } = one.form ?? {};
  return [one, ...also.map((further) => ({ ...one, form: { ...one.form, ...further }, isFurther: true }))];
}

/** A refusal with these of its errors; what decided the first of them decided it. */
function withErrors(answer: AnyAnswer, places: readonly number[]): AnyAnswer {
  const body = answer.body as Body;
  const list = body.errors ? 'errors' : 'detail';
  const each = answer.each && places.map((place) => answer.each?.[place] ?? answer);
  const told = { ...body, [list]: places.map((place) => body[list]?.[place]) };
  return { ...answer, ...each?.[0], ...(each && { each }), body: told };
}

/** A form without what the rules behind the answer forbid, its own code included. One that the rules behind it explicitly break stays so. */
function lawful({ form = {}, rules, isFurther }: ToldError, answer: AnyAnswer, index: number): RefusalForm {
  const copy: RefusalForm = { ...form };
  const error = (answer.body as Body).errors?.[index];
  const whole = { ...(error && { code: error.code }), ...form };
  const broken = brokenBy(whole, rules, loadRegister(), isFurther).filter(({ rule }) => !form.breaks?.includes(rule));
  for (const { field } of broken) delete copy[field];
  // A title is that of its code.
  if (copy.code !== form.code) delete copy.title;
  return copy;
}

function bodyOf(body: Body, forms: readonly RefusalForm[], status: number, about: Telling): Body | undefined {
  const [form = {}] = forms;
  const formAt = (index: number) => forms[index] ?? form;
  if (form.body === 'none' || form.body === 'text') return undefined;
  const list = body.errors ? 'errors' : 'detail';
  const isWithin = (path: string) => path.startsWith(`/${list}/*/`);
  const membersOf = ({ members = {} }: RefusalForm, isOf: (path: string) => boolean, value?: unknown): Members =>
    known(Object.fromEntries(Object.entries(members).filter(([path]) => isOf(path))), { ...about, status, value });
  const own = membersOf(form, (path) => !isWithin(path));
  if (form.body === 'other') return changeMembers({}, own, about.room);
  const told =
    form.body === 'empty'
      ? []
      : (body.errors?.map((one, index) => errorOf(one, formAt(index), about)) ??
        body.detail?.map((one, index) => validationOf(one, formAt(index))) ??
        []);
  const entries = told.flatMap((one, index) => {
    const value = valueAt(placeIn(body, index) ?? '', about.asked);
    const { [list]: changed } = changeMembers(
      { [list]: [one] },
      membersOf(formAt(index), isWithin, value),
      about.room,
      { asked: about.asked.body, lists: body },
    ) as Body;
    return changed as object[];
  });
  return changeMembers({ ...body, [list]: entries }, { ...about.beside, ...own }, about.room, {
    asked: about.asked.body,
  });
}

/** Characters of a path or host that an error repeats: one request may have a hundred errors, each in many places. */
const LONGEST = 2_000;

const cut = (text: string): string => text.slice(0, LONGEST);

/** What texts of a refusal may repeat of its request. */
function repeatedOf({ method = '', path, url = path, headers }: Asked) {
  return { origin: cut(originOf(headers)), method: cut(method), path: cut(path), url: cut(url) };
}

/** Members that repeat the status, the request or the value that is wrong, or say the time, are examples like others once these are known. */
function known(members: Members, { status, asked, value }: About & { value: unknown }): Members {
  const values = { ...repeatedOf(asked), now: new Date(asked.now ?? Date.now()).toISOString() };
  const fill = (text: string) => (text === '{value}' ? value : filledIn(text, values));
  const toldOf = (form: MemberForm): MemberForm => {
    if (form === 'absent') return form;
    if (form.status !== undefined) return { missing: form.status === 'text' ? String(status) : status };
    const missing = mapTexts(form.missing, fill);
    return { ...form, missing: form.time === undefined ? missing : timeIn(form.time, String(missing)) };
  };
  return Object.fromEntries(Object.entries(members).map(([place, form]) => [place, toldOf(form)]));
}

function errorOf({ detail, source, ...error }: Schema<'Error'>, form: RefusalForm, about: Telling): Schema<'Error'> {
  const { code = error.code, meta = 'none' } = form;
  const title = titleOf(about.titles, { ...form, code }) ?? error.title;
  const place = sourceOf(source, form, about.asked.body);
  const repeated = { path: cut(about.asked.path), code, place: cut(propertyPath(source?.pointer)) };
  const told = meta === 'none' ? undefined : about.room.for(mapTexts(meta, (text) => filledIn(text, repeated)) as Json);
  return {
    code,
    title,
    ...(detail !== undefined && form.detail !== false && { detail }),
    ...(place && { source: place }),
    ...(told !== undefined && { meta: told }),
  };
}

function sourceOf(
  { pointer, parameter }: NonNullable<Schema<'Error'>['source']> = {},
  form: RefusalForm,
  sent: unknown,
): Schema<'Error'>['source'] {
  // What stands in no place of the body may be named as a parameter all the same, such as an id.
  const named = pointer === undefined ? parameterIn(form.parameter ?? 'exact', parameter) : undefined;
  if (named !== undefined) return named.startsWith('/') ? { pointer: named } : { parameter: named };
  const place = parameter === undefined ? pointerIn(form.pointer ?? 'exact', pointer, sent) : undefined;
  return place === undefined ? undefined : { pointer: place };
}

/** The pointer or parameter that an error of ours names. */
export function placeIn({ errors, detail }: Body, index: number): string | undefined {
  const { pointer, parameter } = errors?.[index]?.source ?? {};
  return pointer ?? parameter ?? detail?.[index]?.loc.at(-1);
}

function validationOf(entry: Validation, { loc, msg = entry.msg, type = entry.type }: RefusalForm): Validation {
  const own = loc === 'name' ? entry.loc.slice(-1) : entry.loc;
  return { ...entry, loc: typeof loc === 'object' ? [...loc] : own, msg, type };
}

/** What of a refusal is told otherwise, in words. */
function chosenBy(answer: AnyAnswer, status: number, form: RefusalForm, body: Body | undefined): string[] {
  const [error] = (answer.body as Body).errors ?? [];
  // A body that is another one may have anything under this name.
  const isOther = form.body === 'other';
  const [told] = (!isOther && body?.errors) || [];
  const isEmpty = !isOther && [body?.errors, body?.detail].some((list) => list?.length === 0);
  return [
    status !== answer.status && `status ${status}`,
    told && told.code !== error?.code && `code ${told.code}`,
    told && told.title !== error?.title && `title ${told.title}`,
    (!body || isEmpty || isOther) && `body ${isEmpty ? 'empty' : form.body}`,
  ].filter((one) => typeof one === 'string');
}
