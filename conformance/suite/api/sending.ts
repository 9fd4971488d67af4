import { type AnswerTo, MissingInAnswer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import type { Caller, EmailOptions } from './client.ts';
import { decodeHeader, type Mail } from './mailbox.ts';

/** A send outside the sandbox, which may have been refused. */
export interface Attempt {
  answer: AnswerTo<'createEmailMessage'>;
  /** The recipient in `to`, made for it. */
  address: string;
  subject: string;
}

/** A message that was accepted. */
interface Sent extends Attempt {
  id: string;
}

/** An accepted message with its mail. */
export interface Delivered extends Sent {
  mail: Mail;
  /** With its angle brackets. */
  messageId: string;
}

/** The options of a send, and its account. */
interface SendOptions extends EmailOptions {
  as?: Caller;
}

/** Sends real mail to a new recipient; blocks the case if it is refused. */
export async function send(t: Case, overrides: object = {}, options: SendOptions = {}): Promise<Sent> {
  const sent = await attemptSend(t, overrides, options);
  await t.mustSucceed(sent.answer, 'a send');
  return { ...sent, id: await t.mustSucceed(requireId(sent.answer), 'a message') };
}

/** Sends real mail to a new address and returns any answer; a parent may be found late. */
export function attemptSend(t: Case, members: object = {}, options: SendOptions = {}): Promise<Attempt> {
  const api = options.as ? t.api.as(options.as) : t.api;
  return t.again(async () => {
    const address = t.unique.address();
    const body = t.email.real({ to: [address], ...members });
    const answer = await t.eventually(() => api.sendEmail(body, options));
    return { answer, address, subject: String(body.subject) };
  });
}

/** Really sends a message and waits for its mail; the case is blocked if none comes. */
export async function deliver(t: Case, overrides: object = {}, options: SendOptions = {}): Promise<Delivered> {
  const sent = await send(t, overrides, options);
  const mail = await t.mustSucceed(t.mailbox.find(sent.address));
  return {
    ...sent,
    mail,
    messageId: listMessageIds(mail, 'Message-ID')[0] ?? t.blocked('a delivered mail has no Message-ID'),
  };
}

/** Sends a message and returns its mail. Blocks the case if it is refused or no mail comes. */
export async function sendAndRead(t: Case, overrides: object): Promise<Mail> {
  const address = await t.again(async () => {
    const to = t.unique.address();
    await t.mustSucceed(t.api.sendEmail(t.email.real({ to: [to], ...overrides })), 'a send');
    return to;
  });
  return t.mustSucceed(t.mailbox.find(address));
}

/**
 * A message that can be replied to. The source leaves open if an undelivered message may be a parent: where mail can be
 * read, this one has been delivered.
 */
export async function sendParent(t: Case, overrides: object = {}, options: SendOptions = {}): Promise<Sent> {
  return t.target.outbox ? deliver(t, overrides, options) : send(t, overrides, options);
}

/** A readable message, in the sandbox if the target can read those. */
export async function sendReadable(t: Case): Promise<{ id: string; read: AnswerTo<'getEmailMessage'> }> {
  const answer = await t.mustSucceed(t.api.sendEmail(t.email()), 'a send');
  const sandboxed = await t.mustSucceed(requireId(answer), 'a message');
  const read = await t.eventually(() => t.api.getEmail(sandboxed));
  if (read.status !== 404) return { id: sandboxed, read };
  const { id } = await send(t);
  return { id, read: await t.eventually(() => t.api.getEmail(id)) };
}

/** Reads a message, as a precondition. */
export function readMessage(t: Case, id: string): Promise<AnswerTo<'getEmailMessage'>> {
  return t.mustSucceed(t.eventually(() => t.api.getEmail(id)));
}

/** The message ids that a header of a mail names, in order, over all its lines. */
export function listMessageIds(mail: Mail, header: 'Message-ID' | 'In-Reply-To' | 'References'): string[] {
  return mail.all(header).flatMap((value) => value.match(/<[^<>\s]+>/g) ?? []);
}

/** The message ids of the threading headers of a mail. */
export function readThreadIds(mail: Mail): { inReplyTo: string[]; references: string[] } {
  return { inReplyTo: listMessageIds(mail, 'In-Reply-To'), references: listMessageIds(mail, 'References') };
}

/** No threading headers, not even empty ones. */
export const noThread = { 'In-Reply-To': [], References: [] };

/** The threading headers of a mail, unparsed. */
export function readThreadHeaders(mail: Mail): Record<keyof typeof noThread, string[]> {
  return { 'In-Reply-To': mail.all('In-Reply-To'), References: mail.all('References') };
}

/** Blocks the case if even a plain reply lacks threading headers. */
export async function needThreads(t: Case, thread?: { parent: Delivered; reply: Delivered }): Promise<void> {
  const parent = thread?.parent ?? (await deliver(t));
  const reply = thread?.reply ?? (await deliver(t, { in_reply_to_message_id: parent.id }));
  const { inReplyTo, references } = readThreadIds(reply.mail);
  const ids = [...inReplyTo, ...references];
  if (ids.length === 2 && ids.every((id) => id === parent.messageId)) return;
  t.blocked('a plain reply does not carry the Message-ID of its parent, see EMAIL-THREAD-1 and EMAIL-THREAD-2');
}

async function requireId(answer: AnswerTo<'createEmailMessage'>): Promise<string> {
  const { id } = answer.data;
  if (typeof id !== 'string') throw new MissingInAnswer('a message with an id', answer);
  return id;
}

/** Members of a send that make use of everything that shows in its mail but recipients and threads. */
export function makeWholeSend(t: Pick<Case, 'unique'>) {
  const word = t.unique.reference('whole');
  return {
    subject: `Everything ${word}`,
    from_name: 'Ada of Conformance',
    reply_to: t.unique.address('replies'),
    headers: { 'X-Conformance': word },
    html_body: `<p>Everything in HTML: ${word}</p>`,
    text_body: `Everything in plain text: ${word}`,
    attachments: [{ filename: 'whole.txt', content_type: 'text/plain', content: Buffer.from(word).toString('base64') }],
  };
}

/**
 * The parts of a mail that show them, by their rules. Not every service knows all names: two mails of equal requests
 * are compared, and a part that neither has proves nothing.
 */
export const wholeMail = {
  'EMAIL-SUBJ-1': ({ subject }: Mail): unknown => subject?.replace(/\s+/g, ' '),
  'EMAIL-FROM-5': ({ from }: Mail): unknown => from?.name,
  'EMAIL-FROM-9': ({ replyTo }: Mail): unknown => replyTo.map(({ address }) => address.toLowerCase()),
  'EMAIL-HDR-1': (mail: Mail): unknown => mail.all('X-Conformance').map(decodeHeader),
  'EMAIL-ANS-14': ({ html, text }: Mail): unknown => ({
    html: html?.includes('Everything in HTML: '),
    text: text?.includes('Everything in plain text: '),
  }),
  'EMAIL-ATT-2': ({ attachments }: Mail): unknown => attachments.map(({ filename }) => filename),
} as const;

/** The rules about contents of mail. */
export const wholeMailRules = Object.keys(wholeMail) as (keyof typeof wholeMail)[];

/** The contents of a mail by their rules. */
export function readWholeMail(mail: Mail): Record<string, unknown> {
  return Object.fromEntries(wholeMailRules.map((rule) => [rule, wholeMail[rule](mail)]));
}
