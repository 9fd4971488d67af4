import { isInline } from '../email/compose.ts';
import type { Address, DeliveredMail } from '../email/messages.ts';
import { LONGEST_SEARCH, LONGEST_SOUGHT, SEARCH_TERMS, SEARCHED_TEXT } from '../limits.ts';
import { parseTime } from '../time.ts';
import { measureSource, toShownText } from './shapes.ts';

export class BadRequest extends Error {
  readonly statusCode = 400;
}

/** A mail with its size, and a function that returns a part of it in the form that texts are compared in. */
type Searched = { mail: DeliveredMail; size: number; textOf: (part: Part) => string };

type Test = (mail: Searched) => boolean;

const texts = {
  to: ({ to }) => joinAddresses(to),
  from: ({ from }) => joinAddresses([from]),
  cc: ({ cc }) => joinAddresses(cc),
  bcc: ({ bcc }) => joinAddresses(bcc),
  'reply-to': ({ replyTo }) => replyTo ?? '',
  addressed: (message) => joinAllAddresses(message),
  subject: ({ subject }) => subject,
  'message-id': ({ messageId }) => messageId,
  all: (message) =>
    [
      joinAllAddresses(message),
      message.subject,
      ...message.attachments.map(({ filename }) => filename),
      toShownText(message, SEARCHED_TEXT),
    ].join(' '),
} satisfies Record<string, (message: DeliveredMail) => string>;
type Part = keyof typeof texts;

const flags: Record<string, Test> = {
  'is:read': ({ mail }) => mail.read === true,
  'is:unread': ({ mail }) => !mail.read,
  'is:tagged': ({ mail }) => mail.tags.length > 0,
  'has:attachment': ({ mail }) => mail.attachments.some((file) => !isInline(file)),
  'has:inline': ({ mail }) => mail.attachments.some(isInline),
};

/**
 * Reads a search in Mailpit's language: all terms between blanks must match, double quotes group, `-` or `!` negates.
 * Dates without an offset are in UTC. Throws a BadRequest if Mailpit would ignore a term.
 *
 * @returns finds the matching mails in their order
 */
export function readSearch(query: string): (mails: readonly DeliveredMail[]) => Promise<DeliveredMail[]> {
  if (query.length > LONGEST_SEARCH) throw new BadRequest(`Error: a search has at most ${LONGEST_SEARCH} characters`);
  const terms = new Set(query.match(/(?:"[^"]*"?|[^\s"])+/g) ?? []);
  if (terms.size > SEARCH_TERMS) throw new BadRequest(`Error: a search has at most ${SEARCH_TERMS} terms`);
  const tests = [...terms].map(parseTerm);
  const isSized = /(larger|smaller):/i.test(query);
  return async (mails) => {
    const found: DeliveredMail[] = [];
    for (const mail of mails) {
      // Other requests are answered between two mails.
      await new Promise((resolve) => setImmediate(resolve));
      const known: Partial<Record<Part, string>> = {};
      const textOf = (part: Part) => {
        known[part] ??= toComparable(texts[part](mail));
        return known[part];
      };
      const searched = { mail, textOf, size: isSized ? await measureSource(mail) : 0 };
      if (tests.every((test) => test(searched))) found.push(mail);
    }
    return found;
  };
}

function parseTerm(quoted: string): Test {
  const term = quoted.replaceAll('"', '').trim();
  // Punctuation without letters is a search word.
  if (!/^[-!]./s.test(term) || /^[\p{P}\p{S}]+$/u.test(term)) return parseFilter(term) ?? createTextTest(term, 'all');
  const words = term.slice(1);
  const test = parseFilter(words);
  const filter = /^[-!]"/.test(quoted) ? undefined : /^([a-z-]+):(?!\/\/)/i.exec(words)?.[1];
  // A misspelt filter, negated as words, would match nearly every mail.
  if (!test && filter) throw new BadRequest(`Error: there is no filter "${filter}:" to negate; words go into quotes`);
  const negated = test ?? createTextTest(words, 'all');
  return (mail) => !negated(mail);
}

/** The condition of a `name:value` term; undefined when no filter has the name. */
function parseFilter(term: string): Test | undefined {
  const [, prefix = '', value = ''] = /^([a-z-]+):(.*)$/is.exec(term) ?? [];
  const name = prefix.toLowerCase();
  const refuse = (wanted: string): never => {
    throw new BadRequest(`Error: "${term}" can't be searched for; this filter takes ${wanted}`);
  };
  if (name !== 'all' && Object.hasOwn(texts, name)) return createTextTest(value, name as Part);
  switch (name) {
    case 'is':
    case 'has':
      return flags[term.toLowerCase().replace(/^(has:\w+)s$/, '$1')] ?? refuse(Object.keys(flags).join(', '));
    case 'tag': {
      const tag = value.trim().toLowerCase() || refuse('a tag');
      return ({ mail }) => mail.tags.some((own) => own.toLowerCase() === tag);
    }
    case 'larger':
    case 'smaller': {
      const size = parseSize(value) || refuse('a size above 0 such as 500, 10k or 1.5mb');
      return (found) => (name === 'larger' ? found.size > size : found.size < size);
    }
    case 'after':
    case 'before': {
      const time = parseDate(value.trim()) ?? refuse('a date such as 2030-01-15 or 2030-01-15T09:30');
      const at = ({ mail }: Searched) => Date.parse(mail.deliveredAt);
      return name === 'after' ? (mail) => at(mail) >= time : (mail) => at(mail) <= time;
    }
    default:
      return undefined;
  }
}

function createTextTest(words: string, part: Part): Test {
  const exact = words.trim().toLowerCase();
  if (exact === '') throw new BadRequest('Error: a search term is empty');
  if (exact.length > LONGEST_SOUGHT) throw new BadRequest(`Error: a term has at most ${LONGEST_SOUGHT} characters`);
  const wanted = toComparable(exact).trim();
  return wanted === ''
    ? ({ mail }) => texts[part](mail).toLowerCase().includes(exact)
    : ({ textOf }) => textOf(part).includes(wanted);
}

/** Lower case, and one blank for blanks and the characters around addresses, as Mailpit compares texts. */
function toComparable(text: string): string {
  return text.replace(/[\s<>",;()]+/g, ' ').toLowerCase();
}

function joinAllAddresses({ from, to, cc, bcc, replyTo }: DeliveredMail): string {
  return `${joinAddresses([from, ...to, ...cc, ...bcc])} ${replyTo ?? ''}`;
}

function joinAddresses(list: readonly Address[]): string {
  return list.map(({ name, email }) => `${name ?? ''} ${email}`).join(' ');
}

/** Milliseconds since 1970. A bare number is a Unix time in seconds, or in milliseconds when it has 13 digits. */
function parseDate(text: string): number | undefined {
  if (/^\d{10}(\d{3})?$/.test(text)) return Number(text.padEnd(13, '0'));
  const [day, time = '00:00Z'] = text.split(/[T ]/i);
  return parseTime(`${day}T${time}`) ?? parseTime(`${day}T${time}Z`);
}

/** Bytes; `k` and `m` are 1024 and its square. 0 for anything else. */
function parseSize(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s?(?:([km])b?)?$/i.exec(text.trim()) ?? [];
  return Math.trunc(Number(number) * ({ k: 1024, m: 1024 ** 2 }[unit.toLowerCase()] ?? 1));
}
