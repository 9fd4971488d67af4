import { DateTime } from 'luxon';
import type { Address, OutboundMessage } from '../email/message.ts';
import type { DeliveredMail } from '../email/outbox.ts';
import { MOST_SOUGHT } from '../email/search-limit.ts';
import { endOfLoopIteration } from '../time/event-loop.ts';
import { BadRequest, isInline, sizeOf, textOfHtml } from './shapes.ts';

const LONGEST_SEARCH = 10_000;
const MOST_TERMS = 100;

/** A condition on a mail. `textOf` gives a text of the mail in the form that texts are compared in. */
type Test = (mail: DeliveredMail, textOf: (kind: TextKind) => string) => boolean | Promise<boolean>;

/** The mails that match a search, in their order. Other requests are answered between two mails. */
export type Search = (mails: readonly DeliveredMail[]) => Promise<DeliveredMail[]>;

/** The texts of a mail that words are looked for in. */
const texts = {
  to: ({ to }) => addresses(to),
  from: ({ from }) => addresses([from]),
  cc: ({ cc }) => addresses(cc),
  bcc: ({ bcc }) => addresses(bcc),
  'reply-to': ({ replyTo }) => replyTo ?? '',
  addressed: everyAddress,
  subject: ({ subject }) => subject,
  'message-id': ({ messageId }) => messageId,
  all: (message) => {
    const { subject, html, text, attachments } = message;
    const body = html === null ? (text ?? '') : textOfHtml(html);
    return [everyAddress(message), subject, body, ...attachments.map(({ filename }) => filename)].join(' ');
  },
} satisfies Record<string, (message: OutboundMessage) => string>;
type TextKind = keyof typeof texts;

const flags: Record<string, Test> = {
  'is:read': ({ read }) => read,
  'is:unread': ({ read }) => !read,
  'is:tagged': ({ message }) => message.tags.length > 0,
  'has:attachment': ({ message }) => message.attachments.some((file) => !isInline(file)),
  'has:inline': ({ message }) => message.attachments.some(isInline),
};

/**
 * Reads a search in Mailpit's language. Terms are separated by blanks and must all hold. Double quotes keep blanks inside a term, `-` or `!`
 * in front negates one. A term without a known filter is looked for in the whole mail. Dates without an offset are in UTC.
 *
 * Throws a BadRequest where Mailpit would ignore a term and so find more mail than was meant: for an empty term, a filter without a
 * usable value, an unknown filter that is negated, and too many or too long terms.
 */
export function readSearch(query: string): Search {
  if (query.length > LONGEST_SEARCH) throw new BadRequest(`Error: a search has at most ${LONGEST_SEARCH} characters`);
  const terms = new Set(query.match(/(?:"[^"]*"?|[^\s"])+/g) ?? []);
  if (terms.size > MOST_TERMS) throw new BadRequest(`Error: a search has at most ${MOST_TERMS} terms`);
  const tests = [...terms].map(testOfTerm);
  return async (mails) => {
    const found: DeliveredMail[] = [];
    for (const mail of mails) {
      await endOfLoopIteration();
      if (await passes(mail, tests)) found.push(mail);
    }
    return found;
  };
}

async function passes(mail: DeliveredMail, tests: readonly Test[]): Promise<boolean> {
  const known = new Map<TextKind, string>();
  const textOf = (kind: TextKind) => {
    const text = known.get(kind) ?? comparable(texts[kind](mail.message));
    known.set(kind, text);
    return text;
  };
  for (const test of tests) if (!(await test(mail, textOf))) return false;
  return true;
}

/** Punctuation alone is a word to look for, also where it begins with `-` or `!`. */
const PUNCTUATION = /^[\p{P}\p{Sc}\p{Sk}\p{Sm}]+$/u;

