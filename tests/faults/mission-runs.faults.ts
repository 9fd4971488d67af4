import {
  type Body,
  changeAnswer,
  changeRequest,
  type Fault,
  type FaultRequest,
  fault,
  goesTo,
  json,
  type Rules,
  refusal,
} from './fault.ts';
import { changeList, parameter, refusedQuery, withQuery } from './lists.ts';

/** Changes every run of a page. */
const each = (rules: Rules, title: string, change: (run: Body, index: number) => void) =>
  changeList(rules, title, 'runs', (body) => body.data.forEach(change));

/** Changes the answers to queries that the mock refuses; `entries` are those of `detail`. */
const failure = (rules: Rules, title: string, change: (answer: { status: number; body: Body }) => unknown) =>
  changeAnswer(rules, title, 'runs', (answer) => (answer.status === 422 ? change(answer) : undefined));

/** Changes every entry of `detail`. */
const failedEntry = (rules: Rules, title: string, change: (entry: Body) => void) =>
  failure(rules, title, ({ body }) => void body.detail.forEach(change));

/** Takes what is refused as if the parameter had another value. */
const taken = (rules: Rules, title: string, name: string, isOdd: (value: string) => boolean, value?: number) =>
  changeRequest(rules, title, 'runs', (request) => {
    const found = parameter(request, name);
    return found !== undefined && isOdd(found) ? withQuery(request, { [name]: value }) : undefined;
  });

/** Answers a page out of all runs of the list, in an order or choice of the fault's own. */
const fromAll = (rules: Rules, title: string, choose: (runs: Body[], request: FaultRequest) => Body[]) =>
  fault(rules, title, async (request, ask) => {
    const answer = await ask(request);
    if (!goesTo('runs', request) || answer.status !== 200) return answer;
    const runs: Body[] = [];
    for (let number = 1; ; number++) {
      const part = await ask(withQuery(request, { 'page[size]': 1000, 'page[number]': number }));
      const { data, meta } = JSON.parse(part.body.toString());
      runs.push(...data);
      if (number >= meta.total_pages) break;
    }
    const size = Number(parameter(request, 'page[size]') ?? 20);
    const number = Number(parameter(request, 'page[number]') ?? 1);
    const chosen = choose(runs, request);
    const data = chosen.slice((number - 1) * size, number * size);
    const total_results = chosen.length;
    const total_pages = Math.ceil(total_results / size);
    return json(200, { data, meta: { total_pages, total_results, page_number: number, page_size: data.length } });
  });

const statusFilter = 'status';
const knownStatuses = ['pending', 'running', 'paused', 'succeeded', 'failed', 'cancelled'];

