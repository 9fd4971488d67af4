import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { escapeStep, findNode, isObject } from '../../spec/json.ts';
import type { RequestBody, Schema } from '../../spec/types.ts';
import { UUID } from '../../spec/validators.ts';
import {
  type Answer,
  addNotes,
  answer,
  type ChosenRefusal,
  refuse,
  refuseAt,
  refuseByChoice,
  refuseTogether,
  shorten,
} from '../contract/answer.ts';
import type { Caller } from '../contract/callers.ts';
import type { OperationRequest } from '../contract/check.ts';
import { isCustomName, selectCustomHeaders } from '../email/compose.ts';
import { createReply, type Message, noThread, showMessage, type Threading, usualFile } from '../email/messages.ts';
import { findDuplicates, toAddress } from '../email/recipients.ts';
import { listScheduleNotes, listScheduleRules, toSchedule } from '../email/schedule.ts';
import { renderTemplate } from '../email/templates.ts';
import type { World } from '../state/world.ts';
import { formatTime } from '../time.ts';
import type { Operation } from './operation.ts';

type Body = RequestBody<'createEmailMessage'>;

/** The API scope for overriding suppressions (source document, Authentication). */
const OVERRIDE = 'email:override';

type Refused = Extract<Answer<'createEmailMessage'>, { status: 400 | 403 | 404 | 422 }> | ChosenRefusal;

const NAMED = /<[^<>]+@[^<>]+>\s*$/;

/** Accepts a message: queues it, schedules it, or stores it as sandboxed (source document, Endpoints > 5; EMAIL-ANS-2). */
export const createEmailMessage: Operation<'createEmailMessage'> = {
  code: '10015',
  unauthorized: ['AUTH-5', 'EMAIL-IDEM-25'],
  bodiless: ['EMAIL-SUBJ-2', 'HTTP-3', 'HTTP-4'],
  extraRules({ rules: [broken], keyword, missing, pointer, value }) {
    if (broken === 'EMAIL-THREAD-11') return ['EMAIL-THREAD-12'];
    if (broken === 'EMAIL-FWD-3') return ['EMAIL-FWD-4'];
    if (missing === 'email' && pointer === '/from') return ['EMAIL-FROM-3'];
    if (pointer === '/reply_to' && ['type', 'oneOf'].includes(keyword)) return ['EMAIL-ANS-16'];
    return typeof value === 'string' && NAMED.test(value) ? ['EMAIL-RCPT-8'] : [];
  },
  handle({ caller, body }: OperationRequest<Body>, world) {
    const content = createContent(body, caller, world);
    const threading = findThreading(body, caller, world);
    const delivery = createDelivery(body, caller, world);
    const unmet = [content, threading, delivery].filter((part) => 'status' in part);
    const [refusal, ...others] = [...findConflicts(body, caller, world), ...unmet];
    if (refusal) return refuseTogether([refusal, ...others], world.choices.reportedFaults);
    if ('status' in content || 'status' in threading || 'status' in delivery) throw new Error('refusals are answered');

    const { suppressed, to, cc, bcc } = delivery;
    const now = world.clock.now();
    const message = createMessage(body, caller, { id: world.newId(), now, content, threading, delivery });
    const data = showMessage(message);
    if (world.choices.suppressedRecipients !== 'removed') Object.assign(data, toRecipients(body));
    // Mail that leaves changes its message.
    const rules = listRules(body, caller, message);
    // Sandboxed mail never leaves (EMAIL-SAND-3).
    const leaves = message.status === 'queued' && to.length + cc.length + bcc.length > 0;
    if (leaves) world.post(message, now);
    else world.messages.add(message);
    const answered = answer(202, suppressed.length > 0 ? { data, suppressed } : { data }, ...rules);
    return addNotes(answered, ...listNotes(body, message, now));
  },
};

/** The legacy route to the same messages (EMAIL-ALIAS-2, EMAIL-ALIAS-3). */
export const createEmail: Operation<'createEmail'> = {
  ...createEmailMessage,
  generalRules: () => ['EMAIL-ALIAS-1'],
};

/** A deployment can leave out the type of the variables, which the contract judges leniently. */
const typeOfVariables = '/components/schemas/EmailMessageRequest/properties/template_variables/type';

