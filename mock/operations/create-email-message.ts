import type { Choices } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { RequestBody, Schema } from '../../spec/types.ts';
import { UUID } from '../../spec/validators.ts';
import { type Answer, answer, type ChosenRefusal, goingOn, noted, refuse, refuseByChoice } from '../contract/answer.ts';
import type { Caller } from '../contract/callers.ts';
import type { OperationRequest } from '../contract/check.ts';
import { customHeaders } from '../email/headers.ts';
import type { Address, Attachment } from '../email/message.ts';
import type { Message } from '../email/messages.ts';
import { findDuplicate, toAddress } from '../email/recipients.ts';
import { scheduleNotes, scheduleOf, scheduleRules } from '../email/schedule.ts';
import { renderTemplate } from '../email/templates.ts';
import { replyTo, standalone, type Threading } from '../email/threading.ts';
import { showMessage } from '../email/view.ts';
import type { World } from '../state/world.ts';
import type { Operation } from './operation.ts';

type Body = RequestBody<'createEmailMessage'>;
type Refused = Extract<Answer<'createEmailMessage'>, { status: 400 | 403 | 404 | 422 }>;

interface Content {
  subject: string;
  html: string | null;
  text: string | null;
}
interface Delivery {
  to: readonly Address[];
  cc: readonly Address[];
  bcc: readonly Address[];
  suppressed: readonly Schema<'SuppressedRecipient'>[];
}

const OVERRIDE = 'email:override';

/** What most messages have none of: one of each for all of them, since thousands are kept. */
const none: readonly never[] = Object.freeze([]);
const nothing: Readonly<Record<string, never>> = Object.freeze({});

/** Accepts a message: queues it, schedules it, or keeps it in the sandbox (source document, Endpoints > 5; EMAIL-ANS-2). */
export const createEmailMessage: Operation<'createEmailMessage'> = {
  code: '10015',
  unauthorized: ['AUTH-5', 'EMAIL-IDEM-25'],
  bodiless: ['EMAIL-SUBJ-2', 'HTTP-3', 'HTTP-4'],
  rulesBeside({ rules: [broken], keyword, missing, pointer, value }) {
    if (broken === 'EMAIL-THREAD-11') return ['EMAIL-THREAD-12'];
    if (broken === 'EMAIL-FWD-3') return ['EMAIL-FWD-4'];
    if (missing === 'email' && pointer === '/from') return ['EMAIL-FROM-3'];
    if (pointer === '/reply_to' && ['type', 'oneOf'].includes(keyword)) return ['EMAIL-ANS-16'];
    return typeof value === 'string' && NAMED.test(value) ? ['EMAIL-RCPT-8'] : [];
  },
  refuseBody({ caller, body }, world) {
    const refused = [...conflictsIn(body, caller, world), ...missingSubject(body, world)];
    return refused.length > 0 ? refuseAll(refused) : undefined;
  },
  handle: create,
};

/** The legacy address of the same: its messages are messages like any others (EMAIL-ALIAS-2, EMAIL-ALIAS-3). */
export const createEmail: Operation<'createEmail'> = {
  ...createEmailMessage,
  generalRules: () => ['EMAIL-ALIAS-1'],
};

/** An address behind a name. */
const NAMED = /<[^<>]+@[^<>]+>\s*$/;

function create({ caller, body }: OperationRequest<Body>, world: World): Answer<'createEmailMessage'> | ChosenRefusal {
  const conflicts = [...conflictsIn(body, caller, world)];
  const content = contentOf(body, caller, world);
  const threading = threadingOf(body, caller, world);
  const delivery = deliveryOf(body, caller, world);
  if (conflicts.length > 0 || 'status' in content || 'status' in threading || 'status' in delivery)
    return refuseAll([...conflicts, ...[content, threading, delivery].filter((one) => 'status' in one)]);

  const message = accept(body, caller, world, { content, threading, delivery });
  const data = { ...showMessage(message), ...shownRecipients(body, world) };
  // Sandboxed mail never leaves, if a deployment does not choose otherwise (EMAIL-SAND-3).
  const isTried = message.sandbox && !message.schedule && world.choices.sandboxDelivery === 'delivered';
  const isDelivered = message.status === 'queued' || isTried;
  if (isDelivered && hasRecipients(message)) world.post(message, message.createdAt);
  const suppressed = [...delivery.suppressed];
  const shown = suppressed.length > 0 ? { data, suppressed } : { data };
  return noted(answer(202, shown, ...rulesOf(body, caller, message)), ...notesOn(body, message, world));
}

