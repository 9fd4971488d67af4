import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { isObject, type Json } from '../../../spec/json.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import { type ChosenRefusal, invalidByChoice, refuse } from '../../contract/answer.ts';
import type { Caller } from '../../contract/callers.ts';
import { toldEach, toldOfTogether } from '../../contract/refuse-together.ts';
import { isFree } from '../../email/headers.ts';
import { duplicatesIn } from '../../email/recipients.ts';
import type { World } from '../../state/world.ts';
import { type Body, invalid, nothing, OVERRIDE, type Refused } from './body.ts';

/** Fields that can't stand together, addresses that stand twice, an override without its scope, what the deployment does not take. */
export function* conflictsIn(body: Body, caller: Caller, world: World): Generator<Refused | ChosenRefusal> {
  yield* combinedIn(body);
  yield* refusedVariables(body, world);
  for (const duplicate of toldEach(duplicatesIn(body), toldOfTogether(world.choices))) {
    const detail = `The address ${duplicate.email} is named more than once in to, cc and bcc.`;
    yield invalid(400, duplicate.pointer, detail, ...duplicate.rules, 'EMAIL-RCPT-6');
  }
  if (body.ignore_suppression && !caller.scopes.includes(OVERRIDE)) {
    const detail = `Overriding suppressions needs the API scope ${OVERRIDE}.`;
    yield refuse(403, { code: '10010', detail, pointer: '/ignore_suppression' }, 'EMAIL-SUPP-6', 'EMAIL-SUPP-7');
  }
  yield* refusedByChoice(body, world);
  yield* refusedHeaders(body, world);
}

/** What is wrong with single members for which the contract takes anything, whatever is wrong with others. */
export function* wrongMembersIn(body: Json, world: World): Generator<Refused | ChosenRefusal> {
  yield* refusedVariables(body, world);
  yield* refusedHeaders(body, world);
}

/** Variables that are no object (EMAIL-TMPL-11). */
function* refusedVariables({ template_variables: variables }: Json, { choices }: World): Generator<Refused> {
  if (variables === undefined || isObject(variables) || choices.templateVariables !== 'refused') return;
  const rules: RuleId[] = ['EMAIL-TMPL-11', 'EMAIL-TMPL-8', 'EMAIL-TMPL-9', 'ERR-10', 'ERR-11'];
  yield invalid(422, '/template_variables', 'template_variables must be an object.', ...rules);
}

/** Fields that can't stand together, whatever they say. */
export function* combinedIn(body: Json): Generator<Refused> {
  if (body.in_reply_to_message_id && body.forward_of_message_id) {
    const detail = "in_reply_to_message_id and forward_of_message_id can't be combined.";
    yield invalid(422, '/forward_of_message_id', detail, 'EMAIL-THREAD-23', 'EMAIL-THREAD-24');
  }
  for (const name of ['subject', 'html_body', 'text_body'] as const) {
    if (body.template_id === undefined || body[name] === undefined) continue;
    const detail = `${name} can't be combined with template_id.`;
    yield invalid(422, `/${name}`, detail, 'EMAIL-TMPL-2', 'EMAIL-TMPL-3');
  }
}

/** What a deployment may refuse, and this mock does not (EMAIL-RCPT-9, EMAIL-THREAD-19). */
function* refusedByChoice(body: Body, { choices }: World): Generator<ChosenRefusal> {
  const lists = [body.to, body.cc, body.bcc];
  if (!lists.some((list) => list && list.length > 0))
    yield invalidByChoice('recipients', '/to', 'At least one recipient is required.', 'EMAIL-RCPT-9');
  if (choices.replyAllAlone === 'refused' && body.reply_to_all && !body.in_reply_to_message_id)
    yield invalidByChoice('replyAllAlone', '/reply_to_all', 'There is no message to reply to.', 'EMAIL-THREAD-19');
}

/** Custom headers that mail has of its own, where a deployment refuses them (EMAIL-HDR-5). */
function* refusedHeaders({ headers }: Json, { choices }: World): Generator<ChosenRefusal> {
  if (choices.reservedHeaders !== 'refused' || !isObject(headers)) return;
  for (const name of droppedHeaders({ headers }))
    yield invalidByChoice(
      'reservedHeaders',
      `/headers/${pointerStep(name)}`,
      `The header ${name} can't be set.`,
      'EMAIL-HDR-5',
    );
}

/** The names of custom headers that are not in the mail (EMAIL-HDR-5). */
export function droppedHeaders({ headers = nothing }: { headers?: Json }): string[] {
  return Object.keys(headers).filter((name) => !isFree(name));
}
