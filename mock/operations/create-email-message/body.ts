import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { isObject } from '../../../spec/json.ts';
import type { RequestBody } from '../../../spec/types.ts';
import type { Answer } from '../../contract/answer.ts';
import { refuse } from '../../contract/refusal.ts';

/** The body of a send that passed the contract. */
export type Body = RequestBody<'createEmailMessage'>;
/** Why a send is refused. */
export type Refused = Extract<Answer<'createEmailMessage'>, { status: 400 | 403 | 404 | 422 }>;

/** The API scope that a caller needs who overrides suppressions (source document, Authentication). */
export const OVERRIDE = 'email:override';

/** What most messages have none of: one of each for all of them, since thousands are kept. */
export const none: readonly never[] = Object.freeze([]);
export const nothing: Readonly<Record<string, never>> = Object.freeze({});

/** A refusal of what a member says. */
export function invalid<Status extends 400 | 422>(status: Status, pointer: string, detail: string, ...rules: RuleId[]) {
  return refuse(status, { code: '10015', detail, pointer }, ...rules);
}

/** The variables of a template; what is no object is an empty one, where a deployment accepts it (EMAIL-TMPL-10). */
export function variablesOf({ template_variables: variables }: Body): Readonly<Record<string, unknown>> {
  return isObject(variables) ? variables : nothing;
}
