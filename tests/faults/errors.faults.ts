import { loadRegister } from '../../spec/register.ts';
import { answerInstead, changeAnswer, changeStatus, isRefusal, shows } from './changes.ts';
import { type Fault, fault, getId, goesTo, isUuid, json, type Route, refusal } from './fault.ts';

const routes = ['update', 'reserve', 'documentTypes', 'send'] as const;

/** Changes the error bodies of a route, and each of their errors. */
const bodies = (route: Route) => shows(route, '', isRefusal);
const errors = (route: Route) => shows(route, 'errors.*', isRefusal);
const failed = (route: Route) => shows(route, 'errors.0', (status) => status === 422);
const pointers = (change: (pointer: string) => unknown) => ({ 'source.pointer': change });

const rulesSaying = (pattern: RegExp) =>
  [...loadRegister().values()].filter(({ statement }) => pattern.test(statement)).map(({ id }) => id);

/** The rules about error bodies: they can't hold where these have another form. */
const aboutErrors = rulesSaying(/\bcodes?\b|error body|`source\.|title/);
/** The rules about the status of a failed validation, or of any refusal. */
const about422 = rulesSaying(/\b422\b|error status/);

/** Faults of error bodies. */
export const faults: readonly Fault[] = [
  ...([...routes, 'runs'] as const).flatMap((route) => [
    bodies(route)(['ERR-1', ...aboutErrors], `${route}: one error is in \`error\``, (body) => {
      if (body.errors) body.error = body.errors[0];
      delete body.errors;
    }),
    bodies(route)(['ERR-1', ...aboutErrors], `${route}: \`errors\` is one object`, { errors: ([error]) => error }),
    bodies(route)(['ERR-1', ...aboutErrors], `${route}: errors are texts`, { 'errors.*': ({ title }) => title }),
    errors(route)(['ERR-2', ...aboutErrors], `${route}: codes are numbers`, { code: Number }),
    errors(route)(['ERR-2', ...aboutErrors], `${route}: there is no title`, { title: undefined }),
    errors(route)(['ERR-2', ...aboutErrors], `${route}: there is no code`, { code: undefined }),
    errors(route)('ERR-3', `${route}: details are lists`, { detail: (text) => [text] }),
    errors(route)('ERR-6', `${route}: meta is a text`, { meta: 'https://example.com/errors' }),
    errors(route)(['ERR-8', ...aboutErrors], `${route}: codes are words`, { code: 'invalid_request' }),
    bodies(route)(['ERR-14', ...aboutErrors], `${route}: \`errors\` is empty`, { errors: () => [] }),
  ]),
  answerInstead(
    ['ERR-1', ...aboutErrors],
    'an update of a non-UUID id is refused in the words of a framework',
    'update',
    json(404, { detail: 'Not Found' }),
    (request) => !isUuid(getId(request)),
  ),
  fault(['ERR-1', ...aboutErrors, 'AUTH-5', 'RUN-23'], 'refusals have no body', async (request, call) => {
    const answer = await call(request);
    const isRefused = request.url.startsWith('/v2/') && isRefusal(answer.status);
    return isRefused ? { ...answer, headers: {}, body: Buffer.alloc(0) } : answer;
  }),
  errors('any')(
    ['ERR-4', 'ERR-11', 'RSV-24'],
    'places are paths with dots',
    pointers((pointer) => pointer.slice(1).replaceAll('/', '.')),
  ),
  errors('send')(
    'ERR-4',
    'tildes in places are not escaped',
    pointers((pointer) => pointer.replaceAll('~0', '~')),
  ),
  errors('reserve')(
    ['ERR-4', 'ERR-11', 'RSV-24'],
    'places are lists',
    pointers((pointer) => pointer.split('/')),
  ),
  errors('documentTypes')(['ERR-5', 'ERR-12'], 'the parameter is another one', {
    'source.parameter': () => 'limit',
  }),
  errors('any')('ERR-9', 'the fallback has another title', {
    title: (title, { code }) => (code === '10007' ? 'Internal error' : title),
  }),

  ...([...routes, 'getEmail'] as const).flatMap((route) => [
    changeStatus(
      ['ERR-10', 'ERR-13', ...about422],
      `${route}: a failed validation is answered with 400`,
      route,
      422,
      400,
    ),
    failed(route)(['ERR-10', 'SIM-19', ...aboutErrors], `${route}: a failed validation is answered with another code`, {
      code: '10001',
    }),
  ]),
  ...(['update', 'reserve', 'send'] as const).flatMap((route) => [
    errors(route)(['ERR-11', 'RSV-24'], `${route}: no member is named`, { source: undefined }),
    errors(route)(
      ['ERR-11', 'RSV-24'],
      `${route}: the whole body is named`,
      pointers(() => ''),
    ),
  ]),
  errors('any')(['ERR-11', 'ERR-5', 'RSV-24'], 'the member is named as if it were a parameter', {
    source: (source) => (source.pointer ? { parameter: source.pointer.slice(1) } : source),
  }),
  errors('documentTypes')('ERR-12', 'no parameter is named', { source: undefined }),
  ...(
    [
      ['update', 'update: the path parameter is named', { parameter: 'id' }],
      ['getEmail', 'getEmail: the path parameter is named', { parameter: 'id' }],
      ['update', 'a path parameter is named by a pointer', { pointer: '/id' }],
    ] as const
  ).map(([route, title, source]) =>
    changeAnswer('ERR-12', title, route, ({ status, body }, request) => {
      if (status === 422 && !isUuid(getId(request))) body.errors[0].source = source;
    }),
  ),
  ...routes.map((route) =>
    changeStatus(['ERR-13', ...about422], `${route}: a failed validation is answered with 406`, route, 422, 406),
  ),
  changeStatus(['ERR-13', 'RUN-3', 'PAGE-6'], 'a list is answered with 206', 'runs', 200, 206),
  changeStatus(['ERR-13', 'AUTH-5'], 'no credentials are answered with 407', 'runs', 401, 407),
  fault('ERR-13', 'a refused email is answered with 418', (request, call) =>
    goesTo('send', request) && request.body.toString() === '{}' ? refusal(418, '10007') : call(request),
  ),
  ...Object.entries({
    'no recipient is named': '',
    'every error names the first recipient': '/$1/0',
  }).map(([title, place]) =>
    errors('send')(
      'ERR-11',
      title,
      pointers((pointer) => pointer.replace(/^\/(to|cc|bcc)\/\d+/, place)),
    ),
  ),
];
