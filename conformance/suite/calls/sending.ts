import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { type AnswerTo, MissingInAnswer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import type { Caller, EmailOptions } from './client.ts';
import { expect } from './expect.ts';
import type { Mail } from './mailbox.ts';

/** A message that was really sent, and accepted. */
interface Sent {
  answer: AnswerTo<'createEmailMessage'>;
  id: string;
  /** The recipient in `to`, made for it. */
  address: string;
  subject: string;
}

/** A message that was accepted, and the mail that it became. */
export interface Delivered extends Sent {
  mail: Mail;
  /** With its angle brackets. */
  messageId: string;
}

/** How a case sends: the options of the call, and by which account. */
interface SendOptions extends EmailOptions {
  as?: Caller;
}

/** Really sends a message to a recipient of its own; the case is blocked where it is not accepted. */
export function send(the: Case, overrides: object = {}, options: SendOptions = {}): Promise<Sent> {
  const api = options.as ? the.api.as(options.as) : the.api;
  return the.again(async () => {
    const address = the.unique.address();
    const body = the.email.real({ to: [address], ...overrides });
    const answer = await the.given(api.sendEmail(body, options), 'a send');
    return { answer, id: await the.given(idIn(answer), 'a message'), address, subject: String(body.subject) };
  });
}

/** Really sends a message and waits for its mail; the case is blocked where none comes. */
export async function deliver(the: Case, overrides: object = {}, options: SendOptions = {}): Promise<Delivered> {
  const sent = await send(the, overrides, options);
  const mail = await the.given(the.mailbox.find(sent.address));
  return {
    ...sent,
    mail,
    messageId: idsIn(mail, 'Message-ID')[0] ?? the.blocked('a delivered mail has no Message-ID'),
  };
}

/** Really sends a message and gives its mail alone; the case is blocked where it is not accepted, or none comes. */
export async function mailOf({ again, api, email, given, mailbox, unique }: Case, overrides: object): Promise<Mail> {
  const address = await again(async () => {
    const to = unique.address();
    await given(api.sendEmail(email.real({ to: [to], ...overrides })), 'a send');
    return to;
  });
  return given(mailbox.find(address));
}

/**
 * A message that can be replied to. Whether one that has not been delivered may be a parent is open: where mail can be read,
 * this one has come.
 */
export async function sendParent(the: Case, overrides: object = {}, options: SendOptions = {}): Promise<Sent> {
  return the.target.outbox ? deliver(the, overrides, options) : send(the, overrides, options);
}

/** A message that can be read, in the sandbox if possible: whether one there can be is open. */
export async function sendReadable(the: Case): Promise<{ id: string; read: AnswerTo<'getEmailMessage'> }> {
  const sandboxed = await the.given(idIn(await the.given(the.api.sendEmail(the.email()), 'a send')), 'a message');
  const read = await the.api.getEmail(sandboxed);
  if (read.status !== 404) return { id: sandboxed, read };
  const { id } = await send(the);
  return { id, read: await the.api.getEmail(id) };
}

/** The message ids that a header of a mail names, in order, over all its lines. */
export function idsIn(mail: Mail, header: 'Message-ID' | 'In-Reply-To' | 'References'): string[] {
  return mail.all(header).flatMap((value) => value.match(/<[^<>\s]+>/g) ?? []);
}

/** What a mail says about its thread. */
export function threadOf(mail: Mail): { inReplyTo: string[]; references: string[] } {
  return { inReplyTo: idsIn(mail, 'In-Reply-To'), references: idsIn(mail, 'References') };
}

/** Nothing at all about a thread, not even an empty header. */
export const noThread = { 'In-Reply-To': [], References: [] };

/** The threading headers of a mail as they stand. */
export function threadHeaders(mail: Mail): Record<keyof typeof noThread, string[]> {
  return { 'In-Reply-To': mail.all('In-Reply-To'), References: mail.all('References') };
}

/** Blocks the case where not even a plain reply carries its headers: what depends on them says nothing then. */
export async function needsThreads(the: Case, given?: { parent: Delivered; reply: Delivered }): Promise<void> {
  const parent = given?.parent ?? (await deliver(the));
  const reply = given?.reply ?? (await deliver(the, { in_reply_to_message_id: parent.id }));
  const { inReplyTo, references } = threadOf(reply.mail);
  const ids = [...inReplyTo, ...references];
  if (ids.length === 2 && ids.every((id) => id === parent.messageId)) return;
  the.blocked('a plain reply does not carry the Message-ID of its parent, see EMAIL-THREAD-1 and EMAIL-THREAD-2');
}

/** A member that takes the id of a message is refused where it holds no UUID string, but something near a good one. */
export async function refusesNoUuids(
  { api, check, each, email }: Case,
  [refused, answered]: readonly [RuleId, RuleId],
  memberOf: (id: unknown) => object,
  uuid: string,
): Promise<void> {
  const wrong = ['not-a-uuid', uuid.slice(1), `${uuid}0`, uuid.replace(/^./, 'g'), 7, true, {}, [], [uuid]];
  await each(wrong, async (id) => {
    const answer = await api.sendEmail(email({ ...memberOf(id) }));
    check(refused, () => expect(answer).toRefuse());
    check(answered, () => expect(answer).toRefuse(422, '10015'));
  });
  const empty = await api.sendEmail(email({ ...memberOf('') }));
  check(answered, () => expect(empty).toRefuse(422, '10015'));
}

async function idIn(answer: AnswerTo<'createEmailMessage'>): Promise<string> {
  const { id } = answer.data;
  if (typeof id !== 'string') throw new MissingInAnswer('a message with an id', answer);
  return id;
}
