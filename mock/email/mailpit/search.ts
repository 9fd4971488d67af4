import { DateTime, Settings } from 'luxon';
import { turn } from '../../time/turns.ts';
import type { DeliveredMail } from '../outbox.ts';
import { MOST_SOUGHT } from '../search-limit.ts';
import { sizeOf } from './listing.ts';
import { SearchedMail, simplify, type TextKind, texts } from './searched-mail.ts';

/** Characters of one search at most, and terms. */
const LENGTH_LIMIT = 10_000;
const TERM_LIMIT = 100;

/** A search that is refused: the message says why. */
class SearchError extends Error {
  readonly statusCode = 400;
}

type Test = (mail: SearchedMail) => boolean | Promise<boolean>;

/** Picks the mails that a search finds, in their order. Rejects with a SearchError once whoever asks `hasLeft`. */
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
 * Terms are separated by blanks and must all hold; double quotes keep blanks inside a term; `-` or `!` in front turns a term
 * round. As in Mailpit, a term without a letter or digit, with nothing behind its colon or with an unreadable date is ignored, and
 * a term of no known kind is looked for in the whole mail. Throws a SearchError when there are too many terms, or too long ones.
 *
 * @param query the search, not empty
 * @param timezone an IANA name for dates without an offset; UTC when absent or unknown
 */
export function readSearch(query: string, timezone?: string): Search {
  // The library keeps every zone that it was ever asked for, in each way to write it, whether or not there is such a one: those of the
  // search before are forgotten, of one that was refused as well.
  Settings.resetCaches();
  const zone = timezone && DateTime.utc().setZone(timezone).isValid ? timezone : 'utc';
  const tests = splitTerms(query)
    .map((term) => termTest(term, zone))
    .filter((test) => test !== undefined);
  return async (mails, hasLeft = () => false) => {
    const found: DeliveredMail[] = [];
    for (const mail of mails) {
      if (hasLeft()) throw new SearchError('Error: nobody waits for this search');
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
  if (query.length > LENGTH_LIMIT) throw new SearchError(`Error: a search has at most ${LENGTH_LIMIT} characters`);
  const terms = new Set(query.match(/(?:"[^"]*"?|[^\s"])+/g) ?? []);
  if (terms.size > TERM_LIMIT) throw new SearchError(`Error: a search has at most ${TERM_LIMIT} terms`);
  return [...terms].map((term) => term.replaceAll('"', '').trim());
}

function termTest(term: string, zone: string): Test | undefined {
  if (!/[a-z0-9]/i.test(term)) return undefined;
  if (/^[-!]./.test(term)) {
    const test = plainTest(term.slice(1), zone);
    return test && (async (mail) => !(await test(mail)));
  }
  return plainTest(term, zone);
}

function plainTest(term: string, zone: string): Test | undefined {
  const flag = FLAGS.get(term.toLowerCase().replace(/^(has:\w+)s$/, '$1'));
  if (flag) return flag;

  const [, name = '', rest = ''] = /^([a-z-]+):(.*)$/is.exec(term) ?? [];
  const kind = name.toLowerCase();
  if (kind !== 'all' && Object.hasOwn(texts, kind)) return contains(rest, kind as TextKind);
  if (kind === 'tag') return tagTest(rest);
  const size = kind === 'larger' || kind === 'smaller' ? sizeIn(rest) : 0;
  if (size > 0)
    return async ({ mail }) => (kind === 'larger' ? (await sizeOf(mail)) > size : (await sizeOf(mail)) < size);
  if (kind === 'after' || kind === 'before') return timeTest(kind, rest.trim(), zone);
  return contains(term, 'all');
}

function contains(words: string, text: TextKind): Test | undefined {
  const wanted = simplify(words).trim();
  if (wanted.length > MOST_SOUGHT) throw new SearchError(`Error: a term has at most ${MOST_SOUGHT} characters`);
  return wanted === '' ? undefined : async (mail) => (await mail.text(text)).includes(wanted);
}

function tagTest(tag: string): Test | undefined {
  const wanted = tag.trim().toLowerCase();
  return wanted === '' ? undefined : ({ mail }) => mail.message.tags.some((own) => own.toLowerCase() === wanted);
}

function timeTest(kind: 'after' | 'before', text: string, zone: string): Test | undefined {
  const time = timeOf(text, zone);
  if (time === undefined) return undefined;
  return kind === 'after' ? ({ mail }) => mail.at.getTime() >= time : ({ mail }) => mail.at.getTime() <= time;
}

/** Milliseconds since 1970; a bare number is a Unix time in seconds, or in milliseconds when it is that long. */
function timeOf(text: string, zone: string): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
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
