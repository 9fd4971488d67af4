import type { ControlSchema } from '../../spec/control.ts';
import type { Schema } from '../../spec/types.ts';
import { type Address, findParents, type Message } from '../email/messages.ts';
import { type JournalEntry, tryParseJson } from '../journal/journal.ts';
import { formatTime } from '../time.ts';
import { type Handlers, refuseCall } from './calls.ts';

/** The HTML of a mail may have styles and its own pictures. It runs and loads nothing. */
const FRAME_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export const outboxCalls = {
  getOutbox: ({ world }) => {
    const { messages, clock, journal } = world();
    const mails = messages.listDelivered();
    const parents = findParents(mails);
    const accepted = messages.list();
    return {
      now: formatTime(clock.now()),
      mails: mails.map((mail) => {
        const { id, messageId, inReplyTo, references, subject, deliveredAt: at, read = false, unrelayed = null } = mail;
        const { parent, orphan = false } = parents.get(mail) ?? {};
        const thread = { messageId, inReplyTo, references, parent: parent?.id ?? null, orphan };
        return { id, ...thread, at, read, unrelayed, subject, ...showPeople(mail) };
      }),
      unsent: accepted.flatMap((message) => {
        const { id, status, subject, scheduledAt: due, createdAt } = message;
        if (status !== 'scheduled' && status !== 'sandbox') return [];
        return [{ message: id, status, subject, ...showPeople(message), createdAt, due }];
      }),
      suppressed: [
        ...journal.values().reverse().flatMap(listSuppressed),
        ...accepted.flatMap(({ id, subject, createdAt, suppressed }) =>
          suppressed.map((recipient) => ({ message: id, subject, at: createdAt, ...recipient })),
        ),
      ],
    };
  },

  getMailHtml: ({ world, path, reply }) => {
    const message = world().messages.findDelivered(path.id);
    if (!message?.html) return refuseCall(404, 'No mail has this id, or it has no HTML.');
    reply.headers({ 'content-security-policy': FRAME_POLICY, 'referrer-policy': 'no-referrer' });
    return reply.type('text/html; charset=utf-8').send(embedPictures(message.html, message));
  },
} satisfies Partial<Handlers>;

function showPeople({ from, to, cc, bcc }: Message): { from: string; to: string[] } {
  const formatMailbox = ({ email, name }: Address) => (name ? `${name} <${email}>` : email);
  return { from: formatMailbox(from), to: [...to, ...cc, ...bcc].map(formatMailbox) };
}

/** Lists the recipients of a message that was refused as all are suppressed (EMAIL-SUPP-13): only the journal has it. */
function listSuppressed({ at, request, response, rules }: JournalEntry): ControlSchema<'TakenOut'>[] {
  if (!rules.includes('EMAIL-SUPP-13')) return [];
  const sent = tryParseJson(request.body) as { subject?: string } | undefined;
  // A scenario may cut the answer in half, and a deployment may change its form.
  const refusal = tryParseJson(response.body) as { suppressed?: Schema<'SuppressedRecipient'>[] } | null | undefined;
  if (!sent || !Array.isArray(refusal?.suppressed)) return [];
  return refusal.suppressed.map((recipient) => ({ message: null, subject: sent.subject ?? '', at, ...recipient }));
}

/** Characters of all pictures of a page: it may repeat a large one. */
const PICTURES_LIMIT = 20_000_000;

function embedPictures(html: string, { attachments }: Message): string {
  const pictures = new Map(attachments.map((picture) => [picture.contentId?.replace(/^<|>$/g, ''), picture]));
  let room = PICTURES_LIMIT;
  return html.replaceAll(/cid:([^\s"'<>()]+)/g, (reference, id: string) => {
    const { content = '', contentType = '' } = pictures.get(id) ?? {};
    if (!pictures.has(id) || content.length > room) return reference;
    room -= content.length;
    return `data:${/^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0] ?? 'application/octet-stream'};base64,${content}`;
  });
}
