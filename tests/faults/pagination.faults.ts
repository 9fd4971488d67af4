import { changeAnswer, changeRequest, changeStatus, shows } from './changes.ts';
import {
  declareFaults,
  type Fault,
  type FaultRequest,
  fault,
  goesTo,
  parseJson,
  refusal,
  type Serve,
} from './fault.ts';
import { getPage, type ListRoute, lists, parameter, refuseQuery, withQuery } from './lists.ts';

const names = { documentTypes: 'document types', runs: 'mission runs' };

/** Requests without any page parameter get these. */
const withDefaults = declareFaults((route: ListRoute, query: Record<string, number>) =>
  changeRequest.serve(route, (request) => (request.url.includes('page') ? undefined : withQuery(request, query))),
);

/** Gives answers that pass a test another one. */
const instead = declareFaults(
  (
    route: ListRoute,
    test: (body: string, request: FaultRequest) => unknown,
    answer: ReturnType<typeof refusal>,
  ): Serve =>
    async (request, call) => {
      const right = await call(request);
      return goesTo(route, request) && test(right.body.toString(), request) ? answer : right;
    },
);

function faultsOf(route: ListRoute): Fault[] {
  const of = (title: string) => `${names[route]}: ${title}`;
  const [page, meta] = [shows(route, ''), shows(route, 'meta')];
  return [
    page('PAGE-1', of('there is no meta'), { meta: undefined }),
    page('PAGE-1', of('meta is there on the first page only'), {
      meta: (found) => (found.page_number > 1 ? undefined : found),
    }),
    meta('PAGE-2', of('total_results is a string'), { total_results: String }),
    meta(['PAGE-2', 'PAGE-5'], of('page_size is null'), { page_size: null }),
    meta(['PAGE-3', 'PAGE-11'], of('total_results counts one too many'), { total_results: (total) => total + 1 }),
    page(['PAGE-3', 'PAGE-11', 'PAGE-12'], of('total_results counts the items of the page'), (body) => {
      body.meta.total_results = body.data.length;
    }),
    page('PAGE-3', of('the last item of every page is left out'), ({ data, meta }) => {
      if (data.length > 1) data.pop();
      meta.page_size = data.length;
    }),
    meta('PAGE-4', of('page_number counts from zero'), { page_number: (number) => number - 1 }),
    changeRequest('PAGE-4', of('pages are counted from zero'), route, (request) => {
      const number = parameter(request, 'page[number]');
      return /^[1-9]\d*$/.test(number ?? '') ? withQuery(request, { 'page[number]': Number(number) + 1 }) : undefined;
    }),
    meta('PAGE-5', of('page_size is the requested size'), (shown, { request }) => {
      shown.page_size = getPage(request).size;
    }),
    meta('PAGE-5', of('page_size is the requested size, on the last page only'), (shown, { body, request }) => {
      if (body.data.length > 0) shown.page_size = getPage(request).size;
    }),
    changeStatus('PAGE-6', of('answered with 206'), route, 200, 206),
    changeRequest('PAGE-7', of('page[number] is not read'), route, (request) =>
      withQuery(request, { 'page[number]': undefined }),
    ),
    withDefaults('PAGE-8', of('a page has 10 items by default'), route, { 'page[size]': 10 }),
    withDefaults('PAGE-8', of('a page has 100 items by default'), route, { 'page[size]': route === 'runs' ? 100 : 5 }),
    withDefaults(['PAGE-8', 'PAGE-4'], of('the second page comes by default'), route, {
      'page[number]': 2,
      'page[size]': 5,
    }),
    changeRequest('PAGE-9', of('a size of 0 gives 20 items'), route, (request) =>
      parameter(request, 'page[size]') === '0' ? withQuery(request, { 'page[size]': 20 }) : undefined,
    ),
    changeStatus(['PAGE-9', 'ERR-13', 'RUN-24'], of('a size of 0 is refused with 400'), route, 422, 400, (request) => {
      return parameter(request, 'page[size]') === '0';
    }),
    meta('PAGE-11', of('total_pages is one too many'), { total_pages: (total) => total + 1 }),
    meta('PAGE-11', of('total_pages is divided by the items of the page'), (shown, { body: { data } }) => {
      shown.total_pages = data.length === 0 ? 0 : Math.ceil(shown.total_results / data.length);
    }),
    meta('PAGE-11', of('total_pages is rounded down'), (shown, { request }) => {
      shown.total_pages = Math.floor(shown.total_results / getPage(request).size);
    }),
    instead(
      ['PAGE-12', 'ERR-13'],
      of('a page beyond the last is 404'),
      route,
      (body, { url }) => body.includes('"page_size":0') && !url.includes('status'),
      refusal(404, '10005'),
    ),
    fault(
      ['PAGE-12', 'PAGE-3', 'PAGE-4', 'PAGE-11'],
      of('beyond the last comes the last page again'),
      async (request, call) => {
        const answer = await call(request);
        const { data, meta } = (goesTo(route, request) && parseJson(answer.body)) || {};
        if (!meta || data.length > 0 || meta.total_pages === 0) return answer;
        return call(withQuery(request, { 'page[number]': meta.total_pages }));
      },
    ),
    page(['PAGE-12', 'PAGE-4'], of('beyond the last page page_number is the last'), ({ data, meta }) => {
      if (data.length === 0 && meta.total_pages > 0) meta.page_number = meta.total_pages;
    }),
    changeRequest(
      ['PAGE-12', 'PAGE-4', 'PAGE-8'],
      of('the number is read together with a size only'),
      route,
      (request) =>
        parameter(request, 'page[size]') === undefined && Number(parameter(request, 'page[number]')) > 0
          ? withQuery(request, { 'page[number]': undefined })
          : undefined,
    ),
    changeRequest('PAGE-13', of('plain brackets are not read'), route, (request) =>
      request.url.includes('[') ? { ...request, url: request.url.split('?')[0] ?? '' } : undefined,
    ),
    instead(
      'PAGE-13',
      of('encoded brackets in small letters are refused'),
      route,
      (_, { url }) => url.includes('%5b'),
      refuseQuery(route, 'page[size]'),
    ),
  ];
}

