import { changeAnswer, changeRequest, replace, shows, unwrap } from './changes.ts';
import {
  type Body,
  type Call,
  declareFaults,
  type Fault,
  type FaultRequest,
  fault,
  goesTo,
  json,
  parseJson,
  refusal,
} from './fault.ts';
import { getPage, parameter, refuseQuery, withQuery } from './lists.ts';

const each = shows('runs', 'data.*');

/** Changes the answers to queries that fail validation. */
const failure = shows('runs', '', (status) => status === 422);
const entry = shows('runs', 'detail.*', (status) => status === 422);

/** Takes requests in which a parameter passes a test as if it had another value. */
const takes = declareFaults(
  (name: string, test: (value: string, request: FaultRequest) => unknown, value?: number | string) =>
    changeRequest.serve('runs', (request) => {
      const found = parameter(request, name);
      return found !== undefined && test(found, request) ? withQuery(request, { [name]: value }) : undefined;
    }),
);

/** Changes pages; more of the list can be requested. */
const changePage = declareFaults(
  (
    change: (
      body: Body,
      request: FaultRequest,
      read: (query: Parameters<typeof withQuery>[1]) => Promise<Body>,
    ) => unknown,
  ) =>
    async (request: FaultRequest, call: Call) => {
      const answer = await call(request);
      if (!goesTo('runs', request) || answer.status !== 200) return answer;
      const body = parseJson(answer.body);
      await change(body, request, async (query) => parseJson((await call(withQuery(request, query))).body));
      return json(200, body);
    },
);

/** Changes pages under a filter. */
const filteredPage = declareFaults((change: Parameters<typeof changePage>[2]) =>
  changePage.serve((body, request, read) => (parameter(request, 'status') ? change(body, request, read) : undefined)),
);

/** Answers a page of all runs of the list, in an order or choice of the fault's own. */
const fromAll = declareFaults((choose: (runs: Body[], request: FaultRequest) => Body[]) =>
  changePage.serve(async (body, request, read) => {
    const runs: Body[] = [];
    for (let number = 1, pages = 1; number <= pages; number++) {
      const { data, meta } = await read({ 'page[size]': 1000, 'page[number]': number });
      runs.push(...data);
      pages = meta.total_pages;
    }
    const { size, number } = getPage(request);
    const chosen = choose(runs, request);
    const data = chosen.slice((number - 1) * size, number * size);
    const total_results = chosen.length;
    const total_pages = Math.ceil(total_results / size);
    const meta = { total_pages, total_results, page_number: number, page_size: data.length };
    Object.assign(body, { data, meta });
  }),
);

const known = ['pending', 'running', 'paused', 'succeeded', 'failed', 'cancelled'];
const exchanged = new Map([
  ['succeeded', 'failed'],
  ['failed', 'succeeded'],
]);
let calls = 0;
const isFirstPage = (request: FaultRequest) => getPage(request).number === 1;
const isFiltered = (_: string, request: FaultRequest) => parameter(request, 'status');

