import {
  changeAnswer,
  changeStatus,
  type Fault,
  type FaultRequest,
  fault,
  faultOf,
  goesTo,
  headerOf,
  linesOf,
  parsed,
  type Route,
  refusal,
  rulesOf,
  withHeader,
} from './fault.ts';

const key = /^Bearer key_(primary|restricted|other)(\.[\w-]+)?$/;
const credentialsOf = (request: FaultRequest) => headerOf(request, 'authorization') ?? '';
const isAlias = ({ url }: FaultRequest) => /^\/v2\/emails(\/|\?|$)/.test(url);

const as = (request: FaultRequest, authorization: string) => withHeader(request, 'Authorization', authorization);

/**
 * Takes unknown callers for the last known one. All copies of the state share what was seen, as bad credentials lead
 * to none.
 */
function trusting(title: string, when: (request: FaultRequest) => boolean, answerAnyway = false): Fault {
  let known = 'Bearer key_primary';
  return fault('AUTH-2', title, async (request, ask) => {
    const credentials = credentialsOf(request);
    if (!request.url.startsWith('/v2/')) return ask(request);
    if (key.test(credentials)) {
      if (credentials.startsWith('Bearer key_primary')) known = credentials;
      return ask(request);
    }
    if (!when(request)) return ask(request);
    const answer = await ask(as(request, known));
    return answerAnyway ? ask(request) : answer;
  });
}

/** Takes a request with several Authorization headers for one with the header that is `chosen`, if any is. */
function onSeveral(title: string, chosen: (lines: string[]) => string | undefined): Fault {
  return fault('AUTH-8', title, async (request, ask) => {
    const lines = linesOf(request, 'authorization');
    const only = lines.length > 1 ? chosen(lines) : undefined;
    return ask(only === undefined ? request : as(request, only));
  });
}

const changeFailure = faultOf((route: Route, change: (error: Record<string, unknown>) => void) =>
  changeAnswer.serve(route, ({ body }) => {
    for (const error of body?.errors ?? []) if (error.code === '10009') change(error);
  }),
);

const routes: readonly [Route, string][] = [
  ['update', 'the update'],
  ['reserve', 'the reservation'],
  ['documentTypes', 'the list of document types'],
  ['runs', 'the list of mission runs'],
  ['send', 'sending email'],
  ['getEmail', 'reading an email'],
];

/** Faults of authentication. */
export const faults: readonly Fault[] = [
  ...(['runs', 'documentTypes', 'send', 'reserve', 'update'] as const).map((route) =>
    fault(['AUTH-1', 'ERR-13', ...rulesOf[route]], `a good token is refused by ${route}`, async (request, ask) =>
      goesTo(route, request) ? refusal(401, '10009') : ask(request),
    ),
  ),
  fault(
    ['AUTH-1', 'ERR-13', 'EMAIL-SUPP-9', 'EMAIL-IDEM-22', 'EMAIL-THREAD-5'],
    'a token without the scope for overriding is unknown',
    async (request, ask) =>
      credentialsOf(request).startsWith('Bearer key_restricted') ? refusal(403, '10009') : ask(request),
  ),
  fault('AUTH-1', 'the name of the header counts in one letter case only', async (request, ask) => {
    const isLower = request.headers.some(([name]) => name === 'authorization');
    return isLower ? refusal(401, '10009') : ask(request);
  }),

  ...routes.map(([route, name]) => trusting(`${name} is open to everybody`, (request) => goesTo(route, request))),
  trusting('the legacy route is open to everybody', isAlias),
  trusting('no Authorization header is needed', (request) => headerOf(request, 'authorization') === undefined),
  trusting('an empty Authorization header is enough', (request) => headerOf(request, 'authorization') === ''),
  trusting('any token is enough', (request) => /^Bearer \S/.test(credentialsOf(request))),
  trusting('another scheme is enough', (request) => /^(Basic|Digest) /.test(credentialsOf(request))),
  trusting('the scheme is not looked at', (request) => /^(Basic|Token) key_/.test(credentialsOf(request))),
  trusting('no scheme is needed', (request) => /^key_/.test(credentialsOf(request))),
  trusting('a refused update is done all the same', (request) => goesTo('update', request), true),
  trusting('a refused reservation is made all the same', (request) => goesTo('reserve', request), true),
  trusting('a refused email is sent all the same', (request) => goesTo('send', request), true),

  changeFailure(['AUTH-3', 'RSV-28'], 'another code', 'any', (error) => Object.assign(error, { code: '10001' })),
  changeFailure('AUTH-3', 'another title', 'any', (error) => Object.assign(error, { title: 'Unauthorized' })),
  changeFailure('AUTH-3', 'no detail', 'any', (error) => delete error.detail),

  onSeveral('the first of two Authorization headers counts', ([first = '']) => first),
  onSeveral('the last of two Authorization headers counts', (lines) => lines.at(-1) ?? ''),
  onSeveral('two equal Authorization headers count as one', (lines) =>
    new Set(lines).size === 1 ? lines[0] : undefined,
  ),
  fault('AUTH-8', 'two Authorization headers are answered with 400', async (request, ask) =>
    linesOf(request, 'authorization').length > 1 && request.url.startsWith('/v2/')
      ? refusal(400, '10009')
      : ask(request),
  ),

  changeStatus(['AUTH-4', 'ERR-13'], 'the update answers 403', 'update', 401, 403),
  ...routes
    .slice(1)
    .map(([route, name]) =>
      changeStatus(['AUTH-5', 'ERR-13', 'RSV-28', 'RSV-29'], `${name} answers 403`, route, 401, 403),
    ),
  changeAnswer(
    ['AUTH-5', 'HTTP-4', 'AUTH-4', 'RSV-28'],
    'a body that is no JSON is refused before the credentials',
    'any',
    (answer, { body }) => {
      if (answer.status === 401 && body.length > 0 && parsed(body) === undefined) answer.status = 400;
    },
  ),
  fault(['AUTH-1', 'ERR-13'], 'a token without the scope for overriding may not update', async (request, ask) =>
    goesTo('update', request) && credentialsOf(request).startsWith('Bearer key_restricted')
      ? refusal(403, '10010')
      : ask(request),
  ),
  ...(
    [
      ['AUTH-4', 'update'],
      ['AUTH-5', 'runs'],
      ['AUTH-5', 'documentTypes'],
    ] as const
  ).map(([rule, route]) =>
    fault(rule, `${route}: a request is validated before the credentials are looked at`, async (request, ask) => {
      if (!goesTo(route, request) || key.test(credentialsOf(request))) return ask(request);
      const answer = await ask(as(request, 'Bearer key_primary.validation'));
      return answer.status === 422 ? answer : ask(request);
    }),
  ),
];
