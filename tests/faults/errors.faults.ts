import { loadRegister } from '../../spec/register.ts';
import {
  answerInstead,
  type Body,
  changeAnswer,
  changeStatus,
  type Fault,
  fault,
  faultOf,
  goesTo,
  json,
  type Route,
  refusal,
} from './fault.ts';

const routes = ['update', 'reserve', 'documentTypes', 'send'] as const;
/** The refusals of runs that are about the query have a body of their own. */
const isStandard = (body: Body) => Array.isArray(body?.errors);

/** Changes or replaces the standard error bodies of a route. */
const changeErrors = faultOf((route: Route, change: (body: Body) => unknown) =>
  changeAnswer.serve(route, ({ status, body }) => (status >= 400 && isStandard(body) ? change(body) : undefined)),
);

/** Changes every entry of the standard error bodies of a route. */
const changeEntries = faultOf((route: Route, change: (error: Body) => void) =>
  changeErrors.serve(route, ({ errors }) => errors.forEach(change)),
);

const rulesSaying = (pattern: RegExp) =>
  [...loadRegister().values()].filter(({ statement }) => pattern.test(statement)).map(({ id }) => id);

/** The rules that ask for something in an error body: they can't hold where it has another form. */
const aboutErrors = rulesSaying(/\bcodes?\b|error body|`source\.|title/);
/** The rules that ask for the status of a failed validation, or for a refusal whichever. */
const about422 = rulesSaying(/\b422\b|error status/);

/** Faults of error bodies. */
export const faults: readonly Fault[] = [
  ...([...routes, 'runs'] as const).flatMap((route) => [
    changeErrors(['ERR-1', ...aboutErrors], `${route}: one error is in \`error\``, route, ({ errors }) => ({
      error: errors[0],
    })),
    changeErrors(['ERR-1', ...aboutErrors], `${route}: \`errors\` is one object`, route, ({ errors }) => ({
      errors: errors[0],
    })),
    changeErrors(['ERR-1', ...aboutErrors], `${route}: errors are texts`, route, ({ errors }) => ({
      errors: errors.map((error: Body) => error.title),
    })),
    changeEntries(['ERR-2', ...aboutErrors], `${route}: codes are numbers`, route, (error) =>
      Object.assign(error, { code: Number(error.code) }),
    ),
    changeEntries(['ERR-2', ...aboutErrors], `${route}: there is no title`, route, (error) => delete error.title),
    changeEntries(['ERR-2', ...aboutErrors], `${route}: there is no code`, route, (error) => delete error.code),
    changeEntries('ERR-3', `${route}: details are lists`, route, (error) =>
      Object.assign(error, { detail: [error.detail] }),
    ),
    changeEntries('ERR-6', `${route}: meta is a text`, route, (error) =>
      Object.assign(error, { meta: 'https://example.com/errors' }),
    ),
    changeEntries(['ERR-8', ...aboutErrors], `${route}: codes are words`, route, (error) =>
      Object.assign(error, { code: 'invalid_request' }),
    ),
    changeErrors(['ERR-14', ...aboutErrors], `${route}: \`errors\` is empty`, route, () => ({ errors: [] })),
  ]),
  answerInstead(
    ['ERR-1', ...aboutErrors],
    'an update of an id that is no UUID is refused in the words of a framework',
    'update',
    ({ url }) => !/[\da-f-]{36}(\?|$)/i.test(url),
    () => json(404, { detail: 'Not Found' }),
  ),
  fault(['ERR-1', ...aboutErrors, 'AUTH-5', 'RUN-23'], 'refusals have no body', async (request, ask) => {
    const answer = await ask(request);
    const isRefusal = request.url.startsWith('/v2/') && answer.status >= 400;
    return isRefusal ? { ...answer, headers: {}, body: Buffer.alloc(0) } : answer;
  }),
  changeEntries(['ERR-4', 'ERR-11', 'RSV-24'], 'places are paths with dots', 'any', ({ source }) => {
    if (source?.pointer) source.pointer = source.pointer.slice(1).replaceAll('/', '.');
  }),
  changeEntries('ERR-4', 'tildes in places are not escaped', 'send', ({ source }) => {
    if (source?.pointer) source.pointer = source.pointer.replaceAll('~0', '~');
  }),
  changeEntries(['ERR-4', 'ERR-11', 'RSV-24'], 'places are lists', 'reserve', ({ source }) => {
    if (source?.pointer) source.pointer = source.pointer.split('/');
  }),
  changeEntries(['ERR-5', 'ERR-12'], 'the parameter is another one', 'documentTypes', ({ source }) => {
    if (source?.parameter) source.parameter = 'limit';
  }),
  changeEntries('ERR-9', 'the fallback has another title', 'any', (error) => {
    if (error.code === '10007') error.title = 'Internal error';
  }),

  ...([...routes, 'getEmail'] as const).flatMap((route) => [
    changeStatus(
      ['ERR-10', 'ERR-13', ...about422],
      `${route}: a failed validation is answered with 400`,
      route,
      422,
      400,
    ),
    changeAnswer(
      ['ERR-10', ...aboutErrors],
      `${route}: a failed validation is answered with another code`,
      route,
      ({ status, body }) => {
        if (status === 422) body.errors[0].code = '10001';
      },
    ),
  ]),
  ...(['update', 'reserve', 'send'] as const).flatMap((route) => [
    changeEntries(['ERR-11', 'RSV-24'], `${route}: no member is named`, route, (error) => delete error.source),
    changeEntries(['ERR-11', 'RSV-24'], `${route}: the whole body is named`, route, ({ source }) => {
      if (source?.pointer) source.pointer = '';
    }),
  ]),
  changeEntries(['ERR-11', 'ERR-5', 'RSV-24'], 'the member is named as if it were a parameter', 'any', (error) => {
    if (error.source?.pointer) error.source = { parameter: error.source.pointer.slice(1) };
  }),
  changeEntries('ERR-12', 'no parameter is named', 'documentTypes', (error) => delete error.source),
  ...(['update', 'getEmail'] as const).map((route) =>
    changeAnswer('ERR-12', `${route}: the path parameter is named`, route, ({ status, body }, { url }) => {
      if (status === 422 && url.endsWith('/none')) body.errors[0].source = { parameter: 'id' };
    }),
  ),
  changeAnswer('ERR-12', 'a path parameter is named by a pointer', 'update', ({ status, body }, { url }) => {
    if (status === 422 && url.endsWith('/none')) body.errors[0].source = { pointer: '/id' };
  }),
  ...routes.map((route) =>
    changeStatus(['ERR-13', ...about422], `${route}: a failed validation is answered with 406`, route, 422, 406),
  ),
  changeStatus(['ERR-13', 'RUN-3', 'PAGE-6'], 'a list is answered with 206', 'runs', 200, 206),
  changeStatus(['ERR-13', 'AUTH-5'], 'no credentials are answered with 407', 'runs', 401, 407),
  fault('ERR-13', 'a refused email is answered with 418', async (request, ask) =>
    goesTo('send', request) && request.body.toString() === '{}' ? refusal(418, '10007') : ask(request),
  ),
  ...(
    [
      ['no recipient is named', ''],
      ['the first recipient is named, whichever is wrong', '/$1/0'],
    ] as const
  ).map(([title, place]) =>
    changeEntries('ERR-11', title, 'send', ({ source }) => {
      if (source?.pointer) source.pointer = source.pointer.replace(/^\/(to|cc|bcc)\/\d+/, place);
    }),
  ),
];
