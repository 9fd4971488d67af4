import { isEmpty } from '../../spec/deployment/empty.ts';
import type { Schema } from '../../spec/types.ts';
import type { Made } from '../contract/answer.ts';
import { isoTime } from '../time/times.ts';
import { usualAttachment } from './message.ts';
import type { Message } from './messages.ts';

/** A message as creating it answers (source document, Resources: Email message): without bodies, custom headers, tags and metadata. */
export function showMessage(message: Message): Schema<'EmailMessage'> {
  const shown: Schema<'EmailMessage'> = {
    id: message.id,
    record_type: 'email_message',
    status: message.status,
    from: message.from,
    to: [...message.to],
    cc: [...message.cc],
    bcc: [...message.bcc],
    reply_to: message.replyTo,
    subject: message.subject,
    template_id: message.templateId,
    template_variables: message.templateVariables,
    attachments: message.attachments.map((attachment) => ({
      filename: attachment.filename,
      content_type: attachment.contentType,
      disposition: attachment.disposition,
      content_id: attachment.contentId,
      size_bytes: Buffer.byteLength(attachment.content, 'base64'),
    })),
    events: [],
    created_at: isoTime(message.createdAt),
  };
  if (message.schedule) shown.scheduled_at = message.schedule.text;
  if (message.sandbox) shown.sandbox = true;
  return shown;
}

/** A message as reading it answers: with its bodies. */
export function showMessageDetail(message: Message): Schema<'EmailMessageDetail'> {
  return { ...showMessage(message), html_body: message.html, text_body: message.text };
}

/**
 * What the request of a message said of what reading it shows, as a deployment may show that only where it was said, or again: of an
 * attachment, what is not usual.
 */
function askedFor({ attachments, schedule, inReplyTo, forwardOf, groupId, tags, metadata }: Message): object {
  const usual = usualAttachment;
  return {
    ...(inReplyTo !== null && { in_reply_to_message_id: inReplyTo.slice(1).split('@')[0] }),
    ...(forwardOf !== null && { forward_of_message_id: forwardOf }),
    ...(groupId !== undefined && { group_id: groupId }),
    ...(tags.length > 0 && { tags }),
    ...(!isEmpty(metadata) && { metadata }),
    ...(schedule && { scheduled_at: schedule.asked ?? schedule.text }),
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ contentType, disposition, filename, contentId }) => ({
        ...(contentType !== usual.contentType && { content_type: contentType }),
        ...(disposition !== usual.disposition && { disposition }),
        ...(filename !== usual.filename && { filename }),
        ...(contentId !== null && { content_id: contentId }),
      })),
    }),
  };
}

/** How a message was made, as a deployment may show that when it is read. */
export function madeOf(message: Message): Made {
  return { asked: askedFor(message), lists: { suppressed: message.suppressed } };
}
