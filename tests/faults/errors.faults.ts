import { loadRegister } from '../../spec/register.ts';
import { answerInstead, changeAnswer, type Fault, fault, goesTo, json, type Route, refusal } from './fault.ts';

// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape
type Body = any;

const routes = ['update', 'reserve', 'documentTypes', 'send'] as const;
/** The refusals of runs that are about the query have a body of their own. */
const isStandard = (body: Body) => Array.isArray(body?.errors);

/** Changes or replaces the standard error bodies of a route. */
const changeErrors = (route: Route, change: (body: Body) => unknown) =>
  changeAnswer(route, ({ status, body }) => (status >= 400 && isStandard(body) ? change(body) : undefined));

/** Changes every entry of the standard error bodies of a route. */
const changeEntries = (route: Route, change: (error: Body) => void) =>
  changeErrors(route, ({ errors }) => errors.forEach(change));

const rulesSaying = (pattern: RegExp) =>
  [...loadRegister().values()].filter(({ statement }) => pattern.test(statement)).map(({ id }) => id);

/** The rules that ask for something in an error body: they can't hold where it has another form. */
const aboutErrors = rulesSaying(/\bcodes?\b|error body|`source\.|title/);
/** The rules that ask for the status of a failed validation, or for a refusal whichever. */
const about422 = rulesSaying(/\b422\b|error status/);

const statusInstead = (route: Route, of: number, status: number) =>
  changeAnswer(route, (answer) => {
    if (answer.status === of) answer.status = status;
  });

/** Faults of error bodies. */
export const faults: readonly Fault[] = [
  ...([...routes, 'runs'] as const).flatMap((route) => [
    fault(
      'ERR-1',
      `${route}: one error stands in \`error\``,
      changeErrors(route, ({ errors }) => ({ error: errors[0] })),
      aboutErrors,
    ),
    fault(
      'ERR-1',
      `${route}: \`errors\` is one object`,
      changeErrors(route, ({ errors }) => ({ errors: errors[0] })),
      aboutErrors,
    ),
    fault(
      'ERR-1',
      `${route}: errors are texts`,
      changeErrors(route, ({ errors }) => ({ errors: errors.map((error: Body) => error.title) })),
      aboutErrors,
    ),
    fault(
      'ERR-2',
      `${route}: codes are numbers`,
      changeEntries(route, (error) => {
        error.code = Number(error.code);
      }),
      aboutErrors,
    ),
    fault(
      'ERR-2',
      `${route}: there is no title`,
      changeEntries(route, (error) => {
        delete error.title;
      }),
      aboutErrors,
    ),
    fault(
      'ERR-2',
      `${route}: there is no code`,
      changeEntries(route, (error) => {
        delete error.code;
      }),
      aboutErrors,
    ),
    fault(
      'ERR-3',
      `${route}: details are lists`,
      changeEntries(route, (error) => {
        error.detail = [error.detail];
      }),
    ),
    fault(
      'ERR-6',
      `${route}: meta is a text`,
      changeEntries(route, (error) => {
        error.meta = 'https://example.com/errors';
      }),
    ),
    fault(
      'ERR-8',
      `${route}: codes are words`,
      changeEntries(route, (error) => {
        error.code = 'invalid_request';
      }),
      aboutErrors,
    ),
    fault(
      'ERR-14',
      `${route}: \`errors\` is empty`,
      changeErrors(route, () => ({ errors: [] })),
      aboutErrors,
    ),
  ]),
  fault(
    'ERR-1',
    'an update of an id that is no UUID is refused in the words of a framework',
    answerInstead(
      'update',
      ({ url }) => !/[\da-f-]{36}(\?|$)/i.test(url),
      () => json(404, { detail: 'Not Found' }),
    ),
    aboutErrors,
  ),
  fault(
    'ERR-1',
    'refusals have no body',
    async (request, ask) => {
      const answer = await ask(request);
      const isRefusal = request.url.startsWith('/v2/') && answer.status >= 400;
      return isRefusal ? { ...answer, headers: {}, body: Buffer.alloc(0) } : answer;
    },
    [...aboutErrors, 'AUTH-5', 'RUN-23'],
  ),
  fault(
    'ERR-4',
    'places are paths with dots',
    changeEntries('any', ({ source }) => {
      if (source?.pointer) source.pointer = source.pointer.slice(1).replaceAll('/', '.');
    }),
    ['ERR-11', 'RSV-24'],
  ),
  fault(
    'ERR-4',
    'places are URI fragments',
    changeEntries('update', ({ source }) => {
      if (source?.pointer) source.pointer = `#${source.pointer}`;
    }),
    ['ERR-11'],
  ),
  fault(
    'ERR-4',
    'tildes in places are not escaped',
    changeEntries('send', ({ source }) => {
      if (source?.pointer) source.pointer = source.pointer.replaceAll('~0', '~');
    }),
  ),
  fault(
    'ERR-4',
    'places are lists',
    changeEntries('reserve', ({ source }) => {
      if (source?.pointer) source.pointer = source.pointer.split('/');
    }),
    ['ERR-11', 'RSV-24'],
  ),
  fault(
    'ERR-5',
    'the parameter is another one',
    changeEntries('documentTypes', ({ source }) => {
      if (source?.parameter) source.parameter = 'limit';
    }),
    ['ERR-12'],
  ),
  fault(
    'ERR-5',
    'the parameter is a list',
    changeEntries('documentTypes', ({ source }) => {
      if (source?.parameter) source.parameter = [source.parameter];
    }),
    ['ERR-12'],
  ),
  fault(
    'ERR-9',
    'the fallback has another title',
    changeEntries('any', (error) => {
      if (error.code === '10007') error.title = 'Internal error';
    }),
  ),

  ...([...routes, 'getEmail'] as const).flatMap((route) => [
    fault('ERR-10', `${route}: a failed validation is answered with 400`, statusInstead(route, 422, 400), about422),
    fault(
      'ERR-10',
      `${route}: a failed validation is answered with another code`,
      changeAnswer(route, ({ status, body }) => {
        if (status === 422) body.errors[0].code = '10001';
      }),
      aboutErrors,
    ),
  ]),
  ...(['update', 'reserve', 'send'] as const).flatMap((route) => [
    fault(
      'ERR-11',
      `${route}: no member is named`,
      changeEntries(route, (error) => {
        delete error.source;
      }),
      ['RSV-24'],
    ),
    fault(
      'ERR-11',
      `${route}: the whole body is named`,
      changeEntries(route, ({ source }) => {
        if (source?.pointer) source.pointer = '';
      }),
      ['RSV-24'],
    ),
  ]),
  fault(
    'ERR-11',
    'the member is named as if it were a parameter',
    changeEntries('any', (error) => {
      if (error.source?.pointer) error.source = { parameter: error.source.pointer.slice(1) };
    }),
    ['ERR-5', 'RSV-24'],
  ),
  fault(
    'ERR-12',
    'no parameter is named',
    changeEntries('documentTypes', (error) => {
      delete error.source;
    }),
  ),
  fault(
    'ERR-12',
    'the parameter is named by a pointer',
    changeEntries('documentTypes', (error) => {
      if (error.source?.parameter) error.source = { pointer: `/${error.source.parameter}` };
    }),
  ),
  ...(['update', 'getEmail'] as const).map((route) =>
    fault(
      'ERR-12',
      `${route}: the path parameter is named`,
      changeAnswer(route, ({ status, body }, { url }) => {
        if (status === 422 && url.endsWith('/none')) body.errors[0].source = { parameter: 'id' };
      }),
    ),
  ),
  fault(
    'ERR-12',
    'a path parameter is named by a pointer',
    changeAnswer('update', ({ status, body }, { url }) => {
      if (status === 422 && url.endsWith('/none')) body.errors[0].source = { pointer: '/id' };
    }),
  ),
  ...routes.map((route) =>
    fault('ERR-13', `${route}: a failed validation is answered with 406`, statusInstead(route, 422, 406), about422),
  ),
  fault('ERR-13', 'a list is answered with 206', statusInstead('runs', 200, 206), ['RUN-3', 'PAGE-6']),
  fault('ERR-13', 'no credentials are answered with 407', statusInstead('runs', 401, 407), ['AUTH-5']),
  fault('ERR-13', 'a refused email is answered with 418', async (request, ask) =>
    goesTo('send', request) && request.body.toString() === '{}' ? refusal(418, '10007') : ask(request),
  ),
  ...(
    [
      ['no recipient is named', ''],
      ['the first recipient is named, whichever is wrong', '/$1/0'],
    ] as const
  ).map(([title, place]) =>
    fault(
      'ERR-11',
      title,
      changeEntries('send', ({ source }) => {
        if (source?.pointer) source.pointer = source.pointer.replace(/^\/(to|cc|bcc)\/\d+/, place);
      }),
    ),
  ),
];