function* findConflicts(body: Body, { scopes }: Caller, { choices, deployed }: World): Generator<Refused> {
  const { template_id, template_variables: variables } = body;
  if (body.in_reply_to_message_id && body.forward_of_message_id) {
    const detail = "in_reply_to_message_id and forward_of_message_id can't be combined.";
    yield refuseAt(422, '/forward_of_message_id', detail, 'EMAIL-THREAD-23', 'EMAIL-THREAD-24');
  }
  for (const name of template_id === undefined ? [] : (['subject', 'html_body', 'text_body'] as const))
    if (body[name] !== undefined)
      yield refuseAt(422, `/${name}`, `${name} can't be combined with template_id.`, 'EMAIL-TMPL-2', 'EMAIL-TMPL-3');
  const isTyped = !deployed || findNode(deployed.document.json, typeOfVariables) !== undefined;
  if (variables !== undefined && !isObject(variables) && isTyped) {
    const rules = ['EMAIL-TMPL-11', 'EMAIL-TMPL-8', 'EMAIL-TMPL-9', 'ERR-10', 'ERR-11'] as const;
    yield refuseAt(422, '/template_variables', 'template_variables must be an object.', ...rules);
  }
  for (const { email, pointer, rules } of findDuplicates(body)) {
    const detail = `The address ${email} is named more than once in to, cc and bcc.`;
    yield refuseAt(400, pointer, detail, ...rules);
    if (choices.reportedFaults === 'first') break;
  }
  if (body.ignore_suppression === true && !scopes.includes(OVERRIDE)) {
    const detail = `Overriding suppressions needs the API scope ${OVERRIDE}.`;
    yield refuse(403, { code: '10010', detail, pointer: '/ignore_suppression' }, 'EMAIL-SUPP-6', 'EMAIL-SUPP-7');
  }
  for (const name of choices.reservedHeaders === 'refused' ? listDroppedHeaders(body) : [])
    yield refuseByChoice(
      'reservedHeaders',
      refuseAt(422, `/headers/${escapeStep(name)}`, `The header ${name} can't be set.`, 'EMAIL-HDR-5'),
    );
}

type Content = Pick<Message, 'subject' | 'html' | 'text'>;

function createContent(body: Body, caller: Caller, world: World): Content | Refused {
  const { subject, html_body = null, text_body = null, template_id } = body;
  if (template_id === undefined) {
    if (subject) return { subject, html: html_body, text: text_body };
    const rules = subject === undefined ? (['EMAIL-SUBJ-3', 'EMAIL-SUBJ-2'] as const) : (['EMAIL-SUBJ-3'] as const);
    return refuseAt(400, '/subject', 'A subject is required unless a template is used.', ...rules);
  }
  const pointer = '/template_id';
  const template = world.fixtures.templates.get(template_id.toLowerCase());
  if (template?.account !== caller.account) {
    const isForeign = template !== undefined;
    const ofUuid = isForeign ? 'EMAIL-TMPL-5' : 'EMAIL-TMPL-4';
    const rule = UUID.test(template_id) ? ofUuid : 'EMAIL-TMPL-7';
    const refusal = refuseAt(400, pointer, 'The template does not exist.', rule, 'EMAIL-TMPL-6');
    return isForeign ? addNotes(refusal, 'The template belongs to another account.') : refusal;
  }
  const rendered = renderTemplate(template, readVariables(body), world.clock.now());
  if ('failed' in rendered) return refuseAt(400, pointer, rendered.failed);
  if (rendered.subject) return rendered;
  const detail = 'The template has no subject, or its subject renders empty.';
  const broken = template.subject === undefined ? 'EMAIL-SUBJ-6' : 'EMAIL-SUBJ-7';
  return refuseAt(400, pointer, detail, broken, 'EMAIL-SUBJ-8');
}

/** If a deployment accepts variables of another type, they are an empty object (EMAIL-TMPL-10). */
function readVariables({ template_variables: variables }: Body): Readonly<Record<string, unknown>> {
  return isObject(variables) ? variables : {};
}

function findThreading({ in_reply_to_message_id: id }: Body, caller: Caller, { messages }: World) {
  if (!id) return noThread;
  const parent = messages.get(caller.account, id);
  if (parent) return createReply(parent);
  const detail = 'The message that is replied to does not exist.';
  const reason = { code: '10001', detail, pointer: '/in_reply_to_message_id' } as const;
  const isForeign = messages.has(id);
  const broken = isForeign ? 'EMAIL-THREAD-7' : 'EMAIL-THREAD-6';
  const refusal = refuse(404, reason, broken, 'EMAIL-THREAD-8', 'EMAIL-THREAD-9', 'EMAIL-THREAD-10');
  return isForeign ? addNotes(refusal, 'The message belongs to another account.') : refusal;
}

type Recipients = Pick<Message, 'to' | 'cc' | 'bcc'>;

function toRecipients({ to, cc = [], bcc = [] }: Body) {
  return { to: to.map(toAddress), cc: cc.map(toAddress), bcc: bcc.map(toAddress) };
}

