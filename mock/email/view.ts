import type { Schema } from '../../spec/types.ts';
import { isoTime } from '../time/times.ts';
import type { Message } from './messages.ts';

/** A message as create answers it (source document, Resources: Email message): without bodies, custom headers, tags and metadata. */
export function showMessage(message: Message): Schema<'EmailMessage'> {
  return {
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
    ...(message.schedule && { scheduled_at: message.schedule.text }),
    ...(message.sandbox && { sandbox: true }),
  };
}

/** A message as read answers it: with its bodies. */
export function showMessageDetail(message: Message): Schema<'EmailMessageDetail'> {
  return { ...showMessage(message), html_body: message.html, text_body: message.text };
}
