import type { Email, Address as ParsedAddress, Attachment as ParsedAttachment } from 'postal-mime';
import type { DeliveredMail } from '../outbox.ts';
import { short, textPieces } from './html.ts';
import type { Envelope, MailAddress, MailAttachment, Message } from './message.ts';
import type { ReceivedMail } from './received.ts';
import { listUnsubscribe } from './unsubscribe.ts';

/** One entry of a list of messages. */
export type MessageSummary = ReturnType<typeof summaryOf>;

/** A mail as Mailpit lists it. */
export function summaryOf(mail: DeliveredMail, { raw, parsed }: ReceivedMail) {
  return {
    ...envelopeOf(mail, { raw, parsed }),
    Read: mail.read,
    Created: mail.at.toISOString(),
    Attachments: parsed.attachments.filter((part) => !isInline(part)).length,
    Snippet: snippetOf(parsed),
  };
}

/** A mail as Mailpit shows it in full. */
export function messageOf(mail: DeliveredMail, { raw, parsed }: ReceivedMail): Message {
  const parts = parsed.attachments.map((part, index) => ({ part, shape: attachmentOf(part, index) }));
  return {
    ...envelopeOf(mail, { raw, parsed }),
    ReturnPath: bare(parsed.returnPath),
    ListUnsubscribe: listUnsubscribe(parsed),
    Date: (parsed.date ?? mail.at.toISOString()).replace('.000Z', 'Z'),
    Text: parsed.text ?? '',
    HTML: parsed.html ?? '',
    Inline: parts.filter(({ part }) => isInline(part)).map(({ shape }) => shape),
    Attachments: parts.filter(({ part }) => !isInline(part)).map(({ shape }) => shape),
  };
}

/** The part that a `PartID` names, or undefined. */
export function partOf(parsed: Email, partId: string): ParsedAttachment | undefined {
  return parsed.attachments.find((_, index) => partIdOf(index) === partId);
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

/** Tags that are told of at most: a mail may have thousands, and others wait meanwhile. */
const MOST_TAGS = 1_000;

/** The tags of some mails and how many times each is there, sorted; of very many those of the first mails. */
export function tagCounts(mails: readonly DeliveredMail[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { message } of mails)
    for (const tag of message.tags) {
      const known = counts.get(tag);
      if (known !== undefined || counts.size < MOST_TAGS) counts.set(tag, (known ?? 0) + 1);
    }
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same without their numbers. */
export function tagsOf(mails: readonly DeliveredMail[]): string[] {
  return [...tagCounts(mails).keys()];
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

/** The decoded bytes of a part. */
export function contentOf(part: ParsedAttachment): Buffer {
  return typeof part.content === 'string' ? Buffer.from(part.content) : Buffer.from(part.content as Uint8Array);
}

// Mailpit numbers the parts of the MIME tree; to a client the number is only a name for the part.
function partIdOf(index: number): string {
  return String(index + 2);
}

function isInline(part: ParsedAttachment): boolean {
  return part.disposition === 'inline';
}

function bare(id: string | undefined): string {
  return (id ?? '').replace(/^<|>$/g, '');
}

const SNIPPET_LENGTH = 200;

/** The first words of a mail; what comes behind them is not looked at, as a mail may have megabytes. */
function snippetOf(parsed: Email): string {
  let line = '';
  for (const piece of short(parsed.html ? textPieces(parsed.html) : [parsed.text ?? ''])) {
    line = (line + piece).replace(/\s+/g, ' ').trimStart();
    if (line.length > SNIPPET_LENGTH + 1) break;
  }
  line = line.trimEnd();
  return line.length <= SNIPPET_LENGTH ? line : `${line.slice(0, SNIPPET_LENGTH)}...`;
}