/** Faults of the list of mission runs. */
export const faults: readonly Fault[] = [
  fault(['RUN-1', 'ERR-13'], 'the path is not known', (request, call) =>
    goesTo('runs', request) ? refusal(404, '10005') : call(request),
  ),
  fromAll('RUN-1', 'the list is empty', () => []),
  fromAll('RUN-2', 'only runs of one mission are listed', (runs) =>
    runs.filter(({ mission_id }) => mission_id === runs[0]?.mission_id),
  ),
  unwrap('RUN-3', 'the answer is a bare array', 'runs'),
  each('RUN-4', 'run_id is a number', { run_id: (id) => Number.parseInt(id, 16) }),
  each('RUN-4', 'mission_id has a prefix', { mission_id: (id) => `mission_${id}` }),
  each('RUN-5', 'started_at has milliseconds', { started_at: (time) => time.replace('Z', '.000Z') }),
  each('RUN-5', 'updated_at is in seconds since 1970', { updated_at: (time) => Date.parse(time) / 1000 }),
  each('RUN-6', 'UTC is written as +00:00', { started_at: (time) => time.replace('Z', '+00:00') }),
  each('RUN-7', 'input is a string of JSON', { input: (input) => JSON.stringify(input) }),
  each('RUN-7', 'metadata is a list', { metadata: (metadata) => [metadata] }),
  each('RUN-8', 'error is an object', { error: (message) => ({ message }) }),
  each('RUN-8', 'result_summary is a list', { result_summary: (summary) => [summary] }),
  ...['run_id', 'mission_id', 'status', 'started_at', 'updated_at'].map((name) =>
    each('RUN-9', `${name} is absent`, { [name]: undefined }),
  ),
  each(['RUN-10', 'RUN-13'], 'an unknown status: completed', { status: replace('succeeded', 'completed') }),
  fault('RUN-11', 'without a status the list is refused', (request, call) =>
    goesTo('runs', request) && !parameter(request, 'status') ? refuseQuery('runs', 'status') : call(request),
  ),
  takes(['RUN-12', 'RUN-13'], 'the status is not read', 'status', () => true),
  changeRequest('RUN-12', 'without a status only runs that succeeded are listed', 'runs', (request) =>
    parameter(request, 'status') ? undefined : withQuery(request, { status: 'succeeded' }),
  ),
  takes(['RUN-12', 'RUN-13', 'RUN-14'], 'the status is read on the first page only', 'status', (_, request) => {
    return !isFirstPage(request);
  }),
  changeRequest('RUN-13', 'another status is filtered than requested', 'runs', (request) => {
    const status = exchanged.get(parameter(request, 'status') ?? '');
    return status ? withQuery(request, { status }) : undefined;
  }),
  takes(
    'RUN-13',
    'runs that still have no end are not found under their status',
    'status',
    (status) => status === 'paused',
    'nothing',
  ),
  filteredPage('RUN-13', 'a filter leaves the latest of its runs out', async (body, request, read) => {
    if (body.meta.total_results === 0) return;
    const { size, number } = getPage(request);
    const next = await read({ 'page[number]': number + 1 });
    body.data = [...body.data.slice(1), ...next.data.slice(0, 1)];
    body.meta.total_results -= 1;
    body.meta.total_pages = Math.ceil(body.meta.total_results / size);
    body.meta.page_size = body.data.length;
  }),
  filteredPage('RUN-14', 'the total is the one of the unfiltered list', async ({ meta }, _, read) => {
    const { total_results, total_pages } = (await read({ status: undefined })).meta;
    Object.assign(meta, { total_results, total_pages });
  }),
  filteredPage('RUN-14', 'the total counts the filtered runs of the page only', ({ data, meta }) =>
    Object.assign(meta, { total_results: data.length }),
  ),
  takes('RUN-14', 'under a filter every page is the first', 'page[number]', isFiltered),
  fault('RUN-15', 'an unknown status is refused', (request, call) => {
    const status = goesTo('runs', request) ? parameter(request, 'status') : undefined;
    return status && !known.includes(status) ? refuseQuery('runs', 'status') : call(request);
  }),
  takes('RUN-15', 'an unknown status is not read', 'status', (status) => status.startsWith('conformance')),
  changeRequest('RUN-15', 'the beginning of a status is enough', 'runs', (request) => {
    const part = parameter(request, 'status');
    const status = known.find((whole) => part && whole.startsWith(part));
    return status ? withQuery(request, { status }) : undefined;
  }),
  changeAnswer('RUN-16', 'under a filter the oldest run of a page comes first', 'runs', ({ status, body }, request) => {
    if (status === 200 && parameter(request, 'status')) body.data.reverse();
  }),
  takes(
    ['RUN-19', 'PAGE-11'],
    'under a filter the page size is not read',
    'page[size]',
    (size, request) => isFiltered(size, request) && Number(size) < 1000,
    1000,
  ),
  takes(
    'RUN-22',
    'under a filter number 0 is the first page',
    'page[number]',
    (number, request) => isFiltered(number, request) && number === '0',
    1,
  ),
  fromAll('RUN-16', 'the oldest run comes first', (runs) => runs.toReversed()),
  fromAll('RUN-16', 'runs come in the order of their ids', (runs) =>
    runs.toSorted((a, b) => (a.run_id < b.run_id ? -1 : 1)),
  ),
  fromAll('RUN-16', 'runs of one second come in any order', (runs) =>
    runs.toSorted(
      (a, b) =>
        Date.parse(b.started_at) - Date.parse(a.started_at) || (a.run_id.slice(-6) < b.run_id.slice(-6) ? -1 : 1),
    ),
  ),
  fromAll('RUN-17', 'the order depends on the page size', (runs, request) =>
    getPage(request).size % 2 === 0 ? runs : runs.toReversed(),
  ),
  fromAll('RUN-17', 'the order is another one at every call', (runs) => {
    const start = (++calls * 97) % Math.max(1, runs.length);
    return [...runs.slice(start), ...runs.slice(0, start)];
  }),
  changePage('RUN-17', 'each page begins with the last run of the page before', async ({ data }, request, read) => {
    const { number } = getPage(request);
    if (number > 1 && data.length > 1) data[0] = (await read({ 'page[number]': number - 1 })).data.at(-1);
  }),
  takes(['RUN-18', 'PAGE-9'], 'page[size] is not read', 'page[size]', () => true),
  changeRequest('RUN-19', 'a page has one run more than requested', 'runs', (request) => {
    const size = Number(parameter(request, 'page[size]'));
    return size > 0 && size < 1000 ? withQuery(request, { 'page[size]': size + 1 }) : undefined;
  }),
  takes(
    'RUN-19',
    'a page has 100 runs at most',
    'page[size]',
    (size) => Number(size) > 100 && Number(size) <= 1000,
    100,
  ),
  takes('RUN-20', 'larger sizes are cut to 1000', 'page[size]', (size) => Number(size) > 1000, 1000),
  takes('RUN-20', 'a size of 1000 is refused', 'page[size]', (size) => size === '1000', 1001),
  takes('RUN-21', 'a non-numeric size is ignored', 'page[size]', (size) => size === 'abc'),
  takes('RUN-21', 'a size with a fraction is cut', 'page[size]', (size) => size === '1.5', 1),
  takes('RUN-21', 'digits at the beginning are enough', 'page[size]', (size) => size === '1x', 1),
  takes('RUN-21', 'a page number that is none is ignored', 'page[number]', (number) => number === 'abc'),
  takes('RUN-21', 'a page number with a fraction is cut', 'page[number]', (number) => number === '1.5', 1),
  takes('RUN-22', 'number 0 is the first page', 'page[number]', (number) => number === '0', 1),
  takes('RUN-22', 'a negative number is the first page', 'page[number]', (number) => number.startsWith('-'), 1),
  takes('RUN-22', 'number 1 is refused', 'page[number]', (number) => number === '1', 0),
  failure('RUN-23', 'a failed validation has the standard error body', {
    detail: undefined,
    errors: [{ code: '10015', title: 'Invalid request' }],
  }),
  failure(['RUN-23', 'ERR-1'], 'detail is a string', { detail: ([{ msg }]) => msg }),
  entry(['RUN-23', 'RUN-25'], 'loc is a string', { loc: (loc) => loc.join('.') }),
  entry('RUN-23', 'msg is absent', { msg: undefined }),
  entry('RUN-23', 'type is absent', { type: undefined }),
  changeAnswer(['RUN-24', 'ERR-13'], 'a failed validation is 400', 'runs', (answer) => {
    if (answer.status === 422) answer.status = 400;
  }),
  entry('RUN-25', 'loc is only the name', { loc: ([, name]) => [name] }),
  entry('RUN-25', 'loc names the wrong parameter', {
    'loc.1': (name) => (name === 'page[size]' ? 'page[number]' : 'page[size]'),
  }),
  failure('RUN-26', 'detail is empty', { detail: [] }),
];
