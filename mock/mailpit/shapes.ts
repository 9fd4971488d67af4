import { groupBy } from '../../spec/group-by.ts';
import { addressOf, compose, contentIdOf, isInline, mediaTypeOf, nameOf } from '../email/compose.ts';
import type { Address, Attachment, DeliveredMail } from '../email/messages.ts';
import { normalise } from '../email/recipients.ts';
import type { MailAddress, MailAttachment, Message } from './mailpit-message.ts';

export async function messageOf(mail: DeliveredMail): Promise<Message> {
  const files = filesOf(mail);
  return {
    ...(await envelopeOf(mail)),
    ReturnPath: mail.from.email,
    ListUnsubscribe: listUnsubscribeOf(mail),
    Date: mail.deliveredAt.replace(/\.\d+Z$/, 'Z'),
    Text: bodyOf(mail.text),
    HTML: bodyOf(mail.html),
    Inline: files.filter(({ file }) => isInline(file)).map(({ shape }) => shape),
    Attachments: files.filter(({ file }) => !isInline(file)).map(({ shape }) => shape),
  };
}

async function summaryOf(mail: DeliveredMail) {
  const { attachments, deliveredAt, read = false } = mail;
  return {
    ...(await envelopeOf(mail)),
    Read: read,
    Created: deliveredAt,
    Attachments: attachments.filter((file) => !isInline(file)).length,
    Snippet: snippetOf(mail),
  };
}

async function envelopeOf(mail: DeliveredMail) {
  const { id, messageId, from, to, cc, replyTo, subject } = mail;
  return {
    ID: id,
    MessageID: messageId.replace(/^<|>$/g, ''),
    From: mailbox(from),
    To: to.map(mailbox),
    Cc: cc.map(mailbox),
    Bcc: blindRecipients(mail).map(mailbox),
    ReplyTo: replyTo === null ? [] : [mailbox({ email: replyTo })],
    Subject: subject.replace(/\r\n?|\n/g, ' ').trim(),
    Username: '',
    Tags: Object.keys(tagCounts([mail])),
    Size: await sizeOf(mail),
  };
}

function mailbox({ email, name }: Address): MailAddress {
  return { Name: nameOf(name), Address: email };
}

/** A body with the line ends of a decoded source. */
function bodyOf(body: string | null): string {
  return body ? `${body.replace(/\r\n?|\n/g, '\n')}\n` : '';
}

/** A page of `matching` mails with the totals of the mailbox; `count` is the older name for the number of messages on the page. */
export async function listing(
  mailbox: readonly DeliveredMail[],
  matching: readonly DeliveredMail[],
  start: number,
  limit: number,
) {
  const messages: Awaited<ReturnType<typeof summaryOf>>[] = [];
  // In sequence, because each source takes memory.
  for (const mail of matching.slice(start, start + limit)) messages.push(await summaryOf(mail));
  return {
    total: mailbox.length,
    unread: countUnread(mailbox),
    count: messages.length,
    messages_count: matching.length,
    messages_unread: countUnread(matching),
    start,
    tags: Object.keys(tagCounts(mailbox)),
    messages,
  };
}

/** The facts that Mailpit gives about itself. The numbers that only a mail server has are zero. */
export function infoOf(mails: readonly DeliveredMail[]) {
  return {
    Version: 'mock',
    LatestVersion: 'disabled',
    Database: 'memory',
    DatabaseSize: 0,
    Messages: mails.length,
    Unread: countUnread(mails),
    Tags: tagCounts(mails),
    RuntimeStats: {
      Uptime: Math.floor(process.uptime()),
      Memory: process.memoryUsage.rss(),
      MessagesDeleted: 0,
      SMTPAccepted: 0,
      SMTPAcceptedSize: 0,
      SMTPRejected: 0,
      SMTPIgnored: 0,
    },
  };
}

const countUnread = (mails: readonly DeliveredMail[]) => mails.filter(({ read }) => !read).length;

