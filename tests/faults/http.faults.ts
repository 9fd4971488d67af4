import { gunzipSync } from 'node:zlib';
import {
  type Ask,
  changeAnswer,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  faultOf,
  goesTo,
  headerOf,
  isAuthenticated,
  json,
  linesOf,
  parsed,
  type Route,
  refusal,
  rulesOf,
  type Serve,
  withBody,
  withHeader,
} from './fault.ts';
import { refusedQuery } from './lists.ts';

const writers = ['update', 'reserve', 'send'] as const;
const operations = ['update', 'reserve', 'documentTypes', 'runs', 'send', 'getEmail'] as const;
const known =
  /^\/v2\/(sim_card_data_usage_notifications\/[^/]+|number_reservations|dir\/document_types|ai\/missions\/runs|emails(\/[^/]+)?|email_messages(\/[^/]+)?)(\?|$)/;
const knownQuery = /^(page\[(number|size)\]|status)$/;

type Test = (request: FaultRequest) => boolean;

const always: Test = () => true;
const hasText =
  (pattern: RegExp): Test =>
  ({ body }) =>
    pattern.test(body.toString());
const isNoJson: Test = ({ body }) => body.length > 0 && parsed(body) === undefined;
const isJson: Test = ({ body }) => parsed(body) !== undefined;
const isCoded: Test = (request) => headerOf(request, 'content-encoding') !== undefined;
const hasTwoTypes: Test = (request) => typesOf(request).length > 1;
const isUnknownPath: Test = ({ url }) => !known.test(url);

const typesOf = (request: FaultRequest) => linesOf(request, 'content-type');
const queryOf = ({ url }: FaultRequest) => new URL(url, 'http://mock').searchParams;
const textOf = ({ body }: FaultRequest) => body.toString();
const codeOf = (route: Route) => (route === 'reserve' ? '10007' : '10015');
const withType = (request: FaultRequest, type = '') => withHeader(request, 'Content-Type', type);
const withoutCoding = (request: FaultRequest) => withHeader(request, 'content-encoding');
/** The request as if it had this body, as JSON. */
const asJson = (request: FaultRequest, body: string) => withType(withBody(request, body), 'application/json');

/** The smallest good body, which a careless server takes for one that it can't read. */
function smallest(route: Route): string {
  const email = { from: 'sender@example.com', to: ['a@example.com'], subject: 'x', text_body: 'x', sandbox_mode: true };
  return JSON.stringify(route === 'send' ? email : {});
}

/** Handles requests to operations below the version prefix for which `when` holds; credentials are checked before. */
const on = faultOf(
  (route: Route, when: Test, serve: (request: FaultRequest, ask: Ask) => Promise<FaultAnswer> | FaultAnswer): Serve =>
    async (request, ask) => {
      const isReached = request.url.startsWith('/v2/') && goesTo(route, request);
      const isHandled = isReached && (route === 'any' || isAuthenticated(request)) && when(request);
      return isHandled ? serve(request, ask) : ask(request);
    },
);

/** Passes requests for which `when` holds on as another one. */
const passOn = faultOf((route: Route, when: Test, change: (request: FaultRequest) => FaultRequest) =>
  on.serve(route, when, (request, ask) => ask(change(request))),
);

const refuse = faultOf((route: Route, when: Test, status: number, code: string = codeOf(route)) =>
  on.serve(route, when, () => refusal(status, code)),
);

/** Gives refusals of one status another status and code. */
const refuseOtherwise = faultOf(
  (route: Route, of: number, status: number, code: string = codeOf(route), when: Test = always) =>
    on.serve(route, when, async (request, ask) => {
      const answer = await ask(request);
      return answer.status === of ? refusal(status, code) : answer;
    }),
);

const label = faultOf((route: Route, type: string, isLabelled: (status: number) => boolean = () => true) =>
  on.serve(route, always, async (request, ask) => {
    const answer = await ask(request);
    return isLabelled(answer.status) ? { ...answer, headers: { ...answer.headers, 'content-type': type } } : answer;
  }),
);

/** Refusals of the supporting operation break its own rules, whatever is wrong with them. */
const supporting = ['EMAIL-GET-4', 'EMAIL-GET-6', 'AUTH-5'] as const;