function createDelivery(body: Body, caller: Caller, { fixtures, choices }: World) {
  const send = { groupId: body.group_id?.toLowerCase() ?? null, override: Boolean(body.ignore_suppression) };
  const suppressed: Schema<'SuppressedRecipient'>[] = [];
  const isReached = (address: Recipients['to'][number]) => {
    const blocking = fixtures.suppressions.findBlocking(caller.account, address, send);
    if (blocking) suppressed.push(blocking);
    return !blocking;
  };
  const { to, cc, bcc } = toRecipients(body);
  const delivery = { to: to.filter(isReached), cc: cc.filter(isReached), bcc: bcc.filter(isReached), suppressed };
  const isLost = suppressed.length > 0 && delivery.to.length + delivery.cc.length + delivery.bcc.length === 0;
  if (!isLost || choices.allSuppressed === 'accepted') return delivery;
  const reason = { code: 'recipient_suppressed', detail: 'All recipients are suppressed.' } as const;
  const refusal = refuse(422, reason, 'EMAIL-SUPP-13', 'EMAIL-SUPP-14');
  return { ...refusal, body: { ...refusal.body, suppressed } };
}

interface Prepared {
  id: string;
  now: number;
  content: Content;
  threading: Threading;
  delivery: Recipients & Pick<Message, 'suppressed'>;
}

/** A `from_name` overrides the name of `from` (EMAIL-FROM-5, EMAIL-FROM-6); a reply to all adds no recipients (EMAIL-THREAD-16). */
function createMessage(body: Body, { account }: Caller, { id, now, content, threading, delivery }: Prepared): Message {
  const from = toAddress(body.from);
  const scheduledAt = toSchedule(body, now);
  const sandbox = Boolean(body.sandbox_mode);
  return {
    id,
    account,
    status: sandbox ? 'sandbox' : scheduledAt ? 'scheduled' : 'queued',
    sandbox,
    messageId: `<${id}@mail.${from.email.split('@')[1]}>`,
    from: body.from_name === undefined ? from : { ...from, name: body.from_name },
    replyTo: body.reply_to === undefined ? null : toAddress(body.reply_to).email,
    headers: selectCustomHeaders(body.headers ?? {}),
    attachments: (body.attachments ?? []).map(({ content, content_type, content_id, disposition, filename }) => ({
      content: content ?? '',
      contentType: content_type ?? usualFile.contentType,
      contentId: content_id ?? null,
      disposition: disposition ?? usualFile.disposition,
      filename: filename ?? usualFile.filename,
    })),
    tags: body.tags?.map(String) ?? [],
    metadata: body.metadata ?? {},
    forwardOf: body.forward_of_message_id ?? null,
    templateId: body.template_id ?? null,
    templateVariables: readVariables(body),
    subject: content.subject,
    html: content.html,
    text: content.text,
    inReplyTo: threading.inReplyTo,
    references: threading.references,
    suppressed: delivery.suppressed,
    to: delivery.to,
    cc: delivery.cc,
    bcc: delivery.bcc,
    createdAt: formatTime(now),
    scheduledAt,
    deliveredAt: null,
  };
}

/** The rules that decided about an accepted message. A forwarded message is not looked up: any id fits (EMAIL-FWD-6). */
function listRules(body: Body, caller: Caller, message: Message): RuleId[] {
  const rules: RuleId[] = ['EMAIL-ANS-1', 'EMAIL-ANS-3', 'EMAIL-ANS-12'];
  if (message.status === 'queued') rules.push('EMAIL-ANS-9');
  if (message.sandbox) rules.push('EMAIL-SAND-1', 'EMAIL-SAND-2');
  else rules.push(...listScheduleRules(body, message.scheduledAt));
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

function listNotes(body: Body, { scheduledAt }: Message, now: number): string[] {
  const { template_id, template_variables, text_body, html_body, reply_to_all, in_reply_to_message_id } = body;
  const notes = listScheduleNotes(body, scheduledAt, now);
  if (template_variables !== undefined && template_id === undefined)
    notes.push('template_variables has no effect: there is no template_id.');
  if (reply_to_all && !in_reply_to_message_id)
    notes.push('reply_to_all has no effect: there is no in_reply_to_message_id.');
  if (template_id === undefined && !text_body && !html_body)
    notes.push('The message is empty: it has neither text_body nor html_body.');
  for (const name of listDroppedHeaders(body))
    notes.push(`The custom header ${shorten(name, 100)} was dropped: mail has its own, or it can't be written.`);
  return notes;
}

function listDroppedHeaders({ headers = {} }: Pick<Body, 'headers'>): string[] {
  return Object.keys(headers).filter((name) => !isCustomName(name));
}
