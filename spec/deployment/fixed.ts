import type { RuleId } from '../generated/rule-ids.ts';
import type { Rule } from '../register.ts';
import type { AnswerForm, RefusalForm } from './deployment.ts';
import { generalRuleOf } from './form-of.ts';

/** Something that the source says of an answer and a form does not. */
interface Broken {
  rule: RuleId;
  field: 'status' | 'code' | 'title' | 'detail' | 'body';
  message: string;
}

/**
 * Rules about requests that no operation answers, or none need answer: a router may know no path for a malformed id. These refusals may
 * have any body or none, all others have one from the source.
 */
const elsewhere: readonly RuleId[] = ['HTTP-7', 'HTTP-8', 'SIM-19', 'EMAIL-GET-6'];

/** What the source says of bodies that are not its own (ERR-1, RUN-23). */
const otherBodies: Readonly<Partial<Record<NonNullable<RefusalForm['body']>, string>>> = {
  none: 'there must be a body',
  other: 'there must be a list of errors',
  text: 'there must be a list of errors',
};

/** The code of the generic fallback has its title from the source. */
const UNEXPECTED = { code: '10007', title: 'Unexpected error' };

/**
 * Where a form of an answer that rests on these rules says something else than the source (`fixed` in the register; ERR-1, ERR-9, RUN-23).
 *
 * @param isFurther whether it is an error that tells a fault again: the detail that the source wants stands in the one before
 */
export function brokenBy(
  form: RefusalForm & AnswerForm,
  rules: readonly RuleId[],
  register: ReadonlyMap<RuleId, Rule>,
  isFurther = false,
): Broken[] {
  const broken: Broken[] = [];
  for (const rule of rules) {
    const { status, code, title, detail } = register.get(rule)?.fixed ?? {};
    const add = (field: Broken['field'], wanted: unknown) =>
      broken.push({ rule, field, message: `${field} must be ${wanted}` });
    if (status && form.status !== undefined && !status.includes(form.status)) add('status', status.join(' or '));
    if (code && form.code !== undefined && !code.includes(form.code)) add('code', code.join(' or '));
    if (title !== undefined && form.title !== undefined && form.title !== title) add('title', title);
    if (detail && form.detail === false && !isFurther) add('detail', 'present');
  }
  const [refused] = rules.some((rule) => elsewhere.includes(rule)) ? [] : rules;
  const message = form.body && otherBodies[form.body];
  if (message && refused) broken.push({ rule: generalRuleOf(refused), field: 'body', message });
  if (form.code === UNEXPECTED.code && form.title !== undefined && form.title !== UNEXPECTED.title)
    broken.push({ rule: 'ERR-9', field: 'title', message: `title must be ${UNEXPECTED.title}` });
  return broken;
}
