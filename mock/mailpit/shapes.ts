import { groupBy } from '../../spec/group-by.ts';
import { cleanName, compose, formatAddress, isInline, toContentId, toMediaType } from '../email/compose.ts';
import type { Address, Attachment, DeliveredMail } from '../email/messages.ts';
import { normalizeAddress } from '../email/recipients.ts';
import type { MailAddress, MailAttachment, Message } from './mailpit-message.ts';

export async function toMailpitMessage(mail: DeliveredMail): Promise<Message> {
  const files = listFiles(mail);
  return {
    ...(await toEnvelope(mail)),
    ReturnPath: mail.from.email,
    ListUnsubscribe: parseListUnsubscribe(mail),
    Date: mail.deliveredAt.replace(/\.\d+Z$/, 'Z'),
    Text: toBody(mail.text),
    HTML: toBody(mail.html),
    Inline: files.filter(({ file }) => isInline(file)).map(({ shape }) => shape),
    Attachments: files.filter(({ file }) => !isInline(file)).map(({ shape }) => shape),
  };
}

async function toSummary(mail: DeliveredMail) {
  const { attachments, deliveredAt, read = false } = mail;
  return {
    ...(await toEnvelope(mail)),
    Read: read,
    Created: deliveredAt,
    Attachments: attachments.filter((file) => !isInline(file)).length,
    Snippet: toSnippet(mail),
  };
}

async function toEnvelope(mail: DeliveredMail) {
  const { id, messageId, from, to, cc, replyTo, subject } = mail;
  return {
    ID: id,
    MessageID: messageId.replace(/^<|>$/g, ''),
    From: toMailbox(from),
    To: to.map(toMailbox),
    Cc: cc.map(toMailbox),
    Bcc: listBlindRecipients(mail).map(toMailbox),
    ReplyTo: replyTo === null ? [] : [toMailbox({ email: replyTo })],
    Subject: subject.replace(/\r\n?|\n/g, ' ').trim(),
    Username: '',
    Tags: Object.keys(countTags([mail])),
    Size: await measureSource(mail),
  };
}

function toMailbox({ email, name }: Address): MailAddress {
  return { Name: cleanName(name), Address: email };
}

/** A body with the line ends of a decoded source. */
function toBody(body: string | null): string {
  return body ? `${body.replace(/\r\n?|\n/g, '\n')}\n` : '';
}

/** A page of `matching` mails with the totals of the mailbox; `count` is the older name for the number of messages on the page. */
export async function toListing(
  mailbox: readonly DeliveredMail[],
  matching: readonly DeliveredMail[],
  start: number,
  limit: number,
) {
  const messages: Awaited<ReturnType<typeof toSummary>>[] = [];
  // In sequence, because each source takes memory.
  for (const mail of matching.slice(start, start + limit)) messages.push(await toSummary(mail));
  return {
    total: mailbox.length,
    unread: countUnread(mailbox),
    count: messages.length,
    messages_count: matching.length,
    messages_unread: countUnread(matching),
    start,
    tags: Object.keys(countTags(mailbox)),
    messages,
  };
}

/** Mailpit's facts about itself. The numbers of a mail server are zero. */
export function toInfo(mails: readonly DeliveredMail[]) {
  return {
    Version: 'mock',
    LatestVersion: 'disabled',
    Database: 'memory',
    DatabaseSize: 0,
    Messages: mails.length,
    Unread: countUnread(mails),
    Tags: countTags(mails),
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

function countTags(mails: readonly DeliveredMail[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const tag of mails.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The files of a message. Clients use the number of a part as a name only. */
export function listFiles({ attachments }: DeliveredMail): { file: Attachment; shape: MailAttachment }[] {
  return attachments.map((file, index) => ({
    file,
    shape: {
      PartID: String(index + 2),
      FileName: cleanName(file.filename) || toContentId(file),
      ContentType: toMediaType(file).split(';', 1)[0]?.trim().toLowerCase() ?? '',
      ContentID: toContentId(file),
      Size: Buffer.from(file.content, 'base64').length,
    },
  }));
}

/** The text that a reader of a mail sees, cut to `most` characters. */
export function toShownText({ html, text }: DeliveredMail, most: number): string {
  return html ? stripHtml(html, most) : (text ?? '').slice(0, most);
}

function toSnippet(mail: DeliveredMail): string {
  const line = toShownText(mail, 10_000).replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}...` : line;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** The text between the tags in the first `most` characters of an HTML document, never for display. Styles and scripts don't count. */
export function stripHtml(html: string, most: number): string {
  return html
    .replace(/<(style|script)\b[^<>]*>.*?(<\/\1\b[^<>]*>|$)/gis, ' ')
    .slice(0, most)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name) => ENTITIES[name] ?? '');
}

/** The headers `List-Unsubscribe` and `List-Unsubscribe-Post` (RFC 2369, RFC 8058); all empty for a mail without them. */
function parseListUnsubscribe({ headers }: DeliveredMail): Message['ListUnsubscribe'] {
  const names = Object.keys(headers);
  const read = (wanted: string) => headers[names.find((name) => name.toLowerCase() === wanted) ?? '']?.trim() ?? '';
  const Header = read('list-unsubscribe');
  const links = [...Header.matchAll(/<([^<>]*)>/g)].map(([, link = '']) => link);
  const isValid = (link: string) => /^(mailto:|https?:\/\/)\w\S*$/i.test(link);
  const wrong = links.filter((link) => !isValid(link));
  const errors = wrong.map((link) => `"${link}" should start with either http(s):// or mailto:`);
  if (Header !== '' && links.length === 0) errors.push(`"${Header}" no valid unsubscribe links found`);
  const HeaderPost = Header === '' ? '' : read('list-unsubscribe-post');
  return { Header, Links: links.filter(isValid), Errors: errors.join(', '), HeaderPost };
}

/** Composes a mail as Mailpit stores it: `Return-Path` names the sender, `Bcc` the blind recipients; relayed mail lacks both. */
export async function toSource(mail: DeliveredMail): Promise<Buffer> {
  const returnPath = formatAddress(mail.from.email).replace(/^<|>$/g, '');
  const composed = await compose(mail, listBlindRecipients(mail));
  return Buffer.concat([Buffer.from(`Return-Path: <${returnPath}>\r\n`), composed]);
}

/** Sizes by mail: a source never changes, and composing it takes time. */
const sizes = new WeakMap<DeliveredMail, number>();

export async function measureSource(mail: DeliveredMail): Promise<number> {
  const size = sizes.get(mail) ?? (await toSource(mail)).length;
  sizes.set(mail, size);
  return size;
}

function listBlindRecipients({ to, cc, bcc }: DeliveredMail): Address[] {
  const named = new Set([...to, ...cc].map(({ email }) => normalizeAddress(email)));
  return bcc.flatMap(({ email }) => (named.has(normalizeAddress(email)) ? [] : { email }));
}

/** The header fields of a source under the names that Go's `net/mail` gives them (`Message-ID` becomes `Message-Id`), sorted. */
export function parseHeaders(source: Buffer): Record<string, string[]> {
  const head = source.subarray(0, source.indexOf('\r\n\r\n')).toString();
  const fields = head.split(/\r\n(?![ \t])/).map((field) => {
    const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(field) ?? [];
    const canonical = name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
    return { name: canonical, value: value.replaceAll('\r\n', '').trim() };
  });
  const byName = [...groupBy(fields, ({ name }) => name)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(byName.map(([name, group]) => [name, group.map(({ value }) => value)]));
}
