import {
  changeAnswer,
  changeRequest,
  type Fault,
  type FaultRequest,
  fault,
  faultOf,
  goesTo,
  type Rules,
  refusal,
} from './fault.ts';
import { changeList, type ListRoute, lists, parameter, refusedQuery, withQuery } from './lists.ts';

const names = { documentTypes: 'document types', runs: 'mission runs' };
const sizeOf = (request: FaultRequest) => Number(parameter(request, 'page[size]') ?? 20);

function faultsOf(route: ListRoute): Fault[] {
  const of = (title: string) => `${names[route]}: ${title}`;
  const list = (rules: Rules, title: string, change: Parameters<typeof changeList.serve>[1]) =>
    changeList(rules, of(title), route, change);
  return [
    list('PAGE-1', 'there is no meta', (body) => delete body.meta),
    list('PAGE-1', 'meta is there on the first page only', (body) => {
      if (body.meta.page_number > 1) delete body.meta;
    }),
    list('PAGE-2', 'total_results is a string', (body) =>
      Object.assign(body.meta, { total_results: `${body.meta.total_results}` }),
    ),
    list(['PAGE-2', 'PAGE-5'], 'page_size is null', (body) => Object.assign(body.meta, { page_size: null })),
    list(['PAGE-3', 'PAGE-11'], 'total_results counts one too many', (body) => {
      body.meta.total_results += 1;
    }),
    list(['PAGE-3', 'PAGE-11', 'PAGE-12'], 'total_results counts the items of the page', (body) =>
      Object.assign(body.meta, { total_results: body.data.length }),
    ),
    list('PAGE-3', 'the last item of every page is left out', ({ data, meta }) => {
      if (data.length > 1) data.pop();
      meta.page_size = data.length;
    }),
    list('PAGE-4', 'page_number counts from zero', (body) => {
      body.meta.page_number -= 1;
    }),
    changeRequest('PAGE-4', of('pages are counted from zero'), route, (request) => {
      const number = parameter(request, 'page[number]');
      return /^[1-9]\d*$/.test(number ?? '') ? withQuery(request, { 'page[number]': Number(number) + 1 }) : undefined;
    }),
    list('PAGE-5', 'page_size is the requested size', ({ meta }, request) =>
      Object.assign(meta, { page_size: sizeOf(request) }),
    ),
    list('PAGE-5', 'page_size is the requested size, on the last page only', ({ data, meta }, request) => {
      if (data.length > 0) meta.page_size = sizeOf(request);
    }),
    changeAnswer('PAGE-6', of('answered with 206'), route, (answer) => {
      if (answer.status === 200) answer.status = 206;
    }),
    changeRequest('PAGE-7', of('page[number] is not read'), route, (request) =>
      withQuery(request, { 'page[number]': undefined }),
    ),
    withDefaults('PAGE-8', of('a page has 10 items by default'), route, { 'page[size]': 10 }),
    withDefaults('PAGE-8', of('a page has 100 items by default'), route, { 'page[size]': route === 'runs' ? 100 : 5 }),
    withDefaults(['PAGE-8', 'PAGE-4'], of('the second page comes by default'), route, {
      'page[number]': 2,
      'page[size]': 5,
    }),
    fault('PAGE-9', of('a size of 0 gives 20 items'), async (request, ask) => {
      const changed = goesTo(route, request) && parameter(request, 'page[size]') === '0';
      return ask(changed ? withQuery(request, { 'page[size]': 20 }) : request);
    }),
    fault(['PAGE-9', 'ERR-13', 'RUN-24'], of('a size of 0 is refused with 400'), async (request, ask) => {
      const answer = await ask(request);
      const size = parameter(request, 'page[size]');
      return goesTo(route, request) && size === '0' && answer.status === 422 ? { ...answer, status: 400 } : answer;
    }),
    list('PAGE-11', 'total_pages is one too many', ({ meta }) => {
      meta.total_pages += 1;
    }),
    list('PAGE-11', 'total_pages is divided by the items of the page', ({ data, meta }) =>
      Object.assign(meta, { total_pages: data.length === 0 ? 0 : Math.ceil(meta.total_results / data.length) }),
    ),
    list('PAGE-11', 'total_pages is rounded down', ({ meta }, request) =>
      Object.assign(meta, { total_pages: Math.floor(meta.total_results / sizeOf(request)) }),
    ),
    fault(['PAGE-12', 'ERR-13'], of('a page beyond the last is 404'), async (request, ask) => {
      const answer = await ask(request);
      const isEmpty =
        goesTo(route, request) && answer.body.includes('"page_size":0') && !request.url.includes('status');
      return isEmpty ? refusal(404, '10005') : answer;
    }),
    fault(
      ['PAGE-12', 'PAGE-3', 'PAGE-4', 'PAGE-11'],
      of('beyond the last comes the last page again'),
      async (request, ask) => {
        const answer = await ask(request);
        const { data, meta } = (goesTo(route, request) && JSON.parse(answer.body.toString())) || {};
        if (!meta || data.length > 0 || meta.total_pages === 0) return answer;
        return ask(withQuery(request, { 'page[number]': meta.total_pages }));
      },
    ),
    list(['PAGE-12', 'PAGE-4'], 'beyond the last page page_number is the last', ({ data, meta }) => {
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
    fault('PAGE-13', of('plain brackets are not read'), async (request, ask) => {
      const changed = goesTo(route, request) && request.url.includes('[');
      return ask(changed ? { ...request, url: request.url.split('?')[0] ?? '' } : request);
    }),
    fault('PAGE-13', of('encoded brackets in small letters are refused'), async (request, ask) => {
      const changed = goesTo(route, request) && request.url.includes('%5b');
      return changed ? refusedQuery(route, 'page[size]') : ask(request);
    }),
  ];
}

const lenient = (title: string, name: string, values: Record<string, number | undefined>) =>
  fault('PAGE-10', `document types: ${title}`, async (request, ask) => {
    const value = parameter(request, name) ?? '';
    const changed = goesTo('documentTypes', request) && value in values && request.url.includes('page');
    return ask(changed ? withQuery(request, { [name]: values[value] }) : request);
  });

/** A request without any page parameter gets these. */
const withDefaults = faultOf((route: ListRoute, query: Record<string, number>) =>
  changeRequest.serve(route, (request) => (request.url.includes('page') ? undefined : withQuery(request, query))),
);

/** Faults of what both lists share. */
export const faults: readonly Fault[] = [
  ...lists.flatMap(faultsOf),
  lenient('sizes above 1000 are cut to 1000', 'page[size]', { '1001': 1000, '5000': 1000 }),
  lenient('a size that is no number is ignored', 'page[size]', { abc: undefined }),
  lenient('a size with a fraction is rounded', 'page[size]', { '1.5': 1 }),
  fault('PAGE-10', 'document types: a size of 1000 is refused', async (request, ask) =>
    goesTo('documentTypes', request) && parameter(request, 'page[size]') === '1000'
      ? refusedQuery('documentTypes', 'page[size]')
      : ask(request),
  ),
  lenient('number 0 is the first page', 'page[number]', { '0': 1 }),
  lenient('a number that is none is ignored', 'page[number]', { abc: undefined }),
  changeAnswer(
    ['PAGE-10', 'ERR-13'],
    'document types: a size above 1000 is refused with 400',
    'documentTypes',
    (answer, { url }) => {
      if (url.includes('1001')) answer.status = 400;
    },
  ),
  fault('PAGE-11', 'under a filter total_pages is that of all runs', async (request, ask) => {
    const answer = await ask(request);
    if (!goesTo('runs', request) || parameter(request, 'status') === undefined || answer.status !== 200) return answer;
    const unfiltered = JSON.parse((await ask(withQuery(request, { status: undefined }))).body.toString());
    const body = JSON.parse(answer.body.toString());
    if (body.meta.total_results > 0) body.meta.total_pages = unfiltered.meta.total_pages;
    return { ...answer, body: Buffer.from(JSON.stringify(body)) };
  }),
  changeRequest(['PAGE-8', 'PAGE-4', 'PAGE-12'], 'by default pages after the first have 10 items', 'runs', (request) =>
    parameter(request, 'page[size]') === undefined && Number(parameter(request, 'page[number]')) > 1
      ? withQuery(request, { 'page[size]': 10 })
      : undefined,
  ),
];
