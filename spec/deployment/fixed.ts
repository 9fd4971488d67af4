import type { RuleId } from '../generated/rule-ids.ts';
import { isObject } from '../json.ts';
import { loadRegister } from '../register.ts';
import type { RefusalForm } from './deployment.ts';

interface FixedField {
  field: 'status' | 'code' | 'title' | 'detail' | 'body';
  rule: RuleId;
  wanted: string;
}

/** The code of the generic fallback has its title from the source (ERR-9). */
const fallback = { code: '10007', title: 'Unexpected error' };

/** The rules about paths and methods that the contract does not have. */
const outside: readonly RuleId[] = ['HTTP-7', 'HTTP-8'];

/** A rule with the rules of the source that fix its refusals at an operation. */
export function fixingRules(id: RuleId, operation: string | undefined): RuleId[] {
  const ofOperation = operation === 'createNumberReservation' ? (['RSV-28'] as const) : [];
  return [id, ...(loadRegister().get(id)?.restsOn ?? []), ...ofOperation];
}

/** A form of a refusal under rules without the fields that the source fixes. `code` is that of a form without one. */
export function withoutFixed(form: RefusalForm, rules: readonly RuleId[], code: string | undefined): RefusalForm {
  const kept = { ...form };
  const fixed = () =>
    fixedFields({ ...(code !== undefined && { code }), ...kept }, rules).find(({ field }) => field in kept);
  // Without a code, its own one decides about the title.
  for (let found = fixed(); found; found = fixed()) delete kept[found.field];
  return kept;
}

export function fixedFields(form: RefusalForm, rules: readonly RuleId[]): FixedField[] {
  const fields: FixedField[] = [];
  const { errors, detail } = (form.body ?? {}) as { errors?: unknown; detail?: unknown };
  const list = [errors ?? detail].flat().filter(isObject);
  const isBare = form.body !== undefined && list.length === 0;
  const { code, title } = { ...form, ...(list[0] as Pick<RefusalForm, 'code' | 'title'>) };
  for (const rule of rules) {
    const { fixed = {} } = loadRegister().get(rule) ?? {};
    const add = (field: FixedField['field'], wanted: string) => fields.push({ field, rule, wanted });
    if (fixed.status && form.status && !fixed.status.includes(form.status)) add('status', fixed.status.join(' or '));
    if (fixed.code && code !== undefined && !fixed.code.includes(code)) add('code', fixed.code.join(' or '));
    if (fixed.title && title !== undefined && title !== fixed.title) add('title', fixed.title);
    if (fixed.detail && form.detail === false) add('detail', 'a text');
    if (isBare && (fixed.code ?? fixed.title)) add('body', 'a body with an error');
  }
  // ERR-8; the contract itself has one word in the place of a number.
  if (code !== undefined && !/^(\d+|recipient_suppressed)$/.test(code))
    fields.push({ field: 'code', rule: 'ERR-8', wanted: 'digits' });
  if (code === fallback.code && title !== undefined && title !== fallback.title)
    fields.push({ field: 'title', rule: 'ERR-9', wanted: fallback.title });
  const members = errors ? ['code', 'title'] : ['loc', 'msg', 'type'];
  const isError = (entry: unknown) => isObject(entry) && members.every((name) => name in entry);
  // Only requests outside of all operations are refused without a body.
  const isOutside = rules.length > 0 && rules.every((rule) => outside.includes(rule));
  const wanted = 'an object with a list `errors` whose entries have code and title';
  if (form.body === false ? !isOutside : form.body && ![errors ?? detail ?? [0]].flat().every(isError))
    fields.push({ field: 'body', rule: 'ERR-1', wanted });
  return fields;
}
