import { isObject, type Json } from '../../../spec/json.ts';
import { type Answer, readMembers } from '../../suite/wire/answer.ts';
import { listRunStatuses } from '../../suite/wire/contract.ts';
import { isFailedQuery } from './errors.ts';
import { answers, every, type Find, type Invariant, itemsOf, listed, members, part } from './invariant.ts';

const types = itemsOf('listDirDocumentTypes');
const runs = itemsOf('listRecentAiMissionRuns');

/** Pages: lists with an object `meta`. */
const pages = answers(({ accepted, body }) => {
  const { data, meta } = readMembers(body);
  return accepted && Array.isArray(data) && isObject(meta);
});
/** Pages with a whole number under a name of `meta`; PAGE-2 is about its type. */
function pagesThatCount(name: string): Find<Answer> {
  return (answer) => pages(answer).filter(({ value }) => Number.isInteger(readMeta(value.body)[name]));
}
const ofTypes: Find<Answer> = (answer) => (answer.operation === 'listDirDocumentTypes' ? pages(answer) : []);
/** The statuses of runs under a filter that the contract knows. */
const filteredStatuses: Find = (answer) => {
  const [filter = '', ...more] = readQuery(answer).getAll('status');
  return more.length === 0 && listRunStatuses().includes(filter) ? members(runs, 'status')(answer) : [];
};
const failedQueries = answers(isFailedQuery);
const failures: Find<Json> = listed(
  (answer) => failedQueries(answer).map(() => ({ place: '', value: readMembers(answer.body) })),
  'detail',
);

/** Rules about pages, document types and mission runs. */
export const lists: readonly Invariant[] = [
  every(
    'PAGE-4',
    (answer) => (readQuery(answer).size === 0 ? pagesThatCount('page_number')(answer) : []),
    'has the `page_number` 1, as no page was requested',
    ({ body }) => readMeta(body).page_number === 1,
  ),
  every(
    'PAGE-5',
    part(pagesThatCount('page_size'), ({ body }) => ({
      page_size: readMeta(body).page_size,
      items: readItems(body).length,
    })),
    'has a `page_size` that counts its items',
    ({ page_size, items }) => page_size === items,
  ),
  every(
    'DIR-7',
    part(
      (answer) => (readSize(answer) === undefined ? [] : ofTypes(answer)),
      (answer) => ({ requested: Number(readSize(answer)), items: readItems(answer.body).length }),
    ),
    'has no more items than `page[size]` requests',
    ({ requested, items }) => items <= requested,
  ),
  every('DIR-6', types, 'has a `short_name` and a `description` that are not empty', (type) =>
    [type.short_name, type.description].every((value) => String(value ?? '').trim() !== ''),
  ),
  every('DIR-8', types, 'has no status', ({ status }) => status === undefined),
  every('RUN-13', filteredStatuses, 'is the `status` of the filter', (status, answer) => {
    // The source leaves open if letter case counts in a filter.
    return `${status}`.toLowerCase() === readQuery(answer).get('status')?.toLowerCase();
  }),
  every('RUN-24', failedQueries, 'has the status 422', ({ status }) => status === 422),
  every(
    'RUN-25',
    members(failures, 'loc'),
    'is ["query", NAME], NAME being a parameter of the request',
    (loc, answer) => {
      if (!Array.isArray(loc) || loc.length !== 2) return false;
      const query = readQuery(answer);
      return loc[0] === 'query' && (query.size === 0 || query.has(String(loc[1])));
    },
  ),
];

function readQuery({ request }: Answer): URLSearchParams {
  return new URL(request.url).searchParams;
}

/** The requested page size, sent once as a whole number. PAGE-13 judges plain brackets. */
function readSize({ request }: Answer): string | undefined {
  const sizes = [...request.url.matchAll(/[?&]page%5Bsize%5D=([^&]*)/gi)].map(([, size = '']) => size);
  return sizes.length === 1 && /^[1-9]\d*$/.test(sizes[0] ?? '') ? sizes[0] : undefined;
}

function readItems(body: unknown): unknown[] {
  return readMembers(body).data as unknown[];
}

function readMeta(body: unknown): Json {
  return readMembers(readMembers(body).meta);
}
