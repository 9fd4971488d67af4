import type { RuleId } from '../generated/rule-ids.ts';
import { isObject } from '../json.ts';
import { loadRegister } from '../register.ts';
import type { RefusalForm } from './deployment.ts';

interface FixedField {
  field: keyof RefusalForm;
  message: string;
}

/** The rules about undeclared paths and methods: only their refusals can be without a body. */
const bodilessRules: readonly RuleId[] = ['HTTP-7', 'HTTP-8'];

/** A rule with the rules of the source that fix its refusals at an operation. */
export function listFixingRules(id: RuleId, operation: string | undefined): RuleId[] {
  const ofOperation = operation === 'createNumberReservation' ? (['RSV-28'] as const) : [];
  return [id, ...(loadRegister().get(id)?.restsOn ?? []), ...ofOperation];
}

/** Removes the fields that the source fixes from a form; `code` applies to a form without a code. */
export function removeFixedFields(form: RefusalForm, rules: readonly RuleId[], code: string | undefined): RefusalForm {
  const rest = { ...form };
  const findFixed = () =>
    findFixedFields({ ...(code !== undefined && { code }), ...rest }, rules).find(({ field }) => field in rest);
  // In a form without a code, the contract's code decides about the title.
  for (let found = findFixed(); found; found = findFixed()) delete rest[found.field];
  return rest;
}

/** The fields of a form that rules of the source fix to other values. */
export function findFixedFields(form: RefusalForm, rules: readonly RuleId[]): FixedField[] {
  const { status, body } = form;
  const { errors: [error] = [] } = body || {};
  const firstError: RefusalForm = body === undefined ? form : { ...(isObject(error) && error) };
  // A body without errors lacks all fixed fields.
  const { code, title, detail } =
    body === undefined ? form : { code: 'none', title: 'none', detail: false as const, ...firstError };
  const shown = { status, code, title, detail: detail === false ? 'absent' : 'there' };
  // The code of the generic fallback has its title.
  const fixing = code === '10007' ? [...rules, 'ERR-9' as const] : rules;
  const fields = fixing.flatMap((rule) => {
    const { fixed = {} } = loadRegister().get(rule) ?? {};
    return (['status', 'code', 'title', 'detail'] as const).flatMap((name): FixedField[] => {
      const [value, allowed] = [shown[name], fixed[name] as readonly unknown[] | undefined];
      if (value === undefined || !allowed || allowed.includes(value)) return [];
      const field = body === undefined || name === 'status' ? name : 'body';
      return [{ field, message: `${name} must be ${allowed.join(' or ')} (${rule}, source)` }];
    });
  });
  // One code of the contract is a word.
  if (firstError.code !== undefined && !/^(\d+|recipient_suppressed)$/.test(firstError.code))
    fields.push({ field: body === undefined ? 'code' : 'body', message: 'code must be digits (ERR-8, source)' });
  if (body === false && !rules.some((rule) => bodilessRules.includes(rule)))
    fields.push({ field: 'body', message: 'body must be a map (ERR-1, source)' });
  return fields;
}
