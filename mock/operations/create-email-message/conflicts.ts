import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { isObject, type Json } from '../../../spec/json.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import { type ChosenRefusal, invalidByChoice, refuse } from '../../contract/answer.ts';
import type { Caller } from '../../contract/callers.ts';
import { toldEach, toldOfTogether } from '../../contract/refuse-together.ts';
import { isFree } from '../../email/headers.ts';
import { type Duplicate, duplicatesIn } from '../../email/recipients.ts';
import type { World } from '../../state/world.ts';
import { type Body, invalid, none, nothing, OVERRIDE, type Refused } from './body.ts';

/** Fields that can't stand together, addresses that stand twice, an override without its scope, what the deployment does not take. */
export function conflictsIn(body: Body, caller: Caller, world: World): (Refused | ChosenRefusal)[] {
  return [
    ...combinedIn(body),
    ...refusedVariables(body, world),
    ...toldEach(duplicatesIn(body), toldOfTogether(world.choices)).map(refuseDuplicate),
    ...unscopedOverride(body, caller),
    ...missingRecipients(body),
    ...refusedFlag(body, world),
    ...refusedHeaders(body, world),
    ...refusedDispositions(body, world),
  ];
}

/** What is wrong with single members for which the contract takes anything, whatever is wrong with others. */
export function wrongMembersIn(body: Json, world: World): (Refused | ChosenRefusal)[] {
  return [...refusedVariables(body, world), ...refusedHeaders(body, world), ...refusedDispositions(body, world)];
}

/** Fields that can't stand together, whatever they say. */
export function combinedIn(body: Json): Refused[] {
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
function refusedVariables({ template_variables: variables }: Json, { choices }: World): readonly Refused[] {
  if (variables === undefined || isObject(variables) || choices.templateVariables === 'accepted') return none;
  if (Array.isArray(variables) && choices.templateVariables === 'listsAccepted') return none;
  const rules: RuleId[] = ['EMAIL-TMPL-11', 'EMAIL-TMPL-8', 'EMAIL-TMPL-9', 'ERR-10', 'ERR-11'];
  return [invalid(422, '/template_variables', 'template_variables must be an object.', ...rules)];
}

function refuseDuplicate({ email, pointer, rules }: Duplicate): Refused {
  const detail = `The address ${email} is named more than once in to, cc and bcc.`;
  return invalid(400, pointer, detail, ...rules, 'EMAIL-RCPT-6');
}

/** An override of suppressions by a caller who may not (EMAIL-SUPP-6, EMAIL-SUPP-7). */
export function unscopedOverride({ ignore_suppression }: Json, { scopes }: Caller): readonly Refused[] {
  if (ignore_suppression !== true || scopes.includes(OVERRIDE)) return none;
  const detail = `Overriding suppressions needs the API scope ${OVERRIDE}.`;
  return [refuse(403, { code: '10010', detail, pointer: '/ignore_suppression' }, 'EMAIL-SUPP-6', 'EMAIL-SUPP-7')];
}

/** A message for nobody, where the one recipient that is needed may stand in any list (EMAIL-RCPT-9). */
export function missingRecipients({ to, cc, bcc }: Json): readonly ChosenRefusal[] {
  if ([to, cc, bcc].some((list) => Array.isArray(list) && list.length > 0)) return none;
  return [invalidByChoice('recipients', '/to', 'At least one recipient is required.', 'EMAIL-RCPT-9')];
}

/** A flag for replies without a parent, where a deployment refuses it (EMAIL-THREAD-19). */
function refusedFlag(body: Body, { choices }: World): readonly ChosenRefusal[] {
  if (choices.replyAllAlone !== 'refused' || !body.reply_to_all || body.in_reply_to_message_id) return none;
  return [invalidByChoice('replyAllAlone', '/reply_to_all', 'There is no message to reply to.', 'EMAIL-THREAD-19')];
}

/** Custom headers that mail has of its own, where a deployment refuses them (EMAIL-HDR-5). */
function refusedHeaders({ headers }: Json, { choices }: World): readonly ChosenRefusal[] {
  if (choices.reservedHeaders !== 'refused' || !isObject(headers)) return none;
  return droppedHeaders({ headers }).map((name) => {
    const pointer = `/headers/${pointerStep(name)}`;
    return invalidByChoice('reservedHeaders', pointer, `The header ${name} can't be set.`, 'EMAIL-HDR-5');
  });
}

/** Attachments for no known place in the message, where a deployment refuses them (EMAIL-ATT-1). */
function refusedDispositions({ attachments }: Json, { choices }: World): readonly ChosenRefusal[] {
  if (choices.dispositions !== 'refused' || !Array.isArray(attachments)) return none;
  return attachments.flatMap((attachment, index) => {
    const { disposition }: Json = isObject(attachment) ? attachment : nothing;
    if (typeof disposition !== 'string' || DISPOSITIONS.has(disposition)) return [];
    const pointer = `/attachments/${index}/disposition`;
    return [invalidByChoice('dispositions', pointer, 'disposition must be attachment or inline.', 'EMAIL-ATT-1')];
  });
}

const DISPOSITIONS: ReadonlySet<string> = new Set(['attachment', 'inline']);

/** The names of custom headers that are not in the mail (EMAIL-HDR-5). */
export function droppedHeaders({ headers = nothing }: { headers?: Json }): string[] {
  return Object.keys(headers).filter((name) => !isFree(name));
}
