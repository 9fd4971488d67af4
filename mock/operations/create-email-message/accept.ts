import type { Schema } from '../../../spec/types.ts';
import type { Caller } from '../../contract/callers.ts';
import { customHeaders } from '../../email/headers.ts';
import { type Attachment, usualAttachment } from '../../email/message.ts';
import type { Message } from '../../email/messages.ts';
import { toAddress } from '../../email/recipients.ts';
import { scheduleOf } from '../../email/schedule.ts';
import type { Threading } from '../../email/threading.ts';
import type { World } from '../../state/world.ts';
import { type Body, none, nothing, variablesOf } from './body.ts';
import type { Content } from './content.ts';
import type { Delivery } from './delivery.ts';

/** What was made of a request before its message is taken in. */
interface Prepared {
  content: Content;
  threading: Threading;
  delivery: Delivery;
}

/**
 * Makes the message of a request, from what was prepared of it. A `from_name` is the sender's name, whatever `from` has (EMAIL-FROM-5, EMAIL-FROM-6);
 * the recipients are those of the request, for a reply to all as well (EMAIL-THREAD-16).
 */
export function accept(body: Body, caller: Caller, world: World, { content, threading, delivery }: Prepared): Message {
  const now = world.clock.now();
  const id = world.newId();
  const from = toAddress(body.from);
  const schedule = scheduleOf(body, now);
  const sandbox = body.sandbox_mode ?? false;
  return {
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
    tags: body.tags?.map(String) ?? none,
    metadata: body.metadata ?? nothing,
    suppressed: delivery.suppressed,
    forwardOf: body.forward_of_message_id ?? null,
    templateId: body.template_id ?? null,
    templateVariables: body.template_variables === undefined ? nothing : variablesOf(body),
    createdAt: now,
    schedule,
  };
}

function toAttachment({ content, content_type, content_id, disposition, filename }: Schema<'Attachment'>): Attachment {
  return {
    content: content ?? '',
    contentType: content_type ?? usualAttachment.contentType,
    contentId: content_id ?? null,
    disposition: disposition ?? usualAttachment.disposition,
    filename: filename ?? usualAttachment.filename,
  };
}
