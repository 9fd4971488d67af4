import { gunzipSync } from 'node:zlib';
import { refuse, shows } from './changes.ts';
import {
  type Call,
  declareFaults,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  forRoute,
  getApiKey,
  getHeader,
  getId,
  getLines,
  goesTo,
  isUuid,
  json,
  parseJson,
  parseObject,
  type Route,
  refusal,
  rulesOf,
  type Serve,
  withBody,
  withHeader,
} from './fault.ts';
import { refuseQuery } from './lists.ts';

const writers = ['update', 'reserve', 'send'] as const;
const operations = ['update', 'reserve', 'documentTypes', 'runs', 'send', 'getEmail'] as const;
const known =
  /^\/v2\/(sim_card_data_usage_notifications\/[^/]+|number_reservations|dir\/document_types|ai\/missions\/runs|emails(\/[^/]+)?|email_messages(\/[^/]+)?)(\?|$)/;

type Test = (request: FaultRequest) => unknown;

const textOf = ({ body }: FaultRequest) => body.toString();
const typesOf = (request: FaultRequest) => getLines(request, 'content-type');
const codingOf = (request: FaultRequest) => getHeader(request, 'content-encoding');
const queryOf = ({ url }: FaultRequest) => new URL(url, 'http://mock').searchParams;

const crash = refusal(500, '10007');
const always: Test = () => true;
const sends =
  (pattern: RegExp): Test =>
  (request) =>
    pattern.test(textOf(request));
const isNoJson: Test = ({ body }) => body.length > 0 && parseJson(body) === undefined;
const isUnknownPath: Test = ({ url }) => !known.test(url);
const hasType = (request: FaultRequest, pattern: RegExp) => pattern.test(`${typesOf(request)}`);

const withType = (request: FaultRequest, type = '') => withHeader(request, 'Content-Type', type);
const withoutCoding = (request: FaultRequest) => withHeader(request, 'content-encoding');
/** The request as if it had this body, as JSON. */
const asJson = (request: FaultRequest, body: string) => withType(withBody(request, body), 'application/json');

/** The smallest good body, which a careless server takes for one that it can't read. */
function smallest(route: Route): string {
  const email = { from: 'sender@example.com', to: ['a@example.com'], subject: 'x', text_body: 'x', sandbox_mode: true };
  return JSON.stringify(route === 'send' ? email : {});
}

/** Serves requests below the version prefix that pass a test; credentials are checked before. */
const on = declareFaults(
  (route: Route, when: Test, serve: (request: FaultRequest, call: Call) => ReturnType<Serve>): Serve =>
    (request, call) => {
      const isReached = request.url.startsWith('/v2/') && goesTo(route, request);
      const isServed = isReached && (route === 'any' || getApiKey(request)) && when(request);
      return isServed ? serve(request, call) : call(request);
    },
);

/** Passes requests that pass a test on as other ones. */
const passOn = declareFaults((route: Route, when: Test, change: (request: FaultRequest) => FaultRequest) =>
  on.serve(route, when, (request, call) => call(change(request))),
);

/** Answers requests that pass a test by itself. */
const instead = declareFaults((route: Route, answer: FaultAnswer, when: Test) => on.serve(route, when, () => answer));

/** Gives another answer where the right one has this status. */
const refuseOtherwise = declareFaults((route: Route, status: number, answer: FaultAnswer, when: Test = always) =>
  on.serve(route, when, async (request, call) => {
    const right = await call(request);
    return right.status === status ? answer : right;
  }),
);

/** Labels answers with another content type. */
const label = declareFaults((route: Route, type: string, isLabelled: (answer: FaultAnswer) => boolean = () => true) =>
  on.serve(route, always, async (request, call) => {
    const answer = await call(request);
    return isLabelled(answer) ? { ...answer, headers: { ...answer.headers, 'content-type': type } } : answer;
  }),
);

/** Refusals of the supporting operation break its own rules, with any fault. */
const supporting = ['EMAIL-GET-4', 'EMAIL-GET-6', 'AUTH-5'] as const;

