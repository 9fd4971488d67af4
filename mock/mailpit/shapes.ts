import {
  decodeWords,
  type Email,
  type Address as ParsedAddress,
  type Attachment as ParsedAttachment,
} from 'postal-mime';
import type { DeliveredMail } from '../email/outbox.ts';
import type { Envelope, MailAddress, MailAttachment, Message, MessageSummary } from './message.ts';
import { type ReceivedMail, receive } from './received.ts';

/** A refused request; the message says why. */
export class BadRequest extends Error {
  readonly statusCode = 400;
}

/** A mail as Mailpit shows it in full. */
export function messageOf(mail: DeliveredMail, received: ReceivedMail): Message {
  const { parsed } = received;
  const parts = parsed.attachments.map((part, index) => ({ part, shape: attachmentOf(part, index) }));
  return {
    ...envelopeOf(mail, received),
    ReturnPath: bare(parsed.returnPath),
    ListUnsubscribe: listUnsubscribeOf(parsed),
    Date: (parsed.date ?? mail.at.toISOString()).replace('.000Z', 'Z'),
    Text: parsed.text ?? '',
    HTML: parsed.html ?? '',
    Inline: parts.filter(({ part }) => isInline(part)).map(({ shape }) => shape),
    Attachments: parts.filter(({ part }) => !isInline(part)).map(({ shape }) => shape),
  };
}

/** Summaries that were already made: tests poll the list, and of a mail only `Read` changes. */
const summaries = new WeakMap<DeliveredMail, MessageSummary>();

/** A mail as Mailpit lists it. */
export async function summaryOf(mail: DeliveredMail): Promise<MessageSummary> {
  const summary = summaries.get(mail) ?? (await summarize(mail));
  summaries.set(mail, summary);
  return { ...summary, Read: mail.read };
}

/** The size of a mail in bytes, as a mailbox has it. */
export async function sizeOf(mail: DeliveredMail): Promise<number> {
  return (await summaryOf(mail)).Size;
}

async function summarize(mail: DeliveredMail): Promise<MessageSummary> {
  const received = await receive(mail);
  const { attachments, html, text = '' } = received.parsed;
  return {
    ...envelopeOf(mail, received),
    Read: mail.read,
    Created: mail.at.toISOString(),
    Attachments: attachments.filter((part) => !isInline(part)).length,
    Snippet: snippetOf(html ? textOfHtml(html) : text),
  };
}

/** A mail's headers under the names that Go's `net/mail` gives them (`Message-ID` becomes `Message-Id`), in alphabetical order. */
export function headersOf(parsed: Email): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { originalKey, value } of parsed.headers) {
    const name = canonicalName(originalKey);
    const list = values.get(name);
    if (list) list.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].sort(([a], [b]) => (a < b ? -1 : 1)));
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

export function countUnread(mails: readonly DeliveredMail[]): number {
  return mails.filter(({ read }) => !read).length;
}

/** The part that a `PartID` names, or undefined. */
export function partOf(parsed: Email, partId: string): ParsedAttachment | undefined {
  return parsed.attachments.find((_, index) => partIdOf(index) === partId);
}

/** The decoded bytes of a part. */
export function contentOf(part: ParsedAttachment): Buffer {
  return typeof part.content === 'string' ? Buffer.from(part.content) : Buffer.from(part.content as Uint8Array);
}

/** More distinct tags than this are not listed. */
const MOST_TAGS = 1_000;

/** The tags of some mails, sorted, with the number of their mails. */
function tagCounts(mails: readonly DeliveredMail[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { message } of mails)
    for (const tag of message.tags)
      if (counts.has(tag) || counts.size < MOST_TAGS) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The tags of some mails, sorted, each once. */
export function tagsOf(mails: readonly DeliveredMail[]): string[] {
  return [...tagCounts(mails).keys()];
}

/** Whether a file is shown in the mail's text. */
export function isInline({ disposition }: { disposition: string | null }): boolean {
  return disposition?.trim().toLowerCase() === 'inline';
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** The words of an HTML document without tags, styles and scripts, for search and snippets, never for display. Linear in its length. */
export function textOfHtml(html: string): string {
  let text = '';
  let end = 0;
  let hidden: string | undefined;
  for (const tag of html.matchAll(/<[^<>]*>/g)) {
    if (hidden === undefined) text += `${html.slice(end, tag.index)} `;
    end = tag.index + tag[0].length;
    const [, slash, name] = /^<(\/?)(style|script)\b/i.exec(tag[0]) ?? [];
    if (name !== undefined && slash === '') hidden ??= name.toLowerCase();
    else if (name?.toLowerCase() === hidden) hidden = undefined;
  }
  if (hidden === undefined) text += html.slice(end);
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name) => ENTITIES[name] ?? '');
}

const SNIPPET_LENGTH = 200;

function snippetOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= SNIPPET_LENGTH ? line : `${line.slice(0, SNIPPET_LENGTH)}...`;
}

function envelopeOf(mail: DeliveredMail, { raw, parsed }: ReceivedMail): Envelope {
  return {
    ID: mail.id,
    MessageID: bare(parsed.messageId),
    From: addressesOf(parsed.from && [parsed.from])[0] ?? { Name: '', Address: '' },
    To: addressesOf(parsed.to),
    Cc: addressesOf(parsed.cc),
    Bcc: addressesOf(parsed.bcc),
    ReplyTo: addressesOf(parsed.replyTo),
    Subject: parsed.subject ?? '',
    Username: '',
    Tags: tagsOf([mail]),
    Size: raw.length,
  };
}

function addressesOf(list: readonly ParsedAddress[] = []): MailAddress[] {
  return list.flatMap((entry) => entry.group ?? [entry]).map(({ name, address }) => ({ Name: name, Address: address }));
}

function attachmentOf(part: ParsedAttachment, index: number): MailAttachment {
  const contentId = bare(part.contentId);
  return {
    PartID: partIdOf(index),
    FileName: part.filename || contentId,
    ContentType: part.mimeType,
    ContentID: contentId,
    Size: contentOf(part).length,
  };
}

// Mailpit numbers the parts of the MIME tree. To a client the number is only a name for the part.
function partIdOf(index: number): string {
  return String(index + 2);
}

/** What `List-Unsubscribe` and `List-Unsubscribe-Post` (RFC 2369, RFC 8058) say; all empty for a mail without them. */
function listUnsubscribeOf(parsed: Email): Message['ListUnsubscribe'] {
  const header = headerOf(parsed, 'list-unsubscribe');
  if (header === '') return { Header: '', Links: [], Errors: '', HeaderPost: '' };
  const links = [...header.matchAll(/<([^<>]*)>/g)].map(([, link = '']) => link);
  const isValid = (link: string) => /^(mailto:|https?:\/\/)\w\S*$/i.test(link);
  const errors =
    links.length === 0
      ? [`"${header}" no valid unsubscribe links found`]
      : links
          .filter((link) => !isValid(link))
          .map((link) => `"${link}" should start with either http(s):// or mailto:`);
  return {
    Header: header,
    Links: links.filter(isValid),
    Errors: errors.join(', '),
    HeaderPost: headerOf(parsed, 'list-unsubscribe-post'),
  };
}

function headerOf(parsed: Email, key: string): string {
  return decodeWords(parsed.headers.find((header) => header.key === key)?.value ?? '');
}

function canonicalName(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('-');
}

function bare(id: string | undefined): string {
  return (id ?? '').replace(/^<|>$/g, '');
}