/** The first refusal of several, going on with what the others say. */
function refuseAll<One extends Refused | ChosenRefusal>([first, ...others]: readonly One[]): One {
  const details = others.map(({ body: { errors } }) => `Also: ${errors[0]?.detail}`);
  return noted(goingOn(first as One, details), ...details);
}

/** A refusal of what a member says. */
function invalid<Status extends 400 | 422>(status: Status, pointer: string, detail: string, ...rules: RuleId[]) {
  return refuse(status, { code: '10015', detail, pointer }, ...rules);
}

/** Fields that can't stand together, addresses that stand twice, an override without its scope, what the deployment does not take. */
function* conflictsIn(body: Body, caller: Caller, world: World): Generator<Refused | ChosenRefusal> {
  const { choices } = world;
  if (body.in_reply_to_message_id && body.forward_of_message_id) {
    const detail = "in_reply_to_message_id and forward_of_message_id can't be combined.";
    yield invalid(422, '/forward_of_message_id', detail, 'EMAIL-THREAD-23', 'EMAIL-THREAD-24');
  }
  const given = (['subject', 'html_body', 'text_body'] as const).find((name) => body[name] !== undefined);
  if (body.template_id !== undefined && given) {
    const detail = `${given} can't be combined with template_id.`;
    yield invalid(422, `/${given}`, detail, 'EMAIL-TMPL-2', 'EMAIL-TMPL-3');
  }
  const { template_variables: variables } = body;
  if (variables !== undefined && !isObject(variables) && choices.templateVariables === 'refused') {
    const rules: RuleId[] = ['EMAIL-TMPL-11', 'EMAIL-TMPL-8', 'EMAIL-TMPL-9', 'ERR-10', 'ERR-11'];
    yield invalid(422, '/template_variables', 'template_variables must be an object.', ...rules);
  }
  const duplicate = findDuplicate(body);
  if (duplicate) {
    const detail = `The address ${duplicate.email} is named more than once in to, cc and bcc.`;
    yield invalid(400, duplicate.pointer, detail, ...duplicate.rules, 'EMAIL-RCPT-6');
  }
  if (body.ignore_suppression && !caller.scopes.includes(OVERRIDE)) {
    const detail = `Overriding suppressions needs the API scope ${OVERRIDE}.`;
    yield refuse(403, { code: '10010', detail, pointer: '/ignore_suppression' }, 'EMAIL-SUPP-6', 'EMAIL-SUPP-7');
  }
  yield* refusedByChoice(body, world);
}

/** The refusal of a message without a subject and without a template. */
function missingSubject({ subject, template_id }: Body, { choices }: World): Refused[] {
  const isEnough = subject || (subject === '' && choices.emptySubject === 'accepted');
  if (template_id !== undefined || isEnough) return [];
  const detail = 'A subject is required unless a template is used.';
  const rules: RuleId[] = subject === undefined ? ['EMAIL-SUBJ-3', 'EMAIL-SUBJ-2'] : ['EMAIL-SUBJ-3'];
  return [invalid(400, '/subject', detail, ...rules)];
}

/** Subject and bodies, as given or as the template renders them. */
function contentOf(body: Body, caller: Caller, world: World): Content | Refused {
  const { subject = '', html_body = null, text_body = null, template_id } = body;
  if (template_id === undefined) return missingSubject(body, world)[0] ?? { subject, html: html_body, text: text_body };
  const pointer = '/template_id';
  const template = world.template(caller.account, template_id);
  if (!template) {
    const isForeign = world.fixtures.templates.has(template_id.toLowerCase());
    const rule = UUID.test(template_id) ? (isForeign ? 'EMAIL-TMPL-5' : 'EMAIL-TMPL-4') : 'EMAIL-TMPL-7';
    const refusal = invalid(400, pointer, 'The template does not exist.', rule, 'EMAIL-TMPL-6');
    return isForeign ? noted(refusal, 'The template is that of another account.') : refusal;
  }
  const rendered = renderTemplate(template, variablesOf(body));
  if ('failed' in rendered) return invalid(400, pointer, rendered.failed);
  if (rendered.subject) return rendered;
  const detail = 'The template has no subject, or its subject renders empty.';
  const broken = template.subject === undefined ? 'EMAIL-SUBJ-6' : 'EMAIL-SUBJ-7';
  return invalid(400, pointer, detail, broken, 'EMAIL-SUBJ-8');
}