function faultsOfWriter(route: (typeof writers)[number]): Fault[] {
  const here = forRoute(route);
  const [pass, answer, otherwise] = [here(passOn), here(instead), here(refuseOtherwise)];
  const code = route === 'reserve' ? '10007' : '10015';
  return [
    answer(['HTTP-2', 'EMAIL-IDEM-20'], 'a charset is refused', refusal(415, code), (request) =>
      hasType(request, /charset/),
    ),
    pass(
      ['HTTP-3', 'HTTP-4'],
      'a non-JSON body counts as small',
      (request) => isNoJson(request) && hasType(request, /json/),
      (request) => asJson(request, smallest(route)),
    ),
    pass(['HTTP-3', 'HTTP-4'], 'a comma before the end is forgiven', sends(/,\}$/), (request) =>
      asJson(request, textOf(request).replace(/,\}$/, '}')),
    ),
    otherwise('HTTP-4', 'no JSON is answered with 422', 400, refusal(422, code), isNoJson),
    otherwise(['HTTP-4', 'RSV-28'], 'no JSON has another code', 400, refusal(400, '10001'), isNoJson),
    otherwise(['HTTP-12', 'HTTP-3', 'HTTP-4'], 'no JSON is answered with 500', 400, crash, isNoJson),
    pass(
      ['HTTP-5', 'HTTP-6'],
      'another content type counts as a small body',
      (request) => isNoJson(request) && !hasType(request, /json/),
      (request) => asJson(request, smallest(route)),
    ),
    otherwise('HTTP-6', 'another content type is answered with 400', 415, refusal(400, code)),
    otherwise(['HTTP-6', 'RSV-28'], 'another content type has another code', 415, refusal(415, '10001')),
    pass(
      'HTTP-6',
      'JSON is read under any content type',
      ({ body }) => parseJson(body) !== undefined,
      (request) => asJson(request, textOf(request)),
    ),
    pass('HTTP-17', 'a compressed body is decompressed', codingOf, (request) =>
      codingOf(request) === 'gzip' ? { ...withoutCoding(request), body: gunzipSync(request.body) } : request,
    ),
    pass('HTTP-17', 'the coding is not looked at', codingOf, withoutCoding),
    pass('HTTP-17', 'the first of several codings counts', codingOf, (request) =>
      /^identity\b/.test(codingOf(request) ?? '') ? withoutCoding(request) : request,
    ),
    answer('HTTP-17', 'identity is refused', refusal(415, code), codingOf),
    otherwise('HTTP-17', 'the detail does not name the coding', 415, refusal(415, code), codingOf),
    pass(
      'HTTP-18',
      'the first of two content types counts',
      (request) => typesOf(request).length > 1,
      (request) => withType(request, typesOf(request)[0]),
    ),
    pass(
      'HTTP-9',
      'there is no limit',
      ({ body }) => body.length > 8_000_000,
      (request) => asJson(request, textOf(request).trim()),
    ),
    answer('HTTP-9', 'the limit is lower', refusal(413, code), ({ body }) => body.length > 7_999_999),
    otherwise('HTTP-9', 'too much is answered with 400', 413, refusal(400, code)),
    otherwise(['HTTP-9', 'RSV-28'], 'too much has another code', 413, refusal(413, '10001')),
    answer(
      'HTTP-10',
      'unknown members are refused',
      refusal(422, code),
      (request) => parseJson(request.body) !== undefined && sends(/_unknown/)(request),
    ),
    answer(
      'HTTP-11',
      'unknown query parameters are refused',
      refusal(400, code),
      (request) => queryOf(request).size > 0,
    ),
    answer(['HTTP-12', 'ERR-10'], 'a body other than an object is a 500', crash, sends(/^(null|\[|"|\d)/)),
    answer('HTTP-12', 'an unknown charset is answered with 500', crash, (request) =>
      hasType(request, /charset=(none|utf-16)/),
    ),
    answer('HTTP-12', 'a NUL in a string is answered with 500', crash, sends(/\\u0000/)),
  ];
}

const isUnknownQuery: Test = (request) =>
  [...queryOf(request).keys()].some((name) => !/^(page\[(number|size)\]|status)$/.test(name));
const emptyPage = { data: [], meta: { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 } };
const failedQueries = ['PAGE-9', 'PAGE-10', 'RUN-21', 'RUN-24', 'ERR-10'] as const;

function faultsOfList(route: 'documentTypes' | 'runs'): Fault[] {
  const here = forRoute(route);
  const [serve, answer] = [here(on), here(instead)];
  return [
    serve(['HTTP-11', 'ERR-5', 'RUN-25'], 'unknown query parameters are refused', isUnknownQuery, () =>
      refuseQuery(route, 'unknown'),
    ),
    serve('HTTP-11', 'unknown query parameters leave nothing', isUnknownQuery, () => json(200, emptyPage)),
    answer(['HTTP-12', ...failedQueries], 'a non-numeric size is answered with 500', crash, (request) =>
      /[^\d]/.test(queryOf(request).get('page[size]') ?? ''),
    ),
    answer('HTTP-12', 'a broken escape is a 500', crash, ({ url }) => /%(?![0-9A-F]{2})/i.test(url)),
  ];
}

const otherMethod = shows('any', 'errors.0', (status) => status === 405);

/** Changes the Allow header of 405. */
const allow = declareFaults((value?: string) =>
  on.serve('any', always, async (request, call) => {
    const answer = await call(request);
    const { allow: _, ...headers } = answer.headers;
    return answer.status === 405 ? { ...answer, headers: { ...headers, ...(value && { allow: value }) } } : answer;
  }),
);

/** Faults of media types, routes, bodies in general, and of the version prefix. */
export const faults: readonly Fault[] = [
  ...operations.map((route) => label(['HTTP-1', ...supporting], `${route} answers as text`, route, 'text/plain')),
  ...['text/html; charset=utf-8', 'application/problem+json'].map((type) =>
    label(['HTTP-1', ...supporting], `refusals are labelled ${type}`, 'any', type, ({ status }) => status >= 400),
  ),
  on(
    ['HTTP-1', 'EMAIL-ANS-4', 'EMAIL-SUPP-12', 'EMAIL-GROUP-2', 'EMAIL-GROUP-5'],
    'a send is answered by a word',
    'send',
    always,
    async (request, call) => {
      const answer = await call(request);
      return answer.status === 202 ? { ...answer, body: Buffer.from('Accepted') } : answer;
    },
  ),
  ...writers.flatMap(faultsOfWriter),
  instead('HTTP-7', 'an unknown path is answered with 400', 'any', refusal(400, '10005'), isUnknownPath),
  instead('HTTP-7', 'an unknown path is answered with another code', 'any', refusal(404, '10007'), isUnknownPath),
  on('HTTP-7', 'an unknown path is answered with a body of another form', 'any', isUnknownPath, () =>
    json(404, { message: 'Not found', code: '10005' }),
  ),
  refuseOtherwise('HTTP-8', 'another method is answered with 404', 'any', 405, refusal(404, '10005')),
  otherMethod('HTTP-8', 'another method is answered with another code', { code: '10005' }),
  allow('HTTP-8', 'there is no Allow header'),
  allow('HTTP-8', 'Allow names every method', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'),
  refuse('HTTP-10', 'unknown members of a threshold are refused', 'update', ({ threshold }) => {
    return threshold?.conformance_unknown !== undefined;
  }),
  instead(
    'HTTP-10',
    'unknown members next to a phone number are refused',
    'reserve',
    refusal(422, '10007'),
    (request) => {
      return parseObject(request)?.phone_numbers?.[0]?.conformance_unknown !== undefined;
    },
  ),
  ...(['documentTypes', 'runs'] as const).flatMap(faultsOfList),
  instead(
    ['HTTP-11', 'ERR-13'],
    'getEmail: unknown query parameters are refused',
    'getEmail',
    refusal(400, '10015'),
    ({ url }) => url.includes('?'),
  ),
  ...(['update', 'getEmail'] as const).map((route) =>
    instead(
      ['HTTP-12', 'SIM-18', 'SIM-19', 'EMAIL-GET-6', 'ERR-10'],
      `${route}: a non-UUID id is answered with 500`,
      route,
      crash,
      (request) => !isUuid(getId(request)),
    ),
  ),
  ...operations.map((route) =>
    instead(
      ['VER-1', ...rulesOf[route], 'ERR-10', 'ERR-13'],
      `${route} is unknown`,
      route,
      refusal(404, '10005'),
      always,
    ),
  ),
  on(
    ['VER-1', ...rulesOf.documentTypes, 'ERR-1', 'ERR-13'],
    'the lists have moved to another version',
    'documentTypes',
    always,
    ({ url }) => ({ status: 308, headers: { location: url.replace('/v2', '/v3') }, body: Buffer.alloc(0) }),
  ),
];
