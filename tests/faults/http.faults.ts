import { gunzipSync } from 'node:zlib';
import {
  changeAnswer,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  fault,
  goesTo,
  headerOf,
  isAuthenticated,
  json,
  parsed,
  type Route,
  refusal,
  rulesOf,
  type Serve,
} from './fault.ts';
import { refusedQuery } from './lists.ts';

const writers = ['update', 'reserve', 'send'] as const;
const codeOf = (route: Route) => (route === 'reserve' ? '10007' : '10015');
const isJson = ({ body }: FaultRequest) => parsed(body) !== undefined;
const isNoJson = (request: FaultRequest) => request.body.length > 0 && !isJson(request);
const typeOf = (request: FaultRequest) => headerOf(request, 'content-type') ?? '';
const queryOf = ({ url }: FaultRequest) => new URL(url, 'http://mock').searchParams;
const knownQuery = /^(page\[(number|size)\]|status)$/;

/** Handles requests to the operations below the version prefix for which `when` holds. */
function on(
  route: Route,
  when: (request: FaultRequest) => boolean,
  serve: (request: FaultRequest, ask: Parameters<Serve>[1]) => Promise<FaultAnswer> | FaultAnswer,
): Serve {
  return async (request, ask) => (isOurs(route, request) && when(request) ? serve(request, ask) : ask(request));
}

/** Credentials are looked at before anything else that an operation does. */
function isOurs(route: Route, request: FaultRequest): boolean {
  return request.url.startsWith('/v2/') && goesTo(route, request) && (route === 'any' || isAuthenticated(request));
}

const isCoded = (request: FaultRequest) => headerOf(request, 'content-encoding') !== undefined;
const isCompressed = (request: FaultRequest) => headerOf(request, 'content-encoding') === 'gzip';
const hasTwoTypes = (request: FaultRequest) => typesOf(request).length > 1;

function typesOf({ headers }: FaultRequest): string[] {
  return headers.flatMap(([name, value]) => (name.toLowerCase() === 'content-type' ? [value] : []));
}

function withType(request: FaultRequest, type = ''): FaultRequest {
  const { headers, ...rest } = without(request, 'content-type');
  return { ...rest, headers: [...headers, ['Content-Type', type]] };
}

function without(request: FaultRequest, name: string): FaultRequest {
  return { ...request, headers: request.headers.filter(([given]) => given.toLowerCase() !== name) };
}

/** Reads a request as if it had this body, as JSON. */
function asJson(request: FaultRequest, body: string): FaultRequest {
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...request, headers: [...headers, ['Content-Type', 'application/json']], body: Buffer.from(body) };
}

/** What a careless server makes of a body that it can't read: the smallest good one. */
function smallest(route: Route): string {
  const email = { from: 'sender@example.com', to: ['a@example.com'], subject: 'x', text_body: 'x', sandbox_mode: true };
  return JSON.stringify(route === 'send' ? email : {});
}

/** Answers of one status get another one. */
const instead = (route: Route, of: number, answer: () => FaultAnswer, when = (_: FaultRequest) => true) =>
  on(route, when, async (request, ask) => {
    const real = await ask(request);
    return real.status === of ? answer() : real;
  });

const contentType = (route: Route, type: string, when: (status: number) => boolean = () => true) =>
  on(
    route,
    () => true,
    async (request, ask) => {
      const answer = await ask(request);
      return when(answer.status) ? { ...answer, headers: { ...answer.headers, 'content-type': type } } : answer;
    },
  );

const unknownMember = (request: FaultRequest) => isJson(request) && hasTrailing(/conformance_unknown/)(request);
const known =
  /^\/v2\/(sim_card_data_usage_notifications\/[^/]+|number_reservations|dir\/document_types|ai\/missions\/runs|emails(\/[^/]+)?|email_messages(\/[^/]+)?)(\?|$)/;
const isUnknownPath = ({ url }: FaultRequest) => !known.test(url);
const hasTrailing = (pattern: RegExp) => (request: FaultRequest) => pattern.test(request.body.toString());

/** Refusals of the supporting operation break its own rules, whatever is wrong with them. */
const supporting = ['EMAIL-GET-4', 'EMAIL-GET-6', 'AUTH-5'] as const;

