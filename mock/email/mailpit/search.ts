import { DateTime, Settings } from 'luxon';
import { turn } from '../../time/turns.ts';
import type { DeliveredMail } from '../outbox.ts';
import { MOST_SOUGHT } from '../search-limit.ts';
import { BadRequest } from './bad-request.ts';
import { sizeOf } from './listing.ts';
import { SearchedMail, simplify, type TextKind, texts } from './searched-mail.ts';

/** Characters of one search at most, and terms. */
const LENGTH_LIMIT = 10_000;
const TERM_LIMIT = 100;

type Test = (mail: SearchedMail) => boolean | Promise<boolean>;

/** Picks the mails that a search finds, in their order. Rejects with a BadRequest once whoever asks `hasLeft`. */
type Search = (mails: readonly DeliveredMail[], hasLeft?: () => boolean) => Promise<DeliveredMail[]>;

/** Terms that are one fixed word, of which some may be plural. */
const FLAGS = new Map<string, Test>([
  ['is:read', ({ mail }) => mail.read],
  ['is:unread', ({ mail }) => !mail.read],
  ['is:tagged', ({ mail }) => mail.message.tags.length > 0],
  ['has:attachment', ({ mail }) => mail.message.attachments.some((file) => !isInline(file.disposition))],
  ['has:inline', ({ mail }) => mail.message.attachments.some((file) => isInline(file.disposition))],
]);

/**
 * Reads a search in Mailpit's language.
 *
 * Terms are separated by blanks and must all hold; double quotes keep blanks inside a term; `-` or `!` in front negates a term. A term
 * of no known filter is looked for in the whole mail, whatever its script, and also when it is punctuation only. Where Mailpit would
 * ignore a term, and so find more mail than was meant, this throws a BadRequest: for an empty term, for a filter without a value or
 * with one that it can't have, for an unknown filter that is negated, and for an unknown time zone. It throws one for too many and too
 * long terms as well.
 *
 * @param query the search, not empty
 * @param timezone an IANA name for dates without an offset; UTC when empty
 */
export function readSearch(query: string, timezone = ''): Search {
  // The library caches every zone name it has looked up, valid or not: drop those of the search before, also of a refused one.
  Settings.resetCaches();
  const zone = timezone || 'utc';
  if (!DateTime.utc().setZone(zone).isValid) throw new BadRequest(`Error: unknown time zone "${timezone}"`);
  const tests = splitTerms(query).map((term) => termTest(term, zone));
  return async (mails, hasLeft = () => false) => {
    const found: DeliveredMail[] = [];
    for (const mail of mails) {
      if (hasLeft()) throw new BadRequest('Error: nobody waits for this search');
      if (await passes(new SearchedMail(mail), tests)) found.push(mail);
    }
    return found;
  };
}

async function passes(mail: SearchedMail, tests: readonly Test[]): Promise<boolean> {
  for (const test of tests) {
    await turn();
    if (!(await test(mail))) return false;
  }
  return true;
}

function splitTerms(query: string): string[] {
  if (query.length > LENGTH_LIMIT) throw new BadRequest(`Error: a search has at most ${LENGTH_LIMIT} characters`);
  const terms = new Set(query.match(/(?:"[^"]*"?|[^\s"])+/g) ?? []);
  if (terms.size > TERM_LIMIT) throw new BadRequest(`Error: a search has at most ${TERM_LIMIT} terms`);
  return [...terms];
}

/** Punctuation only, which is a word to look for even where it begins with a `-` or `!`. Emoji are none. */
const PUNCTUATION = /^[\p{P}\p{Sc}\p{Sk}\p{Sm}]+$/u;

