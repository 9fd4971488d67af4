import type { Address } from './letter.ts';
import { parseTime } from './manner.ts';
import { isObject, Members, refusal } from './members.ts';
import type { Setting, Wire } from './setting.ts';

/** A request to send, read and checked as far as that goes without looking anything up. */
export interface EmailRequest {
  from: Address;
  to: Address[];
  cc: Address[];
  bcc: Address[];
  replyTo: string | undefined;
  subject: string | undefined;
  html: string | undefined;
  text: string | undefined;
  templateId: string | undefined;
  variables: Record<string, unknown>;
  headers: Record<string, string>;
  override: boolean;
  parentId: string | undefined;
  isSandboxed: boolean;
  /** In milliseconds; undefined is now. */
  due: number | undefined;
}

const sourceMembers = [
  'to',
  'cc',
  'bcc',
  'from',
  'subject',
  'template_id',
  'html_body',
  'text_body',
  'template_variables',
  'scheduled_at',
  'send_at',
  'in_reply_to_message_id',
  'forward_of_message_id',
];

export function readEmailRequest(body: unknown, setting: Setting): EmailRequest {
  const { wire, manner, now } = setting;
  const members = new Members(body, manner);
  checkNames(members, setting);
  const parentId = members.uuid('in_reply_to_message_id');
  const isForward = members.uuid('forward_of_message_id') !== undefined;
  if (parentId && isForward) throw refusal(422, '20423', 'A message is a reply or a forward.');
  if (members.boolean(wire.replyAll) && !parentId) throw members.wrong('There is nothing to reply to.');
  members.array(wire.tags);
  members.object(wire.metadata);
  members.object(wire.tracking);
  members.uuid(wire.group);
  return {
    ...recipientsOf(members, setting),
    ...contentOf(members, setting),
    from: senderOf(members, setting),
    replyTo: members.has(wire.replyTo) ? addressOf(members, members.any(wire.replyTo), setting).email : undefined,
    headers: headersOf(members, wire),
    override: members.boolean(wire.override) ?? false,
    parentId,
    isSandboxed: (wire.sandbox && members.boolean(wire.sandbox)) || false,
    due: dueOf(members, now()),
  };
}

/** Null is refused where it would say nothing; elsewhere it is an absent member, or an instant of its own (`scheduled_at`). */
function checkNames(members: Members, { wire, manner }: Setting): void {
  if (manner.reading === 'lax') return;
  members.notNull(['in_reply_to_message_id', 'forward_of_message_id', wire.group, wire.replyAll]);
  if (wire.unknown === 'ignored') return;
  const { fromName, replyTo, headers, tags, metadata, group, override, tracking, replyAll, sandbox, extras } = wire;
  const named = [fromName, replyTo, headers, tags, metadata, group, override, tracking, replyAll];
  const more = [...(sandbox ? [sandbox] : []), ...(extras ? ['attachments', 'inline_css'] : [])];
  members.only([...sourceMembers, ...named, ...more]);
}

function senderOf(members: Members, setting: Setting): Address {
  const sender = members.any('from');
  const from = sender === undefined ? { email: 'no-reply@legal.example' } : addressOf(members, sender, setting);
  const name = members.string(setting.wire.fromName) ?? from.name;
  return { email: from.email, ...(name !== undefined && { name }) };
}

function recipientsOf(members: Members, setting: Setting): Pick<EmailRequest, 'to' | 'cc' | 'bcc'> {
  const list = (name: string) => (members.array(name) ?? []).map((entry) => addressOf(members, entry, setting));
  const lists = { to: list('to'), cc: list('cc'), bcc: list('bcc') };
  const recipients = Object.values(lists).flat();
  if (recipients.length === 0) throw members.wrong('A message needs a recipient.');
  if (new Set(recipients.map(({ email }) => email.toLowerCase())).size < recipients.length) {
    throw refusal(400, '20400', 'An address is repeated in to, cc and bcc.');
  }
  return lists;
}

/** Only ASCII, as the source leaves the form of addresses open. */
const plainAddress =
  /^[^\s@<>()[\],;:"\\\u0080-\uffff]+@[^\s@<>()[\],;:"\\\u0080-\uffff]+\.[^\s@<>()[\],;:"\\\u0080-\uffff]+$/;

/** An address, with a name before it in angle brackets, or as an object; white space around it is not cut off. */
function addressOf(members: Members, value: unknown, { wire, manner }: Setting): Address {
  const spelling = isObject(value) ? value[wire.address] : value;
  const name = isObject(value) ? new Members(value, manner).string('name') : undefined;
  const [, shownName, bracketed] = /^([^<>]*) <([^<>]+)>$/.exec(String(spelling)) ?? [];
  const email = bracketed ?? spelling;
  if (typeof email !== 'string' || !plainAddress.test(email)) throw members.wrong('This is no address.');
  const label = name ?? shownName;
  return { email, ...(label !== undefined && { name: label }) };
}

/** A subject may be empty, but without a template it may not be missing. Variables that are a text may be refused. */
function contentOf(
  members: Members,
  { manner }: Setting,
): Pick<EmailRequest, 'subject' | 'html' | 'text' | 'templateId' | 'variables'> {
  const templateId = members.string('template_id');
  const content = {
    subject: members.string('subject'),
    html: members.string('html_body'),
    text: members.string('text_body'),
  };
  const isGiven = Object.values(content).some((member) => member !== undefined);
  if (templateId !== undefined && isGiven) throw members.wrong('A template brings its own subject and bodies.');
  if (templateId === undefined && content.subject === undefined) throw refusal(422, '20424', 'A subject is required.');
  if (templateId !== undefined) checkTemplateId(members);
  const variables = members.any('template_variables');
  if (typeof variables === 'string' && manner.showing === 'much') throw refusal(422, '20429', 'No text is read here.');
  return { ...content, templateId, variables: isObject(variables) ? variables : {} };
}

function checkTemplateId(members: Members): void {
  try {
    members.uuid('template_id');
  } catch {
    throw refusal(422, '20425', 'The id of a template is a UUID.');
  }
}

const structural =
  /^(in-reply-to|references|message-id|from|sender|to|cc|bcc|subject|date|reply-to|return-path|mime-version|content-.*)$/i;

/** Structural headers are refused, line breaks become blanks, and values that are no strings are written as such. */
function headersOf(members: Members, wire: Wire): Record<string, string> {
  const headers = Object.entries(members.object(wire.headers) ?? {});
  for (const [name] of headers) {
    if (structural.test(name.trim()) || !/^[!-9;-~]+$/.test(name)) throw members.wrong(`${name} can't be set.`);
  }
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value).replace(/\p{Cc}+/gu, ' ')]));
}

/** An explicit null means now; a time that is invalid or past gives way to the older name of the member. */
function dueOf(members: Members, now: number): number | undefined {
  if (members.isNull('scheduled_at')) return undefined;
  const times = ['scheduled_at', 'send_at'].map((name) => parseTime(members.any(name)));
  return times.find((time) => time !== undefined && time > now);
}
