import type { ControlSchema } from '../../spec/control.ts';
import type { Schema } from '../../spec/types.ts';
import type { Address } from '../email/message.ts';
import type { Message } from '../email/messages.ts';
import type { DeliveredMail } from '../email/outbox.ts';
import { parentsOf } from '../email/threading.ts';
import { type JournalEntry, readBack } from '../journal/journal.ts';
import type { World } from '../state/world.ts';
import { isoTime } from '../time/times.ts';
import { type Handlers, refused } from './calls.ts';

/** A mail's HTML gets styles and its own pictures; nothing of it runs, and nothing is loaded for it. */
const FRAME_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Mail as a person looks at it: threads, what did not leave, who was taken out, and HTML that can do no harm. */
export const outboxCalls = {
  getOutbox: ({ world }) => shownOutbox(world()),

  getMailHtml: ({ world, path, reply }) => {
    const message = world().outbox.get(path.id)?.message;
    if (!message?.html) return refused(404, 'No mail has this id, or it has no HTML.');
    const { html, attachments } = message;
    reply.headers({ 'content-security-policy': FRAME_POLICY, 'referrer-policy': 'no-referrer' });
    return reply.type('text/html; charset=utf-8').send(withPictures(html, attachments));
  },
} satisfies Partial<Handlers>;

function shownOutbox({ outbox, messages, clock, journal }: World): ControlSchema<'Outbox'> {
  const mails = outbox.list();
  const threads = parentsOf(mails.map(({ message }) => message));
  const accepted = messages.list();
  const refused = journal.list().filter(({ rules }) => rules.includes(ALL_SUPPRESSED));
  const ofAccepted = accepted.flatMap(({ id, subject, createdAt, suppressed }) =>
    suppressed.map((recipient) => ({ message: id, subject, at: isoTime(createdAt), ...recipient })),
  );
  return {
    now: isoTime(clock.now()),
    mails: mails.map((mail) => {
      const { parent, orphan = false } = threads.get(mail.message) ?? {};
      return { ...shownMail(mail), parent: parent?.id ?? null, orphan };
    }),
    unsent: accepted.flatMap(shownUnsent),
    suppressed: [...refused.flatMap((exchange) => suppressedIn(exchange)), ...ofAccepted],
  };
}

function shownMail({ id, message, at, read, unrelayed }: DeliveredMail) {
  const { messageId, inReplyTo, references, subject, from, to, cc, bcc } = message;
  const people = { from: spelled(from), to: [...to, ...cc, ...bcc].map(spelled) };
  return { id, messageId, inReplyTo, references, at: at.toISOString(), read, unrelayed, subject, ...people };
}

/** A message that waits for its time or was sent in sandbox mode, or nothing. */
function shownUnsent(message: Message): ControlSchema<'UnsentMessage'>[] {
  const { id, status, subject, from, to, cc, bcc, schedule, createdAt } = message;
  if (status !== 'scheduled' && status !== 'sandbox') return [];
  const people = { from: spelled(from), to: [...to, ...cc, ...bcc].map(spelled) };
  return [{ message: id, status, subject, ...people, createdAt: isoTime(createdAt), due: schedule?.text ?? null }];
}

/** The rule of a refusal because no recipient was left; only the journal knows of it. */
const ALL_SUPPRESSED = 'EMAIL-SUPP-13';

/** The recipients of a message that was refused because none of them was left. */
function suppressedIn({ at, request, response }: JournalEntry) {
  const sent = readBack(request.body) as { subject?: string } | undefined;
  // Only half of an answer may have been sent, and a deployment may give it another form.
  const refusal = readBack(response.body) as { suppressed?: Schema<'SuppressedRecipient'>[] } | null | undefined;
  if (!sent || !Array.isArray(refusal?.suppressed)) return [];
  const { subject = '' } = sent;
  return refusal.suppressed.map((recipient) => ({ message: null, subject, at, ...recipient }));
}

function spelled({ email, name }: Address): string {
  return name ? `${name} <${email}>` : email;
}

/** Characters of the pictures of one page together: a page can name the same large one any number of times. */
const PICTURES_LIMIT = 20_000_000;

/** Pictures that travel with the mail are put into the page, as long as there is room. */
function withPictures(html: string, attachments: Message['attachments']): string {
  const pictures = new Map(attachments.map((picture) => [picture.contentId?.replace(/^<|>$/g, ''), picture]));
  let room = PICTURES_LIMIT;
  return html.replaceAll(/cid:([^\s"'<>()]+)/g, (reference, id: string) => {
    const picture = pictures.get(id);
    if (!picture || picture.content.length > room) return reference;
    room -= picture.content.length;
    return `data:${mediaTypeOf(picture)};base64,${picture.content}`;
  });
}

function mediaTypeOf({ contentType }: Message['attachments'][number]): string {
  return /^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0] ?? 'application/octet-stream';
}
