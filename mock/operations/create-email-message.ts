import type { RequestBody, Schema } from '../../spec/types.ts';
import { type Answer, answer, refuse } from '../contract/answer.ts';
import type { Caller } from '../contract/callers.ts';
import type { OperationRequest } from '../contract/check.ts';
import { customHeaders } from '../email/headers.ts';
import type { Address, Attachment } from '../email/message.ts';
import type { Message } from '../email/messages.ts';
import { findDuplicate, toAddress } from '../email/recipients.ts';
import { scheduleOf } from '../email/schedule.ts';
import { renderTemplate } from '../email/templates.ts';
import { replyTo, standalone, type Threading } from '../email/threading.ts';
import { showMessage } from '../email/view.ts';
import type { World } from '../state/world.ts';
import type { Operation } from './operation.ts';

type Body = RequestBody<'createEmailMessage'>;
type Refused = Extract<Answer<'createEmailMessage'>, { status: 400 | 403 | 404 | 422 }>;
/** A step of preparing a message: what it found, or why the request is refused. */
type Step<Found> = { found: Found } | { refused: Refused };

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

/** What most messages have none of: one of each for all of them, since thousands are kept. */
const none: readonly never[] = Object.freeze([]);
const nothing: Readonly<Record<string, never>> = Object.freeze({});

/** Accepts a message: queues it, schedules it, or keeps it in the sandbox (source document, Endpoints > 5). */
export const createEmailMessage: Operation<'createEmailMessage'> = {
  code: '10015',
  unauthorized: ['AUTH-5'],
  handle: create,
};

function create({ caller, body }: OperationRequest<Body>, world: World): Answer<'createEmailMessage'> {
  const conflict = findConflict(body, caller);
  if (conflict) return conflict;
  const content = contentOf(body, caller, world);
  if ('refused' in content) return content.refused;
  const threading = threadingOf(body, caller, world);
  if ('refused' in threading) return threading.refused;
  const delivery = deliveryOf(body, caller, world);
  if ('refused' in delivery) return delivery.refused;

  const message = accept(body, caller, world, {
    content: content.found,
    threading: threading.found,
    delivery: delivery.found,
  });
  const { suppressed } = delivery.found;
  const data = showMessage(message);
  if (message.status === 'queued') world.deliver(message, message.createdAt);
  return answer(
    202,
    suppressed.length > 0 ? { data, suppressed: [...suppressed] } : { data },
    'EMAIL-ANS-3',
    ...rulesOf(message, suppressed),
  );
}

/** Fields that can't stand together, addresses that stand twice, an override without its scope. */
function findConflict(body: Body, caller: Caller): Refused | undefined {
  if (body.in_reply_to_message_id && body.forward_of_message_id) {
    const detail = "in_reply_to_message_id and forward_of_message_id can't be combined.";
    return refuse(
      422,
      { code: '10015', detail, pointer: '/forward_of_message_id' },
      'EMAIL-THREAD-23',
      'EMAIL-THREAD-24',
    );
  }
  const given = (['subject', 'html_body', 'text_body'] as const).find((name) => body[name] !== undefined);
  if (body.template_id !== undefined && given) {
    const detail = `${given} can't be combined with template_id.`;
    return refuse(422, { code: '10015', detail, pointer: `/${given}` }, 'EMAIL-TMPL-2', 'EMAIL-TMPL-3');
  }
  if (body.template_variables !== undefined && !isObject(body.template_variables)) {
    const detail = 'must be an object';
    return refuse(422, { code: '10015', detail, pointer: '/template_variables' }, 'EMAIL-TMPL-8', 'EMAIL-TMPL-11');
  }
  const duplicate = findDuplicate(body);
  if (duplicate) {
    const detail = `The address ${duplicate.email} is named more than once in to, cc and bcc.`;
    return refuse(
      400,
      { code: '10015', detail, pointer: duplicate.pointer },
      'EMAIL-RCPT-2',
      'EMAIL-RCPT-3',
      'EMAIL-RCPT-6',
    );
  }
  if (body.ignore_suppression && !caller.scopes.includes('email:override')) {
    const detail = 'Overriding suppressions needs the API scope email:override.';
    return refuse(403, { code: '10010', detail, pointer: '/ignore_suppression' }, 'EMAIL-SUPP-6', 'EMAIL-SUPP-7');
  }
  return undefined;
}

