import { contentIdOf, isInline, mediaTypeOf, nameOf } from '../email/compose.ts';
import type { Address, Attachment, OutboundMessage } from '../email/message.ts';
import type { DeliveredMail } from '../email/outbox.ts';
import type { Envelope, MailAddress, MailAttachment, Message, MessageSummary } from './message.ts';
import { blindRecipients, sizeOf } from './source.ts';

export async function messageOf(mail: DeliveredMail): Promise<Message> {
  const { message, at } = mail;
  const files = filesOf(message);
  return {
    ...(await envelopeOf(mail)),
    ReturnPath: message.from.email,
    ListUnsubscribe: listUnsubscribeOf(message),
    Date: at.toISOString().replace(/\.\d+Z$/, 'Z'),
    Text: bodyOf(message.text),
    HTML: bodyOf(message.html),
    Inline: files.filter(({ file }) => isInline(file)).map(({ shape }) => shape),
    Attachments: files.filter(({ file }) => !isInline(file)).map(({ shape }) => shape),
  };
}

export async function summaryOf(mail: DeliveredMail): Promise<MessageSummary> {
  const { message, at, read } = mail;
  return {
    ...(await envelopeOf(mail)),
    Read: read,
    Created: at.toISOString(),
    Attachments: message.attachments.filter((file) => !isInline(file)).length,
    Snippet: snippetOf(message),
  };
}

async function envelopeOf(mail: DeliveredMail): Promise<Envelope> {
  const { message, id } = mail;
  return {
    ID: id,
    MessageID: message.messageId.replace(/^<|>$/g, ''),
    From: mailbox(message.from),
    To: message.to.map(mailbox),
    Cc: message.cc.map(mailbox),
    Bcc: blindRecipients(message).map(({ email }) => mailbox({ email })),
    ReplyTo: message.replyTo === null ? [] : [mailbox({ email: message.replyTo })],
    Subject: message.subject.replace(/\r\n?|\n/g, ' ').trim(),
    Username: '',
    Tags: tagsOf([mail]),
    Size: await sizeOf(mail),
  };
}

function mailbox({ email, name }: Address): MailAddress {
  return { Name: nameOf(name), Address: email };
}

/** A body as it is read from the source: with the line ends of a reader. */
function bodyOf(body: string | null): string {
  return body ? `${body.replace(/\r\n?|\n/g, '\n')}\n` : '';
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
    Tags: Object.fromEntries(tagCounts(mails)),
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

export const countUnread = (mails: readonly DeliveredMail[]) => mails.filter(({ read }) => !read).length;

/** The tags of some mails, sorted, with the number of their mails. */
function tagCounts(mails: readonly DeliveredMail[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const tag of mails.flatMap(({ message }) => message.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function tagsOf(mails: readonly DeliveredMail[]): string[] {
  return [...tagCounts(mails).keys()];
}

/** The files of a message. To a client the number of a part is only a name for it. */
export function filesOf({ attachments }: OutboundMessage): { file: Attachment; shape: MailAttachment }[] {
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

/** The text of a mail for search: that of its HTML, which a reader of the mail sees, or else its plain text. */
export function shownText({ html, text }: OutboundMessage): string {
  return html ? textOfHtml(html) : (text ?? '');
}

/** The beginning of a mail's text on one line. */
function snippetOf({ html, text }: OutboundMessage): string {
  let line = '';
  for (const [word] of (html ? textOfHtml(html, 10_000) : (text ?? '')).matchAll(/\S+/g)) {
    line += line === '' ? word : ` ${word}`;
    if (line.length > 200) return `${line.slice(0, 200)}...`;
  }
  return line;
}

/** The text between the tags of an HTML document, or about the first `most` characters of it, never for display. */
export function textOfHtml(html: string, most = html.length): string {
  const shown = withoutScripts(html);
  let text = '';
  let end = 0;
  // Twice as quick as a split, or as a replacement.
  for (const tag of shown.matchAll(/<[^<>]*>/g)) {
    text += `${shown.slice(end, tag.index)} `;
    end = tag.index + tag[0].length;
    if (text.length > most) return withoutEntities(text);
  }
  return withoutEntities(text + shown.slice(end));
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

function withoutEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name) => ENTITIES[name] ?? '');
}

/** HTML without styles and scripts; one that is not closed hides the rest. */
function withoutScripts(html: string): string {
  const opening = /<(style|script)\b[^<>]*>/gi;
  let shown = '';
  let end = 0;
  for (let open = opening.exec(html); open; open = opening.exec(html)) {
    shown += `${html.slice(end, open.index)} `;
    const closing = new RegExp(`</${open[1]}\\b[^<>]*>`, 'gi');
    closing.lastIndex = opening.lastIndex;
    if (!closing.test(html)) return shown;
    end = closing.lastIndex;
    opening.lastIndex = end;
  }
  return shown + html.slice(end);
}

/** The headers `List-Unsubscribe` and `List-Unsubscribe-Post` (RFC 2369, RFC 8058); all empty for a mail without them. */
function listUnsubscribeOf({ headers }: OutboundMessage): Message['ListUnsubscribe'] {
  const nameLike = (wanted: string) => Object.keys(headers).find((name) => name.toLowerCase() === wanted) ?? '';
  const headerOf = (wanted: string) => (headers[nameLike(wanted)] ?? '').trim();
  const header = headerOf('list-unsubscribe');
  const links = [...header.matchAll(/<([^<>]*)>/g)].map(([, link = '']) => link);
  const isValid = (link: string) => /^(mailto:|https?:\/\/)\w\S*$/i.test(link);
  const wrong = links.filter((link) => !isValid(link));
  const errors = wrong.map((link) => `"${link}" should start with either http(s):// or mailto:`);
  if (header !== '' && links.length === 0) errors.push(`"${header}" no valid unsubscribe links found`);
  const HeaderPost = header === '' ? '' : headerOf('list-unsubscribe-post');
  return { Header: header, Links: links.filter(isValid), Errors: errors.join(', '), HeaderPost };
}
