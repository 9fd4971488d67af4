import { randomUUID } from 'node:crypto';
import { isSuccess, jsonOf, type Reply, type Request, withJson } from '../exchange.ts';
import type { Stage, Surroundings } from '../stage.ts';

type Item = Record<string, unknown>;

interface Page {
  data: Item[];
  meta: { total_results: number; total_pages: number; page_number: number; page_size: number };
}

export interface NewRuns {
  perSecond: number;
  /** The list is one of recent runs: for each that begins, the oldest one leaves. */
  oldestLeave?: boolean;
}

interface NewRun {
  /** The run that the new one copies, status included. */
  like: unknown;
  run: Item;
}

const path = /\/ai\/missions\/runs(\?|$)/;
const timeNames = ['started_at', 'updated_at', 'finished_at'];

/**
 * New mission runs begin all the time, at the end of the list where the server has the newest; the oldest may leave.
 */
export function growingList({ perSecond, oldestLeave }: NewRuns, { call, count, pageNames }: Surroundings): Stage {
  const { number: numberName, size: sizeName } = pageNames;
  const begun: NewRun[] = [];
  const startedAt = performance.now();

  /** All runs that the server itself has under a filter; undefined when it refuses the request. */
  const whole = async (request: Request, query: URLSearchParams): Promise<Item[] | undefined> => {
    const items: Item[] = [];
    for (let number = 1; ; number++) {
      const page = await fetchPage(call, request, changed(query, { [numberName]: String(number), [sizeName]: '1000' }));
      items.push(...(page?.data ?? []));
      if (!page || items.length >= page.meta.total_results) return page && items;
    }
  };

  const grow = (items: readonly Item[]) => {
    const wanted = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    while (begun.length < wanted && items.length > 0) {
      const like = items[begun.length % items.length] as Item;
      const now = new Date(Date.now()).toISOString();
      const times = timeNames.filter((name) => typeof like[name] === 'string');
      const moved = times.map((name) => [name, now.slice(0, 19) + String(like[name]).slice(19)]);
      begun.push({ like: like.run_id, run: { ...like, run_id: randomUUID(), ...Object.fromEntries(moved) } });
      count('new run');
    }
  };

  return async (request, next) => {
    if (request.method !== 'GET' || !path.test(request.url)) return next(request);
    const query = new URLSearchParams(request.url.split('?')[1]);
    // The first page shows that the server reads this request: it exists for every content of the list.
    const [result, first, filtered, runs] = await Promise.all([
      next(request),
      fetchPage(call, request, changed(query, { [numberName]: '1' })),
      whole(request, query),
      whole(request, new URLSearchParams()),
    ]);
    if (typeof result === 'string' || !first || !filtered || !runs) return result;
    grow(runs);
    const isNewestFirst = String(runs[0]?.started_at) > String(runs.at(-1)?.started_at);
    const grown = (runs: readonly Item[]) => {
      const known = new Set(runs.map(({ run_id }) => run_id));
      const fresh = begun.filter(({ like }) => known.has(like)).map(({ run }) => run);
      return isNewestFirst ? [...fresh.toReversed(), ...runs] : [...runs, ...fresh];
    };
    const recent = isNewestFirst ? grown(runs).slice(0, runs.length) : grown(runs).slice(-runs.length);
    const list = grown(filtered).filter((run) => !oldestLeave || recent.some(({ run_id }) => run_id === run.run_id));
    return pageOf(list, result, first, { number: query.get(numberName), size: query.get(sizeName) });
  };
}

/** The requested page of the grown list; the server itself answers for a page beyond the end. */
function pageOf(
  list: Item[],
  result: Reply,
  first: Page,
  query: { number: string | null; size: string | null },
): Reply {
  const { total_results, page_size } = first.meta;
  const size = Number(query.size ?? (total_results > page_size ? page_size : 1000));
  const total_pages = size > 0 ? Math.ceil(list.length / size) : first.meta.total_pages;
  const own = isSuccess(result) ? (jsonOf(result.body) as unknown as Page) : undefined;
  const number = Number(query.number ?? 1);
  // A refused number is wrong, unless only the server lacks this page.
  const isNewPage = number > first.meta.total_pages && number <= total_pages && Number.isInteger(number);
  if (!own && !isNewPage) return result;
  const page_number = number > total_pages && own?.data.length ? total_pages : number;
  const data = list.slice((page_number - 1) * size, page_number * size);
  const meta = { ...first.meta, total_results: list.length, total_pages, page_number, page_size: data.length };
  const isBeyond = data.length === 0 && own !== undefined && own.data.length === 0;
  const status = isSuccess(result) ? result.status : 200;
  return withJson(
    { ...result, status },
    { ...own, data, meta: isBeyond ? { ...meta, page_number: own.meta.page_number } : meta },
  );
}

async function fetchPage(
  call: Surroundings['call'],
  { method, url, headers, body }: Request,
  query: URLSearchParams,
): Promise<Page | undefined> {
  const reply = await call({ method, url: `${url.split('?')[0]}?${query}`, headers, body });
  return isSuccess(reply) ? (jsonOf(reply.body) as unknown as Page) : undefined;
}

function changed(query: URLSearchParams, parameters: Record<string, string>): URLSearchParams {
  return new URLSearchParams({ ...Object.fromEntries(query), ...parameters });
}
