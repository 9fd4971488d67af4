import { changeAnswer, changeStatus, isRefusal, shows } from './changes.ts';
import {
  type Fault,
  type FaultRequest,
  fault,
  getApiKey,
  getHeader,
  getLines,
  goesTo,
  parseJson,
  type Route,
  type Rules,
  refusal,
  rulesOf,
  withHeader,
} from './fault.ts';

const credentialsOf = (request: FaultRequest) => getHeader(request, 'authorization') ?? '';
const as = (request: FaultRequest, authorization: string) => withHeader(request, 'Authorization', authorization);

/** Takes unknown callers for the last known one. All copies of the state share it, as bad credentials lead to none. */
function trusting(title: string, when: (request: FaultRequest) => boolean, answerAnyway = false): Fault {
  let known = 'Bearer key_primary';
  return fault('AUTH-2', title, async (request, call) => {
    const key = getApiKey(request);
    if (key === 'primary') known = credentialsOf(request);
    if (key || !request.url.startsWith('/v2/') || !when(request)) return call(request);
    const answer = await call(as(request, known));
    return answerAnyway ? call(request) : answer;
  });
}

/** Takes a request with several Authorization headers for one with the header that is chosen, if any is. */
const onSeveral = (title: string, choose: (lines: string[]) => string | undefined) =>
  fault('AUTH-8', title, (request, call) => {
    const lines = getLines(request, 'authorization');
    const chosen = lines.length > 1 ? choose(lines) : undefined;
    return call(chosen === undefined ? request : as(request, chosen));
  });

/** Refuses requests before anything else. */
const refuses = (rules: Rules, title: string, status: number, code: string, when: (request: FaultRequest) => unknown) =>
  fault(rules, title, (request, call) => (when(request) ? refusal(status, code) : call(request)));

const failure = shows('any', 'errors.*', isRefusal);
const ofFailure =
  (change: (value: unknown) => unknown) =>
  (value: unknown, { code }: { code: string }) =>
    code === '10009' ? change(value) : value;

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
    refuses(['AUTH-1', 'ERR-13', ...rulesOf[route]], `a good token is refused by ${route}`, 401, '10009', (request) =>
      goesTo(route, request),
    ),
  ),
  refuses(
    ['AUTH-1', 'ERR-13', 'EMAIL-SUPP-9', 'EMAIL-IDEM-22', 'EMAIL-THREAD-5'],
    'a token without the scope for overriding is unknown',
    403,
    '10009',
    (request) => getApiKey(request) === 'restricted',
  ),
  refuses('AUTH-1', 'the name of the header counts in one letter case only', 401, '10009', ({ headers }) =>
    headers.some(([name]) => name === 'authorization'),
  ),
  refuses(['AUTH-1', 'ERR-13'], 'a token without the scope for overriding may not update', 403, '10010', (request) => {
    return goesTo('update', request) && getApiKey(request) === 'restricted';
  }),

  ...routes.map(([route, name]) => trusting(`${name} is open to everybody`, (request) => goesTo(route, request))),
  trusting('the legacy route is open to everybody', (request) => {
    return goesTo('sendByAlias', request) || goesTo('getByAlias', request);
  }),
  trusting('no Authorization header is needed', (request) => getHeader(request, 'authorization') === undefined),
  trusting('an empty Authorization header is enough', (request) => getHeader(request, 'authorization') === ''),
  trusting('any token is enough', (request) => /^Bearer \S/.test(credentialsOf(request))),
  trusting('letter case does not count in tokens', (request) => /^Bearer KEY_/.test(credentialsOf(request))),
  trusting('another scheme is enough', (request) => /^(Basic|Digest) /.test(credentialsOf(request))),
  trusting('the scheme is not looked at', (request) => /^(Basic|Token) key_/.test(credentialsOf(request))),
  trusting('no scheme is needed', (request) => /^key_/.test(credentialsOf(request))),
  trusting('a refused update is done all the same', (request) => goesTo('update', request), true),
  trusting('a refused reservation is made all the same', (request) => goesTo('reserve', request), true),
  trusting('a refused email is sent all the same', (request) => goesTo('send', request), true),

  failure(['AUTH-3', 'RSV-28'], 'another code', { code: (code) => (code === '10009' ? '10001' : code) }),
  failure('AUTH-3', 'another title', { title: ofFailure(() => 'Unauthorized') }),
  failure('AUTH-3', 'no detail', { detail: ofFailure(() => undefined) }),

  onSeveral('the first of two Authorization headers counts', ([first]) => first),
  onSeveral('the last of two Authorization headers counts', (lines) => lines.at(-1)),
  onSeveral('two equal Authorization headers count as one', (lines) =>
    new Set(lines).size === 1 ? lines[0] : undefined,
  ),
  refuses('AUTH-8', 'two Authorization headers are answered with 400', 400, '10009', (request) => {
    return getLines(request, 'authorization').length > 1 && request.url.startsWith('/v2/');
  }),

  ...routes.map(([route, name]) =>
    changeStatus(
      route === 'update' ? ['AUTH-4', 'ERR-13'] : ['AUTH-5', 'ERR-13', 'RSV-28', 'RSV-29'],
      `${name} answers 403`,
      route,
      401,
      403,
    ),
  ),
  changeAnswer(
    ['AUTH-5', 'HTTP-4', 'AUTH-4', 'RSV-28'],
    'a non-JSON body is refused before credentials',
    'any',
    (answer, { body }) => {
      if (answer.status === 401 && body.length > 0 && parseJson(body) === undefined) answer.status = 400;
    },
  ),
  ...(['update', 'runs', 'documentTypes'] as const).map((route) =>
    fault(
      route === 'update' ? 'AUTH-4' : 'AUTH-5',
      `${route}: a request is validated before the credentials are looked at`,
      async (request, call) => {
        if (!goesTo(route, request) || getApiKey(request)) return call(request);
        const answer = await call(as(request, 'Bearer key_primary.validation'));
        return answer.status === 422 ? answer : call(request);
      },
    ),
  ),
];