/** The threading headers: those of a reply, or none. */
function threadingOf(body: Body, caller: Caller, world: World): Threading | Refused {
  if (!body.in_reply_to_message_id) return standalone;
  const parent = world.messages.get(caller.account, body.in_reply_to_message_id);
  const isReady = parent?.status === 'sent' || world.choices.parents === 'any';
  if (parent && isReady) return replyTo(parent);
  const named = world.choices.unknownParent === 'named' ? ` ${body.in_reply_to_message_id}` : '';
  const detail = `The message${named} that is replied to does not exist.`;
  const problem = { code: '10001', detail, pointer: '/in_reply_to_message_id' } as const;
  const isThere = world.messages.has(body.in_reply_to_message_id);
  const broken = isThere ? 'EMAIL-THREAD-7' : 'EMAIL-THREAD-6';
  const refusal = refuse(404, problem, broken, 'EMAIL-THREAD-8', 'EMAIL-THREAD-9', 'EMAIL-THREAD-10');
  if (parent) return noted(refusal, 'The message has not been sent yet, and the deployment takes sent ones alone.');
  return isThere ? noted(refusal, 'The message is one of another account.') : refusal;
}

/** The recipients that are left when the suppressed ones are taken out. */
function deliveryOf(body: Body, caller: Caller, world: World): Delivery | Refused {
  const { allSuppressed, groupSuppressions } = world.choices;
  const send = {
    groupId: body.group_id?.toLowerCase() ?? null,
    override: body.ignore_suppression ?? false,
    anyGroup: groupSuppressions === 'always',
  };
  const suppressed: Schema<'SuppressedRecipient'>[] = [];
  const isReached = (address: Address) => {
    const blocking = world.suppressions.blocking(caller.account, address, send);
    if (blocking) suppressed.push(blocking);
    return !blocking;
  };
  const reached = (list: Body['cc']) => list?.map(toAddress).filter(isReached) ?? none;
  const [to, cc, bcc] = [reached(body.to), reached(body.cc), reached(body.bcc)];
  const isReachable = to.length + cc.length + bcc.length > 0 || suppressed.length === 0;
  if (isReachable || allSuppressed === 'accepted')
    return { to, cc, bcc, suppressed: suppressed.length > 0 ? suppressed : none };
  const problem = { code: 'recipient_suppressed', detail: 'All recipients are suppressed.' } as const;
  const refusal = refuse(422, problem, 'EMAIL-SUPP-13', 'EMAIL-SUPP-14');
  return { ...refusal, body: { ...refusal.body, suppressed } };
}

interface Prepared {
  content: Content;
  threading: Threading;
  delivery: Delivery;
}

/**
 * Takes a message in, from what was prepared of it. A `from_name` is the sender's name, whatever `from` has (EMAIL-FROM-5, EMAIL-FROM-6);
 * the recipients are those of the request, for a reply to all as well (EMAIL-THREAD-16).
 */
function accept(body: Body, caller: Caller, world: World, { content, threading, delivery }: Prepared): Message {
  const now = world.clock.now();
  const id = world.newId();
  const from = senderOf(body, caller);
  const schedule = scheduleOf(body, now, world.choices);
  const sandbox = world.choices.sandboxMode === 'read' && (body.sandbox_mode ?? false);
  // Member by member: begun with a spread, a literal of this length takes ten times as long.
  const message: Message = {
    id,
    account: caller.account,
    status: sandbox ? 'sandbox' : schedule ? 'scheduled' : 'queued',
    sandbox,
    messageId: `<${id}@mail.${from.email.split('@')[1]}>`,
    from: body.from_name === undefined ? from : { ...from, name: body.from_name },
    to: delivery.to,
    cc: delivery.cc,
    bcc: delivery.bcc,
    replyTo: body.reply_to === undefined ? null : toAddress(body.reply_to).email,
    subject: content.subject,
    html: content.html,
    text: content.text,
    inReplyTo: threading.inReplyTo,
    references: threading.references,
    headers: body.headers ? customHeaders(body.headers, world.choices) : nothing,
    attachments: (world.choices.attachments === 'nothing' ? none : body.attachments)?.map(toAttachment) ?? none,
    tags: body.tags?.map(String) ?? none,
    metadata: body.metadata ?? nothing,
    suppressed: delivery.suppressed,
    forwardOf: body.forward_of_message_id ?? null,
    templateId: body.template_id ?? null,
    templateVariables: body.template_variables === undefined ? nothing : variablesOf(body),
    createdAt: now,
    schedule,
  };
  world.messages.add(message);
  return message;
}

