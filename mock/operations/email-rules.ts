import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { RequestBody } from '../../spec/types.ts';
import { shortened } from '../contract/answer.ts';
import type { Caller } from '../contract/callers.ts';
import { isFree } from '../email/headers.ts';
import type { Message } from '../email/messages.ts';
import { scheduleNotes, scheduleRules } from '../email/schedule.ts';

/** The body of a send that passed the contract. */
export type Body = RequestBody<'createEmailMessage'>;

/** The API scope that a caller needs who overrides suppressions (source document, Authentication). */
export const OVERRIDE = 'email:override';

/** The rules that decided how a message was accepted; a forwarded message is not looked up, so any id is good (EMAIL-FWD-6). */
export function rulesOf(body: Body, caller: Caller, message: Message): RuleId[] {
  const rules: RuleId[] = ['EMAIL-ANS-1', 'EMAIL-ANS-3', 'EMAIL-ANS-12'];
  if (message.status === 'queued') rules.push('EMAIL-ANS-9');
  if (message.sandbox) rules.push('EMAIL-SAND-1', 'EMAIL-SAND-2');
  else rules.push(...scheduleRules(body, message.schedule));
  if (message.templateId) rules.push('EMAIL-SUBJ-4', 'EMAIL-SUBJ-5', 'EMAIL-TMPL-1');
  if (message.inReplyTo) rules.push('EMAIL-THREAD-5', 'EMAIL-THREAD-21');
  else if (body.reply_to_all) rules.push('EMAIL-THREAD-19');
  if (message.forwardOf) rules.push('EMAIL-FWD-5');
  if (message.replyTo !== null) rules.push('EMAIL-FROM-8', 'EMAIL-FROM-11');
  if (body.headers || body.tags || body.metadata) rules.push('EMAIL-WO-1', 'EMAIL-WO-2');
  if (body.headers && Object.keys(message.headers).length < Object.keys(body.headers).length) rules.push('EMAIL-HDR-5');
  if (body.tracking_settings) rules.push('EMAIL-TRACK-1');
  if (body.ignore_suppression) rules.push('EMAIL-SUPP-8');
  else if (!caller.scopes.includes(OVERRIDE)) rules.push('EMAIL-SUPP-9');
  if (message.suppressed.length > 0) rules.push('EMAIL-SUPP-11', 'EMAIL-SUPP-12', 'EMAIL-SUPP-16');
  if (message.suppressed.some(({ scope }) => scope === 'group')) rules.push('EMAIL-GROUP-2');
  return rules;
}

/** Sentences about members without an effect. */
export function notesOn(body: Body, { schedule, createdAt }: Message): string[] {
  const { template_id, template_variables, text_body, html_body, reply_to_all, in_reply_to_message_id } = body;
  const notes = scheduleNotes(body, schedule, createdAt);
  if (template_variables !== undefined && template_id === undefined)
    notes.push('template_variables has no effect: there is no template_id.');
  if (reply_to_all && !in_reply_to_message_id)
    notes.push('reply_to_all has no effect: there is no in_reply_to_message_id.');
  if (template_id === undefined && !text_body && !html_body)
    notes.push('The message is empty: it has neither text_body nor html_body.');
  for (const name of droppedHeaders(body))
    notes.push(`The custom header ${shortened(name, 100)} was dropped: mail has its own, or it can't be written.`);
  return notes;
}

/** The names of custom headers that are not in the mail (EMAIL-HDR-5). */
export function droppedHeaders({ headers = {} }: Pick<Body, 'headers'>): string[] {
  return Object.keys(headers).filter((name) => !isFree(name));
}