function testOfTerm(quoted: string): Test {
  const term = quoted.replaceAll('"', '').trim();
  const isNegated = /^[-!]./s.test(term) && !PUNCTUATION.test(term);
  if (!isNegated) return testOfFilter(term) ?? contains(term, 'all');
  const words = term.slice(1);
  const test = testOfFilter(words);
  const filter = /^[-!]"/.test(quoted) ? undefined : /^([a-z-]+):(?!\/\/)/i.exec(words)?.[1];
  // Nearly every mail lacks the words of a misspelt filter.
  if (!test && filter) throw new BadRequest(`Error: there is no filter "${filter}:" to negate; words go into quotes`);
  const negated = test ?? contains(words, 'all');
  return async (mail, textOf) => !(await negated(mail, textOf));
}

/** The condition of a `name:value` term; undefined when no filter has the name. */
function testOfFilter(term: string): Test | undefined {
  const [, prefix = '', value = ''] = /^([a-z-]+):(.*)$/is.exec(term) ?? [];
  const name = prefix.toLowerCase();
  if (name !== 'all' && Object.hasOwn(texts, name)) return contains(value, name as TextKind);
  switch (name) {
    case 'is':
    case 'has':
      return flags[term.toLowerCase().replace(/^(has:\w+)s$/, '$1')] ?? refuse(term, Object.keys(flags).join(', '));
    case 'tag': {
      const tag = value.trim().toLowerCase() || refuse(term, 'a tag');
      return ({ message }) => message.tags.some((own) => own.toLowerCase() === tag);
    }
    case 'larger':
    case 'smaller': {
      const size = sizeIn(value) || refuse(term, 'a size above 0 such as 500, 10k or 1.5mb');
      return async (mail) => (name === 'larger' ? (await sizeOf(mail)) > size : (await sizeOf(mail)) < size);
    }
    case 'after':
    case 'before': {
      const time = timeIn(value.trim()) ?? refuse(term, 'a date such as 2030-01-15');
      return name === 'after' ? ({ at }) => at.getTime() >= time : ({ at }) => at.getTime() <= time;
    }
    default:
      return undefined;
  }
}

function refuse(term: string, wanted: string): never {
  throw new BadRequest(`Error: "${term}" can't be searched for; this filter takes ${wanted}`);
}

function contains(words: string, kind: TextKind): Test {
  const exact = words.trim().toLowerCase();
  if (exact === '') throw new BadRequest('Error: a search term is empty');
  if (exact.length > MOST_SOUGHT) throw new BadRequest(`Error: a term has at most ${MOST_SOUGHT} characters`);
  const wanted = comparable(exact).trim();
  return wanted === ''
    ? ({ message }) => texts[kind](message).toLowerCase().includes(exact)
    : (_mail, textOf) => textOf(kind).includes(wanted);
}

/** Lower case, and one blank for blanks and the characters around addresses, as Mailpit compares texts. */
function comparable(text: string): string {
  return text.replace(/[\s<>",;()]+/g, ' ').toLowerCase();
}

function everyAddress({ from, to, cc, bcc, replyTo }: OutboundMessage): string {
  return `${addresses([from, ...to, ...cc, ...bcc])} ${replyTo ?? ''}`;
}

function addresses(list: readonly Address[]): string {
  return list.map(({ name, email }) => `${name ?? ''} ${email}`).join(' ');
}

/** Milliseconds since 1970. A bare number is a Unix time in seconds, or in milliseconds when it has 13 digits. */
function timeIn(text: string): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  // The library reads a time of day without a date as one of today, by the real clock.
  if (/^(T\d|\d\d?:)/i.test(text)) return undefined;
  const zone = { zone: 'utc' };
  const readings = [
    DateTime.fromISO(text.toUpperCase(), zone),
    DateTime.fromSQL(text, zone),
    DateTime.fromRFC2822(text, zone),
    DateTime.fromFormat(text, 'yyyy/M/d', zone),
    DateTime.fromFormat(text, 'M/d/yyyy', zone),
  ];
  return readings.find(({ isValid }) => isValid)?.toMillis();
}

/** Bytes; `k` and `m` are 1024 and its square. 0 for anything else. */
function sizeIn(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s?(?:([km])b?)?$/i.exec(text.trim()) ?? [];
  return Math.trunc(Number(number) * ({ k: 1024, m: 1024 ** 2 }[unit.toLowerCase()] ?? 1));
}
