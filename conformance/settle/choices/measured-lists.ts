import type { Choices } from '../../../spec/generated/choices.ts';
import type { Json } from '../../../spec/json.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { bodyOf, isRefusal, isSuccess } from '../asked/pair.ts';
import { each } from './measure.ts';

/** How many items come when no size is asked for: as many as came, if the list has more, or else as its links say. */
export const defaultSize = each((seen) => {
  if (!isSuccess(seen) || seen.request.url.includes('?')) return undefined;
  const { total_results, page_size } = metaOf(seen);
  const isShort = typeof page_size === 'number' && Number(total_results) > page_size;
  return isShort ? page_size : sizeOfLinks(seen);
});

function sizeOfLinks(seen: NotedExchange): number | undefined {
  const links = Object.values((bodyOf(seen)?.links ?? {}) as Json).map(String);
  const urls = links
    .filter((link) => URL.canParse(link, 'http://target'))
    .map((link) => new URL(link, 'http://target'));
  const [size, ...others] = new Set(urls.flatMap(({ searchParams }) => searchParams.get('page[size]') ?? []));
  return others.length === 0 && Number(size) >= 1 ? Number(size) : undefined;
}

/** A larger size is one that not every target can read as a number. */
const LARGEST = 1_000_000;

/** Of two sizes that lie so far apart nobody knows which one in between is the largest. */
const FAR = 4;

/** The largest page of a list: the largest that came in full below the first size that did not, or so much as came of that. */
export function largestSize(exchanges: readonly NotedExchange[]): number | undefined {
  const asked = exchanges.flatMap((seen) => {
    const size = asks(seen);
    const { page_size, total_results } = metaOf(seen);
    const isAlone = !seen.request.url.includes('&');
    // Strangers are refused whatever they ask for.
    const isMeant = isSuccess(seen) || (isRefusal(seen) && seen.status !== 401);
    if (!isAlone || !(size >= 1 && size <= LARGEST) || !isMeant) return [];
    const came = isSuccess(seen) ? Number(page_size) : 0;
    return [{ size, came, isFull: isSuccess(seen) && came === Math.min(size, Number(total_results)) }];
  });
  const full = asked.filter(({ isFull }) => isFull).map(({ size }) => size);
  const cut = asked.filter(({ isFull }) => !isFull);
  if (cut.length === 0) return Math.max(0, ...full) > 1000 ? LARGEST : undefined;
  const first = Math.min(...cut.map(({ size }) => size));
  const near = full.filter((size) => size < first && size * FAR >= first);
  const largest = Math.max(...near, ...cut.map(({ came }) => came));
  return largest >= 1 ? largest : undefined;
}

/** How many pages a list of nothing has. */
export const pagesOfNothing = each((seen) => {
  const { total_results, total_pages } = metaOf(seen);
  const isOfNothing = isSuccess(seen) && total_results === 0 && asks(seen) !== 0;
  return isOfNothing && typeof total_pages === 'number' ? Math.min(total_pages, 1) : undefined;
});

/** The page size that an exchange asks for; none where it asks for two. */
function asks({ request }: NotedExchange): number {
  const [size, another] = new URL(request.url, 'http://target').searchParams.getAll('page[size]');
  // What is read as a number in other ways, such as 1e3, is refused for that.
  const isPlain = size !== undefined && another === undefined && /^-?\d+$/.test(size);
  return isPlain ? Number(size) : Number.NaN;
}

/** What a page says of its list. */
export function metaOf(seen: NotedExchange): Json {
  return (bodyOf(seen)?.meta ?? {}) as Json;
}

/** How many faults of a query the refusals of mission runs tell; pages are asked for that have two. */
export function entriesTold(exchanges: readonly NotedExchange[]): Choices['entriesTold'] | undefined {
  const counts = exchanges.filter(isRefusal).map((seen) => ({ seen, entries: entriesIn(seen) }));
  if (counts.some(({ entries }) => entries > 1)) return 'each';
  return counts.some(({ seen, entries }) => entries === 1 && asks(seen) < 0 && numberIn(seen) < 1)
    ? 'first'
    : undefined;
}

/** The entries of the refusal of a query, which no other body has. */
function entriesIn(seen: NotedExchange): number {
  const { detail } = (bodyOf(seen) ?? {}) as Json;
  return Array.isArray(detail) ? detail.length : 0;
}

/** The page number that an exchange asks for. */
function numberIn({ request }: NotedExchange): number {
  return Number(new URL(request.url, 'http://target').searchParams.get('page[number]') ?? Number.NaN);
}
