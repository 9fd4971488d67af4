import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { isObject, type Json } from '../../../spec/json.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import type { ChosenRefusal } from '../../contract/answer.ts';
import type { Caller } from '../../contract/callers.ts';
import { invalidByChoice, refuse } from '../../contract/refusal.ts';
import { isFree } from '../../email/headers.ts';
import { type Duplicate, duplicatesIn } from '../../email/recipients.ts';
import type { World } from '../../state/world.ts';
import { type Body, invalid, none, nothing, OVERRIDE, type Refused } from './body.ts';

/** Fields that exclude each other, repeated addresses, an override without its scope, headers that the deployment refuses. */
export function conflictsIn(body: Body, caller: Caller, world: World): (Refused | ChosenRefusal)[] {
  const all = duplicatesIn(body);
  const duplicates = world.choices.reportedFaults === 'all' ? [...all] : [...all].slice(0, 1);
  return [
    ...combinedIn(body),
    ...refusedVariables(body),
    ...duplicates.map(refuseDuplicate),
    ...unscopedOverride(body, caller),
    ...refusedHeaders(body, world),
  ];
}

/** Fields that exclude each other. */
function combinedIn(body: Body): Refused[] {
  const refused: Refused[] = [];
  if (body.in_reply_to_message_id && body.forward_of_message_id) {
    const detail = "in_reply_to_message_id and forward_of_message_id can't be combined.";
    refused.push(invalid(422, '/forward_of_message_id', detail, 'EMAIL-THREAD-23', 'EMAIL-THREAD-24'));
  }
  if (body.template_id === undefined) return refused;
  for (const name of ['subject', 'html_body', 'text_body'] as const) {
    if (body[name] === undefined) continue;
    const detail = `${name} can't be combined with template_id.`;
    refused.push(invalid(422, `/${name}`, detail, 'EMAIL-TMPL-2', 'EMAIL-TMPL-3'));
  }
  return refused;
}

/** Variables that are no object (EMAIL-TMPL-11). */
function refusedVariables({ template_variables: variables }: Body): readonly Refused[] {
  if (variables === undefined || isObject(variables)) return none;
  const rules: RuleId[] = ['EMAIL-TMPL-11', 'EMAIL-TMPL-8', 'EMAIL-TMPL-9', 'ERR-10', 'ERR-11'];
  return [invalid(422, '/template_variables', 'template_variables must be an object.', ...rules)];
}

function refuseDuplicate({ email, pointer, rules }: Duplicate): Refused {
  const detail = `The address ${email} is named more than once in to, cc and bcc.`;
  return invalid(400, pointer, detail, ...rules, 'EMAIL-RCPT-6');
}

/** An override of suppressions by a caller who may not (EMAIL-SUPP-6, EMAIL-SUPP-7). */
function unscopedOverride({ ignore_suppression }: Body, { scopes }: Caller): readonly Refused[] {
  if (ignore_suppression !== true || scopes.includes(OVERRIDE)) return none;
  const detail = `Overriding suppressions needs the API scope ${OVERRIDE}.`;
  return [refuse(403, { code: '10010', detail, pointer: '/ignore_suppression' }, 'EMAIL-SUPP-6', 'EMAIL-SUPP-7')];
}

/** Custom headers that mail has of its own, where a deployment refuses them (EMAIL-HDR-5). */
function refusedHeaders({ headers }: Body, { choices }: World): readonly ChosenRefusal[] {
  if (choices.reservedHeaders !== 'refused' || !headers) return none;
  return droppedHeaders({ headers }).map((name) => {
    const pointer = `/headers/${pointerStep(name)}`;
    return invalidByChoice('reservedHeaders', pointer, `The header ${name} can't be set.`, 'EMAIL-HDR-5');
  });
}

/** The names of custom headers that are not in the mail (EMAIL-HDR-5). */
export function droppedHeaders({ headers = nothing }: { headers?: Json }): string[] {
  return Object.keys(headers).filter((name) => !isFree(name));
}