const lenient = (title: string, name: string, values: Record<string, number | undefined>) =>
  changeRequest('PAGE-10', `document types: ${title}`, 'documentTypes', (request) => {
    const value = parameter(request, name) ?? '';
    return value in values ? withQuery(request, { [name]: values[value] }) : undefined;
  });

/** Faults of both lists. */
export const faults: readonly Fault[] = [
  ...lists.flatMap(faultsOf),
  lenient('sizes above 1000 are cut to 1000', 'page[size]', { '1001': 1000, '5000': 1000 }),
  lenient('a non-numeric size is ignored', 'page[size]', { abc: undefined }),
  lenient('a size with a fraction is rounded', 'page[size]', { '1.5': 1 }),
  instead(
    'PAGE-10',
    'document types: a size of 1000 is refused',
    'documentTypes',
    (_, request) => parameter(request, 'page[size]') === '1000',
    refuseQuery('documentTypes', 'page[size]'),
  ),
  lenient('number 0 is the first page', 'page[number]', { '0': 1 }),
  lenient('an invalid number is ignored', 'page[number]', { abc: undefined }),
  changeAnswer(
    ['PAGE-10', 'ERR-13'],
    'document types: a size above 1000 is refused with 400',
    'documentTypes',
    (answer, { url }) => {
      if (url.includes('1001')) answer.status = 400;
    },
  ),
  fault('PAGE-11', 'under a filter total_pages is that of all runs', async (request, call) => {
    const answer = await call(request);
    if (!goesTo('runs', request) || parameter(request, 'status') === undefined || answer.status !== 200) return answer;
    const unfiltered = parseJson((await call(withQuery(request, { status: undefined }))).body);
    const body = parseJson(answer.body);
    if (body.meta.total_results > 0) body.meta.total_pages = unfiltered.meta.total_pages;
    return { ...answer, body: Buffer.from(JSON.stringify(body)) };
  }),
  changeRequest(['PAGE-8', 'PAGE-4', 'PAGE-12'], 'by default pages after the first have 10 items', 'runs', (request) =>
    parameter(request, 'page[size]') === undefined && getPage(request).number > 1
      ? withQuery(request, { 'page[size]': 10 })
      : undefined,
  ),
];