/** Subject and bodies, as given or as the template renders them. */
function contentOf(body: Body, caller: Caller, world: World): Step<Content> {
  if (body.template_id === undefined) {
    const { subject, html_body = null, text_body = null } = body;
    if (subject) return { found: { subject, html: html_body, text: text_body } };
    const detail = 'A subject is required unless a template is used.';
    return { refused: refuse(400, { code: '10015', detail, pointer: '/subject' }, 'EMAIL-SUBJ-2', 'EMAIL-SUBJ-3') };
  }
  const pointer = '/template_id';
  const template = world.template(caller.account, body.template_id);
  if (!template) {
    const detail = 'The template does not exist.';
    return { refused: refuse(400, { code: '10015', detail, pointer }, 'EMAIL-TMPL-4', 'EMAIL-TMPL-5', 'EMAIL-TMPL-6') };
  }
  const rendered = renderTemplate(template, body.template_variables ?? {});
  if ('failed' in rendered) return { refused: refuse(400, { code: '10015', detail: rendered.failed, pointer }) };
  if (rendered.subject) return { found: rendered };
  const detail = 'The template has no subject, or its subject renders empty.';
  return { refused: refuse(400, { code: '10015', detail, pointer }, 'EMAIL-SUBJ-6', 'EMAIL-SUBJ-7', 'EMAIL-SUBJ-8') };
}

/** The threading headers: those of a reply, or none. */
function threadingOf(body: Body, caller: Caller, world: World): Step<Threading> {
  if (!body.in_reply_to_message_id) return { found: standalone };
  const parent = world.messages.get(caller.account, body.in_reply_to_message_id);
  if (parent) return { found: replyTo(parent) };
  const detail = 'The message that is replied to does not exist.';
  const problem = { code: '10001', detail, pointer: '/in_reply_to_message_id' } as const;
  return { refused: refuse(404, problem, 'EMAIL-THREAD-6', 'EMAIL-THREAD-7', 'EMAIL-THREAD-9', 'EMAIL-THREAD-10') };
}

/** The recipients that are left when the suppressed ones are taken out. */
function deliveryOf(body: Body, caller: Caller, world: World): Step<Delivery> {
  const send = { groupId: body.group_id?.toLowerCase() ?? null, override: body.ignore_suppression ?? false };
  const suppressed: Schema<'SuppressedRecipient'>[] = [];
  const isReached = (address: Address) => {
    const blocking = world.suppressions.blocking(caller.account, address, send);
    if (blocking) suppressed.push(blocking);
    return !blocking;
  };
  const reached = (list: Body['cc']) => list?.map(toAddress).filter(isReached) ?? none;
  const [to, cc, bcc] = [reached(body.to), reached(body.cc), reached(body.bcc)];
  if (to.length + cc.length + bcc.length > 0)
    return { found: { to, cc, bcc, suppressed: suppressed.length > 0 ? suppressed : none } };
  const refusal = refuse(
    422,
    { code: 'recipient_suppressed', detail: 'All recipients are suppressed.' },
    'EMAIL-SUPP-13',
    'EMAIL-SUPP-14',
  );
  return { refused: { ...refusal, body: { ...refusal.body, suppressed } } };
}

interface Prepared {
  content: Content;
  threading: Threading;
  delivery: Delivery;
}

function accept(body: Body, caller: Caller, world: World, { content, threading, delivery }: Prepared): Message {
  const now = world.clock.now();
  const id = world.newId();
  const from = toAddress(body.from);
  const schedule = scheduleOf(body, now);
  const sandbox = body.sandbox_mode ?? false;
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
    headers: body.headers ? customHeaders(body.headers) : nothing,
    attachments: body.attachments?.map(toAttachment) ?? none,
    tags: body.tags ?? none,
    metadata: body.metadata ?? nothing,
    suppressed: delivery.suppressed,
    forwardOf: body.forward_of_message_id ?? null,
    templateId: body.template_id ?? null,
    templateVariables: body.template_variables ?? nothing,
    createdAt: now,
    schedule,
  };
  world.messages.add(message);
  return message;
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

/** The rules that shaped an accepted message, for the journal. */
function rulesOf(message: Message, suppressed: readonly unknown[]) {
  return [
    ...(message.status === 'scheduled' ? (['EMAIL-SCHED-1', 'EMAIL-SCHED-3'] as const) : []),
    ...(message.status === 'sandbox' ? (['EMAIL-SAND-2'] as const) : []),
    ...(message.templateId ? (['EMAIL-TMPL-1', 'EMAIL-SUBJ-5'] as const) : []),
    ...(message.inReplyTo ? (['EMAIL-THREAD-1', 'EMAIL-THREAD-3'] as const) : []),
    ...(message.forwardOf ? (['EMAIL-FWD-1'] as const) : []),
    ...(suppressed.length > 0 ? (['EMAIL-SUPP-11', 'EMAIL-SUPP-12'] as const) : []),
  ];
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