/** Faults of media types, routes, bodies in general, and of the version prefix. */
export const faults: readonly Fault[] = [
  ...(['update', 'reserve', 'documentTypes', 'runs', 'send', 'getEmail'] as const).map((route) =>
    fault('HTTP-1', `${route} answers as text`, contentType(route, 'text/plain'), supporting),
  ),
  fault(
    'HTTP-1',
    'refusals are HTML by their label',
    contentType('any', 'text/html; charset=utf-8', (status) => status >= 400),
    supporting,
  ),
  fault(
    'HTTP-1',
    'refusals are problem documents by their label',
    contentType('any', 'application/problem+json', (status) => status >= 400),
    supporting,
  ),
  fault(
    'HTTP-1',
    'a send is answered by a word',
    instead('send', 202, () => ({
      status: 202,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('Accepted'),
    })),
    ['EMAIL-ANS-4', 'EMAIL-SUPP-12', 'EMAIL-GROUP-2', 'EMAIL-GROUP-5'],
  ),

  ...writers.flatMap((route) => [
    fault(
      'HTTP-2',
      `${route}: a charset is refused`,
      on(
        route,
        (request) => /charset/.test(typeOf(request)),
        () => refusal(415, codeOf(route)),
      ),
      ['EMAIL-IDEM-20'],
    ),
    fault(
      'HTTP-2',
      `${route}: JSON over several lines is refused`,
      on(route, hasTrailing(/^\s+\{/), () => refusal(400, codeOf(route))),
    ),
    fault(
      'HTTP-2',
      `${route}: escapes are not read`,
      on(route, hasTrailing(/\\u0061/), () => refusal(422, codeOf(route))),
    ),
    fault(
      'HTTP-3',
      `${route}: a body that is no JSON counts as a small one`,
      on(
        route,
        (request) => isNoJson(request) && /json/.test(typeOf(request)),
        (request, ask) => ask(asJson(request, smallest(route))),
      ),
      ['HTTP-4'],
    ),
    fault(
      'HTTP-3',
      `${route}: a comma before the end is forgiven`,
      on(route, hasTrailing(/,\}$/), (request, ask) =>
        ask(asJson(request, request.body.toString().replace(/,\}$/, '}'))),
      ),
      ['HTTP-4'],
    ),
    fault(
      'HTTP-3',
      `${route}: text after the end is forgiven`,
      on(route, hasTrailing(/\} x$/), (request, ask) =>
        ask(asJson(request, request.body.toString().replace(/ x$/, ''))),
      ),
      ['HTTP-4'],
    ),
    fault(
      'HTTP-4',
      `${route}: no JSON is answered with 422`,
      instead(route, 400, () => refusal(422, codeOf(route)), isNoJson),
    ),
    fault(
      'HTTP-4',
      `${route}: no JSON is answered with another code`,
      instead(route, 400, () => refusal(400, '10001'), isNoJson),
      ['RSV-28'],
    ),
    fault(
      'HTTP-5',
      `${route}: another content type counts as a small body`,
      on(
        route,
        (request) => isNoJson(request) && !/json/.test(typeOf(request)),
        (request, ask) => ask(asJson(request, smallest(route))),
      ),
      ['HTTP-6'],
    ),
    fault(
      'HTTP-6',
      `${route}: another content type is answered with 400`,
      instead(route, 415, () => refusal(400, codeOf(route))),
    ),
    fault(
      'HTTP-6',
      `${route}: another content type is answered with another code`,
      instead(route, 415, () => refusal(415, '10001')),
      ['RSV-28'],
    ),
    fault(
      'HTTP-6',
      `${route}: JSON is read under any content type`,
      on(route, isJson, (request, ask) => ask(asJson(request, request.body.toString()))),
    ),
    fault(
      'HTTP-17',
      `${route}: a compressed body is decompressed`,
      on(route, isCompressed, (request, ask) =>
        ask({ ...without(request, 'content-encoding'), body: gunzipSync(request.body) }),
      ),
    ),
    fault(
      'HTTP-17',
      `${route}: the coding is not looked at`,
      on(route, isCoded, (request, ask) => ask(without(request, 'content-encoding'))),
    ),
    fault(
      'HTTP-17',
      `${route}: the first of several codings counts`,
      on(route, isCoded, (request, ask) =>
        /^identity\b/.test(headerOf(request, 'content-encoding') ?? '')
          ? ask(without(request, 'content-encoding'))
          : ask(request),
      ),
    ),
    fault(
      'HTTP-17',
      `${route}: identity is refused`,
      on(route, isCoded, () => refusal(415, codeOf(route))),
    ),
    fault(
      'HTTP-17',
      `${route}: a coding is answered with 400`,
      instead(route, 415, () => refusal(400, codeOf(route)), isCoded),
    ),
    fault(
      'HTTP-17',
      `${route}: the detail does not name the coding`,
      instead(route, 415, () => refusal(415, codeOf(route)), isCoded),
    ),
    fault(
      'HTTP-18',
      `${route}: the first of two content types counts`,
      on(route, hasTwoTypes, (request, ask) => ask(withType(request, typesOf(request)[0]))),
    ),
    fault(
      'HTTP-18',
      `${route}: the last of two content types counts`,
      on(route, hasTwoTypes, (request, ask) => ask(withType(request, typesOf(request).at(-1)))),
    ),
    fault(
      'HTTP-18',
      `${route}: two content types are answered with 400`,
      instead(route, 415, () => refusal(400, codeOf(route)), hasTwoTypes),
    ),
    fault(
      'HTTP-9',
      `${route}: there is no limit`,
      on(
        route,
        ({ body }) => body.length > 8_000_000,
        (request, ask) => ask(asJson(request, request.body.toString().trim())),
      ),
    ),
    fault(
      'HTTP-9',
      `${route}: the limit is lower`,
      on(
        route,
        ({ body }) => body.length > 7_999_999,
        () => refusal(413, codeOf(route)),
      ),
    ),
    fault(
      'HTTP-9',
      `${route}: too much is answered with 400`,
      instead(route, 413, () => refusal(400, codeOf(route))),
    ),
    fault(
      'HTTP-9',
      `${route}: too much is answered with another code`,
      instead(route, 413, () => refusal(413, '10001')),
      ['RSV-28'],
    ),
    fault(
      'HTTP-10',
      `${route}: unknown members are refused`,
      on(route, unknownMember, () => refusal(422, codeOf(route))),
    ),
    fault(
      'HTTP-11',
      `${route}: unknown query parameters are refused`,
      on(
        route,
        (request) => [...queryOf(request).keys()].length > 0,
        () => refusal(400, codeOf(route)),
      ),
    ),
    fault(
      'HTTP-12',
      `${route}: no JSON is answered with 500`,
      instead(route, 400, () => refusal(500, '10007'), isNoJson),
      ['HTTP-3', 'HTTP-4', 'ERR-13'],
    ),
    fault(
      'HTTP-12',
      `${route}: a body that is no object is answered with 500`,
      on(route, hasTrailing(/^(null|\[|"|\d)/), () => refusal(500, '10007')),
      ['ERR-10', 'ERR-13'],
    ),
    fault(
      'HTTP-12',
      `${route}: an unknown charset is answered with 500`,
      on(
        route,
        (request) => /charset=(none|utf-16)/.test(typeOf(request)),
        () => refusal(500, '10007'),
      ),
    ),
    fault(
      'HTTP-12',
      `${route}: a NUL in a string is answered with 500`,
      on(route, hasTrailing(/\\u0000/), () => refusal(500, '10007')),
    ),
  ]),

  fault(
    'HTTP-7',
    'an unknown path is answered with 400',
    on('any', isUnknownPath, () => refusal(400, '10005')),
  ),
  fault(
    'HTTP-7',
    'an unknown path is answered with another code',
    on('any', isUnknownPath, () => refusal(404, '10007')),
  ),
  fault(
    'HTTP-7',
    'an unknown path is answered with a body of another form',
    on('any', isUnknownPath, () => json(404, { message: 'Not found', code: '10005' })),
  ),
  fault(
    'HTTP-7',
    'an unknown path below a known one is answered like it',
    on(
      'any',
      ({ url, method }) => method === 'GET' && /document_types\/./.test(url),
      (request, ask) => ask({ ...request, url: '/v2/dir/document_types' }),
    ),
  ),
  fault(
    'HTTP-7',
    'an unknown path takes any write',
    on(
      'any',
      (request) => isUnknownPath(request) && request.method !== 'GET',
      () => json(200, {}),
    ),
  ),
  fault(
    'HTTP-8',
    'another method is answered with 404',
    instead('any', 405, () => refusal(404, '10005')),
  ),
  fault(
    'HTTP-8',
    'another method is answered with another code',
    changeAnswer('any', ({ status, body }) => {
      if (status === 405) body.errors[0].code = '10005';
    }),
  ),
  fault(
    'HTTP-8',
    'there is no Allow header',
    changeAnswer('any', ({ status, headers }) => {
      if (status === 405) delete headers.allow;
    }),
  ),
  fault(
    'HTTP-8',
    'Allow names every method',
    changeAnswer('any', ({ status, headers }) => {
      if (status === 405) headers.allow = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
    }),
  ),
  fault(
    'HTTP-8',
    'PUT updates a notification',
    on(
      'any',
      ({ method, url }) => method === 'PUT' && /notifications/.test(url),
      () => json(200, { data: {} }),
    ),
  ),
  fault(
    'HTTP-8',
    'GET is known where only POST is',
    on(
      'any',
      ({ method, url }) => method === 'GET' && /\/emails(\?|$)/.test(url),
      () => json(200, { data: [] }),
    ),
  ),

  fault(
    'HTTP-10',
    'unknown members of a threshold are refused',
    on(
      'update',
      (request) => parsed(request.body)?.threshold?.conformance_unknown !== undefined,
      () => refusal(422, '10015'),
    ),
  ),
  fault(
    'HTTP-10',
    'unknown members next to a phone number are refused',
    on(
      'reserve',
      (request) => parsed(request.body)?.phone_numbers?.[0]?.conformance_unknown !== undefined,
      () => refusal(422, '10007'),
    ),
  ),
  ...(['documentTypes', 'runs'] as const).flatMap((route) => {
    const isUnknown = (request: FaultRequest) => [...queryOf(request).keys()].some((name) => !knownQuery.test(name));
    return [
      fault(
        'HTTP-11',
        `${route}: unknown query parameters are refused`,
        on(route, isUnknown, () => refusedQuery(route, 'unknown')),
        ['ERR-5', 'RUN-25'],
      ),
      fault(
        'HTTP-11',
        `${route}: unknown query parameters leave nothing`,
        on(route, isUnknown, () =>
          json(200, { data: [], meta: { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 } }),
        ),
      ),
      fault(
        'HTTP-12',
        `${route}: a size that is no number is answered with 500`,
        on(
          route,
          (request) => /[^\d]/.test(queryOf(request).get('page[size]') ?? ''),
          () => refusal(500, '10007'),
        ),
        ['PAGE-9', 'PAGE-10', 'RUN-21', 'RUN-24', 'ERR-10', 'ERR-13'],
      ),
      fault(
        'HTTP-12',
        `${route}: a repeated parameter is answered with 500`,
        on(
          route,
          (request) => queryOf(request).getAll('page[size]').length > 1,
          () => refusal(500, '10007'),
        ),
      ),
      fault(
        'HTTP-12',
        `${route}: a broken escape is answered with 500`,
        on(
          route,
          ({ url }) => /%(?![0-9A-F]{2})/i.test(url),
          () => refusal(500, '10007'),
        ),
      ),
    ];
  }),
  fault(
    'HTTP-11',
    'getEmail: unknown query parameters are refused',
    on(
      'getEmail',
      ({ url }) => url.includes('?'),
      () => refusal(400, '10015'),
    ),
  ),
  ...(['update', 'getEmail'] as const).map((route) =>
    fault(
      'HTTP-12',
      `${route}: an id that is no UUID is answered with 500`,
      on(
        route,
        ({ url }) => !/[0-9a-f]{4}-[0-9a-f]{12}/.test(url),
        () => refusal(500, '10007'),
      ),
      ['SIM-18', 'SIM-19', 'EMAIL-GET-6', 'ERR-10', 'ERR-13'],
    ),
  ),

  ...(['update', 'reserve', 'documentTypes', 'runs', 'send', 'getEmail'] as const).map((route) =>
    fault(
      'VER-1',
      `${route} lies elsewhere`,
      on(
        route,
        () => true,
        () => refusal(404, '10005'),
      ),
      [...rulesOf[route], 'ERR-10', 'ERR-13'],
    ),
  ),
  fault(
    'VER-1',
    'the lists have moved to another version',
    on(
      'documentTypes',
      () => true,
      ({ url }) => ({
        status: 308,
        headers: { location: url.replace('/v2', '/v3') },
        body: Buffer.alloc(0),
      }),
    ),
    [...rulesOf.documentTypes, 'ERR-1', 'ERR-13'],
  ),
];