function termTest(raw: string, zone: string): Test {
  const term = raw.replaceAll('"', '').trim();
  const isNegated = /^[-!]./s.test(term) && !PUNCTUATION.test(term);
  if (!isNegated) return filterTest(term, zone) ?? contains(term, 'all');

  const words = term.slice(1);
  const filter = /^[-!]"/.test(raw) ? undefined : /^([a-z-]+):(?!\/\/)/i.exec(words)?.[1];
  const test = filterTest(words, zone);
  // Nearly every mail lacks the words of a misspelt filter.
  if (!test && filter) throw new BadRequest(`Error: there is no filter "${filter}:" to negate; words go into quotes`);
  const negated = test ?? contains(words, 'all');
  return async (mail) => !(await negated(mail));
}

/** The test of a term that is a filter, `name:value`; undefined when it is none. */
function filterTest(term: string, zone: string): Test | undefined {
  const [, name = '', value = ''] = /^([a-z-]+):(.*)$/is.exec(term) ?? [];
  const kind = name.toLowerCase();
  if (kind !== 'all' && Object.hasOwn(texts, kind)) return contains(value, kind as TextKind);
  switch (kind) {
    case 'is':
    case 'has':
      return (
        FLAGS.get(term.toLowerCase().replace(/^(has:\w+)s$/, '$1')) ?? refuseValue(term, [...FLAGS.keys()].join(', '))
      );
    case 'tag':
      return tagTest(value);
    case 'larger':
    case 'smaller': {
      const size = sizeIn(value);
      if (size === 0) return refuseValue(term, 'a size above 0 such as 500, 10k or 1.5mb');
      return async ({ mail }) => (kind === 'larger' ? (await sizeOf(mail)) > size : (await sizeOf(mail)) < size);
    }
    case 'after':
    case 'before': {
      const time = timeOf(value.trim(), zone) ?? refuseValue(term, 'a date such as 2030-01-15');
      return kind === 'after' ? ({ mail }) => mail.at.getTime() >= time : ({ mail }) => mail.at.getTime() <= time;
    }
    default:
      return undefined;
  }
}

function refuseValue(term: string, wanted: string): never {
  throw new BadRequest(`Error: "${term}" can't be searched for; this filter takes ${wanted}`);
}

function contains(words: string, kind: TextKind): Test {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') throw new BadRequest('Error: a search term is empty');
  if (wanted.length > MOST_SOUGHT) throw new BadRequest(`Error: a term has at most ${MOST_SOUGHT} characters`);
  const simple = simplify(wanted).trim();
  return simple === ''
    ? ({ mail: { message } }) => [...texts[kind](message)].some((text) => text.toLowerCase().includes(wanted))
    : async (mail) => (await mail.text(kind)).includes(simple);
}

function tagTest(tag: string): Test {
  const wanted = tag.trim().toLowerCase();
  if (wanted === '') throw new BadRequest('Error: a search for a tag has no tag');
  return ({ mail }) => mail.message.tags.some((own) => own.toLowerCase() === wanted);
}

/** Milliseconds since 1970; a bare number is a Unix time in seconds, or in milliseconds when it is that long. */
function timeOf(text: string, zone: string): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  // The library takes a time of day without a date for one of today, by the real clock.
  if (/^(T\d|\d\d?:)/i.test(text)) return undefined;
  const readings = [
    DateTime.fromISO(text.toUpperCase(), { zone }),
    DateTime.fromSQL(text, { zone }),
    DateTime.fromRFC2822(text, { zone }),
    DateTime.fromFormat(text, 'yyyy/M/d', { zone }),
    DateTime.fromFormat(text, 'M/d/yyyy', { zone }),
  ];
  return readings.find((reading) => reading.isValid)?.toMillis();
}

/** Bytes, or kilobytes and megabytes of 1024 (`10k`, `1.5 MB`); 0 for anything else, as in Mailpit. */
function sizeIn(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s?(?:([km])b?)?$/i.exec(text.trim()) ?? [];
  return Math.trunc(Number(number) * ({ k: 1024, m: 1024 * 1024 }[unit.toLowerCase()] ?? 1));
}

function isInline(disposition: string): boolean {
  return disposition.trim().toLowerCase() === 'inline';
}