const faultsOfWriter = (route: (typeof writers)[number]): Fault[] => [
  refuse(
    ['HTTP-2', 'EMAIL-IDEM-20'],
    `${route}: a charset is refused`,
    route,
    (r) => /charset/.test(`${typesOf(r)}`),
    415,
  ),
  passOn(
    ['HTTP-3', 'HTTP-4'],
    `${route}: a body that is no JSON counts as a small one`,
    route,
    (request) => isNoJson(request) && /json/.test(`${typesOf(request)}`),
    (request) => asJson(request, smallest(route)),
  ),
  passOn(['HTTP-3', 'HTTP-4'], `${route}: a comma before the end is forgiven`, route, hasText(/,\}$/), (request) =>
    asJson(request, textOf(request).replace(/,\}$/, '}')),
  ),
  refuseOtherwise('HTTP-4', `${route}: no JSON is answered with 422`, route, 400, 422, codeOf(route), isNoJson),
  refuseOtherwise(['HTTP-4', 'RSV-28'], `${route}: no JSON has another code`, route, 400, 400, '10001', isNoJson),
  passOn(
    ['HTTP-5', 'HTTP-6'],
    `${route}: another content type counts as a small body`,
    route,
    (request) => isNoJson(request) && !/json/.test(`${typesOf(request)}`),
    (request) => asJson(request, smallest(route)),
  ),
  refuseOtherwise('HTTP-6', `${route}: another content type is answered with 400`, route, 415, 400),
  refuseOtherwise(['HTTP-6', 'RSV-28'], `${route}: another content type has another code`, route, 415, 415, '10001'),
  passOn('HTTP-6', `${route}: JSON is read under any content type`, route, isJson, (request) =>
    asJson(request, textOf(request)),
  ),
  passOn('HTTP-17', `${route}: a compressed body is decompressed`, route, isCoded, (request) =>
    headerOf(request, 'content-encoding') === 'gzip'
      ? { ...withoutCoding(request), body: gunzipSync(request.body) }
      : request,
  ),
  passOn('HTTP-17', `${route}: the coding is not looked at`, route, isCoded, withoutCoding),
  passOn('HTTP-17', `${route}: the first of several codings counts`, route, isCoded, (request) =>
    /^identity\b/.test(headerOf(request, 'content-encoding') ?? '') ? withoutCoding(request) : request,
  ),
  refuse('HTTP-17', `${route}: identity is refused`, route, isCoded, 415),
  refuseOtherwise('HTTP-17', `${route}: the detail does not name the coding`, route, 415, 415, codeOf(route), isCoded),
  passOn('HTTP-18', `${route}: the first of two content types counts`, route, hasTwoTypes, (request) =>
    withType(request, typesOf(request)[0]),
  ),
  passOn(
    'HTTP-9',
    `${route}: there is no limit`,
    route,
    ({ body }) => body.length > 8_000_000,
    (request) => asJson(request, textOf(request).trim()),
  ),
  refuse('HTTP-9', `${route}: the limit is lower`, route, ({ body }) => body.length > 7_999_999, 413),
  refuseOtherwise('HTTP-9', `${route}: too much is answered with 400`, route, 413, 400),
  refuseOtherwise(['HTTP-9', 'RSV-28'], `${route}: too much has another code`, route, 413, 413, '10001'),
  refuse('HTTP-10', `${route}: unknown members are refused`, route, (r) => isJson(r) && hasText(/_unknown/)(r), 422),
  refuse(
    'HTTP-11',
    `${route}: unknown query parameters are refused`,
    route,
    (request) => queryOf(request).size > 0,
    400,
  ),
  refuseOtherwise(
    ['HTTP-12', 'HTTP-3', 'HTTP-4'],
    `${route}: no JSON is answered with 500`,
    route,
    400,
    500,
    '10007',
    isNoJson,
  ),
  refuse(
    ['HTTP-12', 'ERR-10'],
    `${route}: a body that is no object is a 500`,
    route,
    hasText(/^(null|\[|"|\d)/),
    500,
    '10007',
  ),
  refuse(
    'HTTP-12',
    `${route}: an unknown charset is answered with 500`,
    route,
    (request) => /charset=(none|utf-16)/.test(`${typesOf(request)}`),
    500,
    '10007',
  ),
  refuse('HTTP-12', `${route}: a NUL in a string is answered with 500`, route, hasText(/\\u0000/), 500, '10007'),
];

const isUnknownQuery: Test = (request) => [...queryOf(request).keys()].some((name) => !knownQuery.test(name));
const sizesOf = (request: FaultRequest) => queryOf(request).getAll('page[size]');
const emptyPage = { data: [], meta: { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 } };
const failedQueries = ['PAGE-9', 'PAGE-10', 'RUN-21', 'RUN-24', 'ERR-10'] as const;

const faultsOfList = (route: 'documentTypes' | 'runs'): Fault[] => [
  on(['HTTP-11', 'ERR-5', 'RUN-25'], `${route}: unknown query parameters are refused`, route, isUnknownQuery, () =>
    refusedQuery(route, 'unknown'),
  ),
  on('HTTP-11', `${route}: unknown query parameters leave nothing`, route, isUnknownQuery, () => json(200, emptyPage)),
  refuse(
    ['HTTP-12', ...failedQueries],
    `${route}: a size that is no number is answered with 500`,
    route,
    (request) => /[^\d]/.test(sizesOf(request)[0] ?? ''),
    500,
    '10007',
  ),
  refuse(
    'HTTP-12',
    `${route}: a broken escape is a 500`,
    route,
    ({ url }) => /%(?![0-9A-F]{2})/i.test(url),
    500,
    '10007',
  ),
];

/** Faults of media types, routes, bodies in general, and of the version prefix. */
export const faults: readonly Fault[] = [
  ...operations.map((route) => label(['HTTP-1', ...supporting], `${route} answers as text`, route, 'text/plain')),
  ...['text/html; charset=utf-8', 'application/problem+json'].map((type) =>
    label(['HTTP-1', ...supporting], `refusals are labelled ${type}`, 'any', type, (status) => status >= 400),
  ),
  on(
    ['HTTP-1', 'EMAIL-ANS-4', 'EMAIL-SUPP-12', 'EMAIL-GROUP-2', 'EMAIL-GROUP-5'],
    'a send is answered by a word',
    'send',
    always,
    async (request, ask) => {
      const answer = await ask(request);
      return answer.status === 202 ? { ...json(202, undefined), body: Buffer.from('Accepted') } : answer;
    },
  ),
  ...writers.flatMap(faultsOfWriter),
  refuse('HTTP-7', 'an unknown path is answered with 400', 'any', isUnknownPath, 400, '10005'),
  refuse('HTTP-7', 'an unknown path is answered with another code', 'any', isUnknownPath, 404, '10007'),
  on('HTTP-7', 'an unknown path is answered with a body of another form', 'any', isUnknownPath, () =>
    json(404, { message: 'Not found', code: '10005' }),
  ),
  refuseOtherwise('HTTP-8', 'another method is answered with 404', 'any', 405, 404, '10005'),
  changeAnswer('HTTP-8', 'another method is answered with another code', 'any', ({ status, body }) => {
    if (status === 405) body.errors[0].code = '10005';
  }),
  changeAnswer('HTTP-8', 'there is no Allow header', 'any', ({ status, headers }) => {
    if (status === 405) delete headers.allow;
  }),
  changeAnswer('HTTP-8', 'Allow names every method', 'any', ({ status, headers }) => {
    if (status === 405) headers.allow = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
  }),
  refuse(
    'HTTP-10',
    'unknown members of a threshold are refused',
    'update',
    ({ body }) => parsed(body)?.threshold?.conformance_unknown !== undefined,
    422,
  ),
  refuse(
    'HTTP-10',
    'unknown members next to a phone number are refused',
    'reserve',
    ({ body }) => parsed(body)?.phone_numbers?.[0]?.conformance_unknown !== undefined,
    422,
  ),
  ...(['documentTypes', 'runs'] as const).flatMap(faultsOfList),
  refuse(
    ['HTTP-11', 'ERR-13'],
    'getEmail: unknown query parameters are refused',
    'getEmail',
    ({ url }) => url.includes('?'),
    400,
  ),
  ...(['update', 'getEmail'] as const).map((route) =>
    refuse(
      ['HTTP-12', 'SIM-18', 'SIM-19', 'EMAIL-GET-6', 'ERR-10'],
      `${route}: an id that is no UUID is answered with 500`,
      route,
      ({ url }) => !/[0-9a-f]{4}-[0-9a-f]{12}/.test(url),
      500,
      '10007',
    ),
  ),
  ...operations.map((route) =>
    refuse(['VER-1', ...rulesOf[route], 'ERR-10', 'ERR-13'], `${route} lies elsewhere`, route, always, 404, '10005'),
  ),
  on(
    ['VER-1', ...rulesOf.documentTypes, 'ERR-1', 'ERR-13'],
    'the lists have moved to another version',
    'documentTypes',
    always,
    ({ url }) => ({ status: 308, headers: { location: url.replace('/v2', '/v3') }, body: Buffer.alloc(0) }),
  ),
];