/** What a deployment may refuse, and this mock does not (EMAIL-RCPT-9, EMAIL-THREAD-19, EMAIL-HDR-5). */
function* refusedByChoice(body: Body, { choices }: World): Generator<ChosenRefusal> {
  const refused = (choice: keyof Choices, pointer: string, detail: string, rule: RuleId) =>
    refuseByChoice(choice, 422, { code: '10015', detail, pointer }, rule);
  const lists = [body.to, body.cc, body.bcc];
  if (!lists.some((list) => list && list.length > 0))
    yield refused('recipients', '/to', 'At least one recipient is required.', 'EMAIL-RCPT-9');
  if (choices.replyAllAlone === 'refused' && body.reply_to_all && !body.in_reply_to_message_id)
    yield refused('replyAllAlone', '/reply_to_all', 'There is no message to reply to.', 'EMAIL-THREAD-19');
  const [reserved] = choices.reservedHeaders === 'refused' ? droppedHeaders(body, choices) : [];
  if (reserved !== undefined)
    yield refused('reservedHeaders', '/headers', `The header ${reserved} can't be set.`, 'EMAIL-HDR-5');
}

function droppedHeaders({ headers = nothing }: Body, choices: Choices): string[] {
  const kept = customHeaders(headers, choices);
  return Object.keys(headers).filter((name) => !Object.hasOwn(kept, name.trim()));
}

/** The sender; a deployment may let it be left out (EMAIL-FROM-4), and the account then has one of its own. */
function senderOf({ from }: Partial<Body>, { account }: Caller): Address {
  return from === undefined ? { email: `no-reply@${account}.example` } : toAddress(from);
}

/** The variables of a template; what is no object is an empty one, where a deployment accepts it (EMAIL-TMPL-10). */
function variablesOf({ template_variables: variables }: Body): Readonly<Record<string, unknown>> {
  return isObject(variables) ? (variables as Record<string, unknown>) : nothing;
}

/** The recipients that the answer shows instead of those who are left, where a deployment keeps the suppressed ones (EMAIL-SUPP-11). */
function shownRecipients({ to, cc, bcc }: Body, { choices }: World): Partial<Schema<'EmailMessage'>> {
  if (choices.suppressedShown === 'takenOut') return nothing;
  const shown = (list: Body['cc']) => list?.map(toAddress) ?? [];
  return { to: shown(to), cc: shown(cc), bcc: shown(bcc) };
}

function hasRecipients({ to, cc, bcc }: Message): boolean {
  return to.length + cc.length + bcc.length > 0;
}

function toAttachment({ content, content_type, content_id, disposition, filename }: Schema<'Attachment'>): Attachment {
  return {
    content: content ?? '',
    contentType: content_type ?? 'application/octet-stream',
    contentId: content_id ?? null,
    disposition: disposition ?? 'attachment',
    filename: filename ?? 'attachment',
  };
}

/**
 * The rules that decided how a message was accepted. A forwarded message is not looked up, so that one of another account is as good
 * (EMAIL-FWD-6).
 */
function rulesOf(body: Body, caller: Caller, message: Message): RuleId[] {
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

/** What became of members that have no effect, in sentences. */
function notesOn(body: Body, { schedule, createdAt }: Message, { choices }: World): string[] {
  const dropped = droppedHeaders(body, choices);
  return [
    ...scheduleNotes(body, schedule, createdAt),
    ...dropped.map((name) => `The custom header ${name} was dropped: mail has its own, or it can't be written.`),
  ];
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
