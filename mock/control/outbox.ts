import type { ControlSchema } from '../../spec/control.ts';
import type { Schema } from '../../spec/types.ts';
import type { Address } from '../email/message.ts';
import type { Message } from '../email/messages.ts';
import type { DeliveredMail } from '../email/outbox.ts';
import { arrange } from '../email/threads.ts';
import { type JournalEntry, readBack } from '../state/journal.ts';
import type { World } from '../state/world.ts';
import { isoTime } from '../time/times.ts';
import { inTurns } from '../time/turns.ts';
import { type Handlers, refused } from './calls.ts';
import { sendInPieces, sendPieces } from './in-pieces.ts';

/** A mail's HTML gets styles and its own pictures; nothing of it runs, and nothing is loaded for it. */
const FRAME_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Mail as a person looks at it: threads, what did not leave, who was taken out, and HTML that can do no harm. */
export const outboxCalls = {
  // Piece by piece: it may be large.
  getOutbox: ({ world: worldOf, reply }) => {
    const world = worldOf();
    return sendInPieces(reply, world.usage.bytes, () => inTurns(shownOutbox(world)));
  },

  getMailHtml: ({ world, path, reply }) => {
    const message = world().outbox.get(path.id)?.message;
    if (!message?.html) return refused(404, 'No mail has this id, or it has no HTML.');
    const { html, attachments } = message;
    const bytes = attachments.reduce((sum, { content }) => sum + content.length, html.length);
    reply.headers({ 'content-security-policy': FRAME_POLICY, 'referrer-policy': 'no-referrer' });
    return sendPieces(reply, 'text/html; charset=utf-8', bytes, () => withPictures(html, attachments));
  },
} satisfies Partial<Handlers>;

type Outbox = ControlSchema<'Outbox'>;
/** An outbox whose mails are each made when they are written. */
type Shown = Omit<Outbox, 'mails'> & { mails: Iterable<Outbox['mails'][number]> };

type Threads = ReturnType<typeof arrange<DeliveredMail['message']>>;

function* shownOutbox({ outbox, messages, clock, journal }: World): Generator<void, Shown> {
  const mails = outbox.list();
  const threads = arrange(mails.map(({ message }) => message));
  yield;
  const accepted = messages.list();
  const suppressed: Shown['suppressed'][number][] = [];
  for (const exchange of journal.list()) {
    if (!exchange.rules.includes(ALL_SUPPRESSED)) continue;
    suppressed.push(...takenOutOfRefused(exchange.entry()));
    yield;
  }
  for (const { id, subject, createdAt, suppressed: out } of accepted)
    suppressed.push(...out.map((recipient) => ({ message: id, subject, at: isoTime(createdAt), ...recipient })));
  const unsent = accepted.flatMap(shownUnsent);
  return { now: isoTime(clock.now()), mails: shownMails(mails, threads), unsent, suppressed };
}

function* shownMails(mails: readonly DeliveredMail[], threads: Threads): Shown['mails'] {
  for (const mail of mails) {
    const { parent, orphan = false } = threads.get(mail.message) ?? {};
    yield { ...shownMail(mail), parent: parent?.id ?? null, orphan };
  }
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

/** The recipients of a message that was refused because nobody of them was left. */
function takenOutOfRefused({ at, request, response }: JournalEntry) {
  const asked = readBack(request.body) as { subject?: string } | undefined;
  // Only half of an answer may have been sent, and a deployment may tell it otherwise.
  const told = readBack(response.body) as { suppressed?: Schema<'SuppressedRecipient'>[] } | null | undefined;
  if (!asked || !Array.isArray(told?.suppressed)) return [];
  const { suppressed } = told;
  const { subject = '' } = asked;
  return suppressed.map((recipient) => ({ message: null, subject, at, ...recipient }));
}

function spelled({ email, name }: Address): string {
  return name ? `${name} <${email}>` : email;
}

/** How much the pictures of one page may be together, in characters: a page can name the same large one any number of times. */
const PICTURES_LIMIT = 20_000_000;

/** How many times a page may name pictures: others wait while they are put there. */
const REFERENCES_LIMIT = 10_000;

/** Pictures that travel with the mail stand in the page itself, as long as there is room. */
function* withPictures(html: string, attachments: Message['attachments']): Generator<string> {
  const pictures = new Map(attachments.map((picture) => [picture.contentId?.replace(/^<|>$/g, ''), picture]));
  let references = 0;
  let room = PICTURES_LIMIT;
  let end = 0;
  for (const { 0: reference, 1: id, index } of html.matchAll(/cid:([^\s"'<>()]+)/g)) {
    if (references > REFERENCES_LIMIT) break;
    references += 1;
    const picture = pictures.get(id);
    const fits = picture !== undefined && picture.content.length <= room;
    if (fits) room -= picture.content.length;
    yield html.slice(end, index);
    yield fits ? `data:${mediaTypeOf(picture)};base64,${picture.content}` : reference;
    end = index + reference.length;
  }
  yield html.slice(end);
}

function mediaTypeOf({ contentType }: Message['attachments'][number]): string {
  return /^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0] ?? 'application/octet-stream';
}