function tagCounts(mails: readonly DeliveredMail[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const tag of mails.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The files of a message. Clients use the number of a part as a name only. */
export function filesOf({ attachments }: DeliveredMail): { file: Attachment; shape: MailAttachment }[] {
  return attachments.map((file, index) => ({
    file,
    shape: {
      PartID: String(index + 2),
      FileName: nameOf(file.filename) || contentIdOf(file),
      ContentType: mediaTypeOf(file).split(';', 1)[0]?.trim().toLowerCase() ?? '',
      ContentID: contentIdOf(file),
      Size: Buffer.from(file.content, 'base64').length,
    },
  }));
}

/** The text that a reader of a mail sees, of a long body its beginning. */
export function shownText({ html, text }: DeliveredMail, most: number): string {
  return html ? textOfHtml(html, most) : (text ?? '').slice(0, most);
}

function snippetOf(mail: DeliveredMail): string {
  const line = shownText(mail, 10_000).replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}...` : line;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** The text between the tags in the first `most` characters of an HTML document, never for display. Styles and scripts don't count. */
export function textOfHtml(html: string, most: number): string {
  return html
    .replace(/<(style|script)\b[^<>]*>.*?(<\/\1\b[^<>]*>|$)/gis, ' ')
    .slice(0, most)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name) => ENTITIES[name] ?? '');
}

/** The headers `List-Unsubscribe` and `List-Unsubscribe-Post` (RFC 2369, RFC 8058); all empty for a mail without them. */
function listUnsubscribeOf({ headers }: DeliveredMail): Message['ListUnsubscribe'] {
  const names = Object.keys(headers);
  const headerOf = (wanted: string) => headers[names.find((name) => name.toLowerCase() === wanted) ?? '']?.trim() ?? '';
  const Header = headerOf('list-unsubscribe');
  const links = [...Header.matchAll(/<([^<>]*)>/g)].map(([, link = '']) => link);
  const isValid = (link: string) => /^(mailto:|https?:\/\/)\w\S*$/i.test(link);
  const wrong = links.filter((link) => !isValid(link));
  const errors = wrong.map((link) => `"${link}" should start with either http(s):// or mailto:`);
  if (Header !== '' && links.length === 0) errors.push(`"${Header}" no valid unsubscribe links found`);
  const HeaderPost = Header === '' ? '' : headerOf('list-unsubscribe-post');
  return { Header, Links: links.filter(isValid), Errors: errors.join(', '), HeaderPost };
}

/**
 * The source of a mail as Mailpit stores it after SMTP: `Return-Path` names the sender, `Bcc` the recipients in no other header. A relayed
 * mail has neither line.
 */
export async function sourceOf(mail: DeliveredMail): Promise<Buffer> {
  const returnPath = addressOf(mail.from.email).replace(/^<|>$/g, '');
  const composed = await compose(mail, blindRecipients(mail));
  return Buffer.concat([Buffer.from(`Return-Path: <${returnPath}>\r\n`), composed]);
}

/** Sizes by mail: a source never changes, and composing it takes time. */
const sizes = new WeakMap<DeliveredMail, number>();

export async function sizeOf(mail: DeliveredMail): Promise<number> {
  const size = sizes.get(mail) ?? (await sourceOf(mail)).length;
  sizes.set(mail, size);
  return size;
}

function blindRecipients({ to, cc, bcc }: DeliveredMail): Address[] {
  const named = new Set([...to, ...cc].map(({ email }) => normalise(email)));
  return bcc.flatMap(({ email }) => (named.has(normalise(email)) ? [] : { email }));
}

/** The header fields of a source under the names that Go's `net/mail` gives them (`Message-ID` becomes `Message-Id`), sorted. */
export function headersOf(source: Buffer): Record<string, string[]> {
  const head = source.subarray(0, source.indexOf('\r\n\r\n')).toString();
  const fields = head.split(/\r\n(?![ \t])/).map((field) => {
    const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(field) ?? [];
    const canonical = name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
    return { name: canonical, value: value.replaceAll('\r\n', '').trim() };
  });
  const byName = [...groupBy(fields, ({ name }) => name)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(byName.map(([name, group]) => [name, group.map(({ value }) => value)]));
}