/** Faults of the list of mission runs. */
export const faults: readonly Fault[] = [
  fault(['RUN-1', 'ERR-13'], 'the path is not known', async (request, ask) =>
    goesTo('runs', request) ? refusal(404, '10005') : ask(request),
  ),
  fromAll('RUN-1', 'the list is empty', () => []),
  fromAll('RUN-2', 'only runs of one mission are listed', (runs) =>
    runs.filter(({ mission_id }) => mission_id === runs[0]?.mission_id),
  ),
  changeAnswer('RUN-3', 'the answer is a bare array', 'runs', ({ status, body }) =>
    status === 200 ? body.data : undefined,
  ),
  each('RUN-4', 'run_id is a number', (run) => Object.assign(run, { run_id: Number.parseInt(run.run_id, 16) })),
  each('RUN-4', 'mission_id has a prefix', (run) => Object.assign(run, { mission_id: `mission_${run.mission_id}` })),
  each('RUN-5', 'started_at has milliseconds', (run) =>
    Object.assign(run, { started_at: run.started_at.replace('Z', '.000Z') }),
  ),
  each('RUN-5', 'updated_at is in seconds since 1970', (run) =>
    Object.assign(run, { updated_at: Date.parse(run.updated_at) / 1000 }),
  ),
  each('RUN-6', 'UTC is written as +00:00', (run) =>
    Object.assign(run, { started_at: run.started_at.replace('Z', '+00:00') }),
  ),
  each('RUN-7', 'input is a string of JSON', (run) => {
    if (run.input) run.input = JSON.stringify(run.input);
  }),
  each('RUN-7', 'metadata is a list', (run) => {
    if (run.metadata) run.metadata = [run.metadata];
  }),
  each('RUN-8', 'error is an object', (run) => {
    if (run.error) run.error = { message: run.error };
  }),
  each('RUN-8', 'result_summary is a list', (run) => {
    if (run.result_summary) run.result_summary = [run.result_summary];
  }),
  ...['run_id', 'mission_id', 'status', 'started_at', 'updated_at'].map((name) =>
    each('RUN-9', `${name} is absent`, (run) => delete run[name]),
  ),
  each(['RUN-10', 'RUN-13'], 'a status that is not known: completed', (run) => {
    if (run.status === 'succeeded') run.status = 'completed';
  }),
  fault('RUN-11', 'without a status the list is refused', async (request, ask) =>
    goesTo('runs', request) && !parameter(request, statusFilter) ? refusedQuery('runs', statusFilter) : ask(request),
  ),
  changeRequest(['RUN-12', 'RUN-13'], 'the status is not read', 'runs', (request) =>
    withQuery(request, { [statusFilter]: undefined }),
  ),
  changeRequest('RUN-12', 'without a status only runs that succeeded are listed', 'runs', (request) =>
    parameter(request, statusFilter) ? undefined : withQuery(request, { [statusFilter]: 'succeeded' }),
  ),
  changeRequest(['RUN-12', 'RUN-13', 'RUN-14'], 'the status is read on the first page only', 'runs', (request) => {
    const isLater = Number(parameter(request, 'page[number]') ?? 1) > 1;
    return isLater ? withQuery(request, { [statusFilter]: undefined }) : undefined;
  }),
  changeRequest('RUN-13', 'another status is filtered than requested', 'runs', (request) => {
    const other: Record<string, string> = { succeeded: 'failed', failed: 'succeeded' };
    const status = other[parameter(request, statusFilter) ?? ''];
    return status ? withQuery(request, { [statusFilter]: status }) : undefined;
  }),
  changeRequest('RUN-13', 'runs that still have no end are not found under their status', 'runs', (request) =>
    parameter(request, statusFilter) === 'paused' ? withQuery(request, { [statusFilter]: 'nothing' }) : undefined,
  ),
  fault('RUN-13', 'a filter leaves the latest of its runs out', async (request, ask) => {
    const answer = await ask(request);
    if (!goesTo('runs', request) || answer.status !== 200 || !parameter(request, statusFilter)) return answer;
    const size = Number(parameter(request, 'page[size]') ?? 20);
    const number = Number(parameter(request, 'page[number]') ?? 1);
    // The list without its first run, a page of it: the rest of this page and the first run of the next one.
    const next = JSON.parse((await ask(withQuery(request, { 'page[number]': String(number + 1) }))).body.toString());
    const body = JSON.parse(answer.body.toString());
    if (body.meta.total_results === 0) return answer;
    body.data = [...body.data.slice(1), ...next.data.slice(0, 1)];
    body.meta.total_results -= 1;
    body.meta.total_pages = Math.ceil(body.meta.total_results / size);
    body.meta.page_size = body.data.length;
    return json(200, body);
  }),
  fault('RUN-14', 'the total is the one of the unfiltered list', async (request, ask) => {
    const answer = await ask(request);
    if (!goesTo('runs', request) || answer.status !== 200 || !parameter(request, statusFilter)) return answer;
    const whole = await ask(withQuery(request, { [statusFilter]: undefined }));
    const [body, { meta }] = [answer, whole].map((one) => JSON.parse(one.body.toString())) as [Body, Body];
    Object.assign(body.meta, { total_results: meta.total_results, total_pages: meta.total_pages });
    return json(200, body);
  }),
  fault('RUN-14', 'the total counts the filtered runs of the page only', async (request, ask) => {
    const answer = await ask(request);
    if (!goesTo('runs', request) || answer.status !== 200 || !parameter(request, statusFilter)) return answer;
    const body = JSON.parse(answer.body.toString());
    body.meta.total_results = body.data.length;
    return json(200, body);
  }),
  changeRequest('RUN-14', 'under a filter every page is the first', 'runs', (request) =>
    parameter(request, statusFilter) ? withQuery(request, { 'page[number]': undefined }) : undefined,
  ),
  fault('RUN-15', 'an unknown status is refused', async (request, ask) => {
    const status = goesTo('runs', request) ? parameter(request, statusFilter) : undefined;
    return status && !knownStatuses.includes(status) ? refusedQuery('runs', statusFilter) : ask(request);
  }),
  changeRequest('RUN-15', 'an unknown status is not read', 'runs', (request) =>
    parameter(request, statusFilter)?.startsWith('conformance')
      ? withQuery(request, { [statusFilter]: undefined })
      : undefined,
  ),
  changeRequest('RUN-15', 'the beginning of a status is enough', 'runs', (request) => {
    const status = parameter(request, statusFilter) ?? '';
    const whole = knownStatuses.find((known) => status && known.startsWith(status));
    return whole ? withQuery(request, { [statusFilter]: whole }) : undefined;
  }),
  changeAnswer('RUN-16', 'under a filter the oldest run of a page comes first', 'runs', ({ status, body }, request) => {
    if (status === 200 && parameter(request, statusFilter)) body.data.reverse();
  }),
  changeRequest(['RUN-19', 'PAGE-11'], 'under a filter the page size is not read', 'runs', (request) =>
    parameter(request, statusFilter) && Number(parameter(request, 'page[size]')) < 1000
      ? withQuery(request, { 'page[size]': 1000 })
      : undefined,
  ),
  changeRequest('RUN-22', 'under a filter number 0 is the first page', 'runs', (request) =>
    parameter(request, statusFilter) && parameter(request, 'page[number]') === '0'
      ? withQuery(request, { 'page[number]': 1 })
      : undefined,
  ),
  fromAll('RUN-16', 'the oldest run comes first', (runs) => [...runs].reverse()),
  fromAll('RUN-16', 'runs come in the order of their ids', (runs) =>
    [...runs].sort((a, b) => (a.run_id < b.run_id ? -1 : 1)),
  ),
  fromAll('RUN-16', 'runs of one second come in any order', (runs) =>
    [...runs].sort(
      (a, b) => Date.parse(b.started_at) - Date.parse(a.started_at) || (tail(a.run_id) < tail(b.run_id) ? -1 : 1),
    ),
  ),
  fromAll('RUN-17', 'the order depends on the page size', (runs, request) => {
    const size = Number(parameter(request, 'page[size]') ?? 20);
    return size % 2 === 0 ? runs : [...runs].reverse();
  }),
  fromAll('RUN-17', 'the order is another one at every call', shuffled()),
  fault('RUN-17', 'each page begins with the last run of the page before', async (request, ask) => {
    const answer = await ask(request);
    const number = Number(parameter(request, 'page[number]') ?? 1);
    if (!goesTo('runs', request) || answer.status !== 200 || number === 1) return answer;
    const body = JSON.parse(answer.body.toString());
    const before = JSON.parse((await ask(withQuery(request, { 'page[number]': number - 1 }))).body.toString());
    if (body.data.length > 1) body.data.splice(0, 1, before.data.at(-1));
    return json(200, body);
  }),
  changeRequest('RUN-18', 'page[size] is not read', 'runs', (request) =>
    withQuery(request, { 'page[size]': undefined }),
  ),
  changeRequest('RUN-19', 'a page has one run more than requested', 'runs', (request) => {
    const size = Number(parameter(request, 'page[size]'));
    return size > 0 && size < 1000 ? withQuery(request, { 'page[size]': size + 1 }) : undefined;
  }),
  changeRequest('RUN-19', 'a page has 100 runs at most', 'runs', (request) => {
    const size = Number(parameter(request, 'page[size]'));
    return size > 100 && size <= 1000 ? withQuery(request, { 'page[size]': 100 }) : undefined;
  }),
  taken('RUN-20', 'larger sizes are cut to 1000', 'page[size]', (size) => Number(size) > 1000, 1000),
  taken('RUN-20', 'a size of 1000 is refused', 'page[size]', (size) => size === '1000', 1001),
  taken('RUN-21', 'a size that is no number is ignored', 'page[size]', (size) => size === 'abc'),
  taken('RUN-21', 'a size with a fraction is cut', 'page[size]', (size) => size === '1.5', 1),
  taken('RUN-21', 'digits at the beginning are enough', 'page[size]', (size) => size === '1x', 1),
  taken('RUN-21', 'a page number that is none is ignored', 'page[number]', (number) => number === 'abc'),
  taken('RUN-21', 'a page number with a fraction is cut', 'page[number]', (number) => number === '1.5', 1),
  taken('RUN-22', 'number 0 is the first page', 'page[number]', (number) => number === '0', 1),
  taken('RUN-22', 'a negative number is the first page', 'page[number]', (number) => number.startsWith('-'), 1),
  taken('RUN-22', 'number 1 is refused', 'page[number]', (number) => number === '1', 0),
  failure('RUN-23', 'a failed validation has the standard error body', () => ({
    errors: [{ code: '10015', title: 'Invalid request' }],
  })),
  failure(['RUN-23', 'ERR-1'], 'detail is a string', ({ body }) => ({ detail: body.detail[0].msg })),
  failedEntry(['RUN-23', 'RUN-25'], 'loc is a string', (entry) => {
    entry.loc = entry.loc.join('.');
  }),
  failedEntry('RUN-23', 'msg is absent', (entry) => {
    delete entry.msg;
  }),
  failedEntry('RUN-23', 'type is absent', (entry) => {
    delete entry.type;
  }),
  failure(['RUN-24', 'ERR-13'], 'a failed validation is 400', (answer) => {
    answer.status = 400;
  }),
  failedEntry('RUN-25', 'loc is the name alone', (entry) => {
    entry.loc.shift();
  }),
  failedEntry('RUN-25', 'loc names the wrong parameter', (entry) => {
    entry.loc[1] = entry.loc[1] === 'page[size]' ? 'page[number]' : 'page[size]';
  }),
  failure('RUN-26', 'detail is empty', () => ({ detail: [] })),
];

function tail(id: string): string {
  return id.slice(-6);
}

function shuffled(): (runs: Body[]) => Body[] {
  let calls = 0;
  return (runs) => {
    const start = (++calls * 97) % Math.max(1, runs.length);
    return [...runs.slice(start), ...runs.slice(0, start)];
  };
}
