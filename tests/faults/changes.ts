import {
  type Body,
  declareFaults,
  type FaultAnswer,
  type FaultRequest,
  getApiKey,
  goesTo,
  json,
  parseJson,
  parseObject,
  type Route,
  refusal,
  type Serve,
  withBody,
} from './fault.ts';

type Json = string | number | boolean | object | null | undefined;

/**
 * A change of JSON: members by path, `*` being every entry. A value replaces the member, undefined removes it, and a function gives the new
 * value of a member that is there and not null.
 */
type Patch = Readonly<Record<string, Json | ((value: Body, holder: Body) => unknown)>>;

/** A change in place: a patch, or a function. */
export type Change<Context extends unknown[]> = Patch | ((value: Body, ...context: Context) => unknown);

/** Replaces a value that equals another one, matches a pattern as a string, or passes a test. */
export function replace(from: Json | ((value: Body) => unknown), to: Json) {
  const isMeant = (value: unknown) => {
    if (from instanceof RegExp) return typeof value === 'string' && from.test(value);
    return typeof from === 'function' ? from(value) : value === from;
  };
  return (value: unknown) => (isMeant(value) ? to : value);
}

/** Removes a member if the object that has it passes a test. */
export function dropIf(test: (holder: Body) => unknown) {
  return (value: unknown, holder: Body) => (test(holder) ? undefined : value);
}

/** Applies a change to a value in place, and returns the object that a function gives instead, if any. */
export function apply<Context extends unknown[]>(value: Body, change: Change<Context>, ...context: Context): Body {
  if (typeof change !== 'function') return patch(value, change);
  const instead = value === undefined || value === null ? undefined : change(value, ...context);
  return isHolder(instead) ? instead : undefined;
}

function patch(target: Body, changes: Patch): void {
  for (const [path, change] of Object.entries(changes)) {
    const names = path.split('.');
    const last = names.pop() as string;
    for (const holder of findValues(target, names)) {
      if (!isHolder(holder)) continue;
      for (const name of last === '*' ? Object.keys(holder) : [last]) {
        if (typeof change === 'function' && (holder[name] ?? undefined) === undefined) continue;
        const value = typeof change === 'function' ? change(holder[name], holder) : change;
        if (value === undefined) delete holder[name];
        else holder[name] = value;
      }
    }
  }
}

function findValues(body: Body, names: readonly string[]): Body[] {
  return names.reduce(
    (found, name) =>
      found.flatMap((value) => {
        if (name === '*') return Array.isArray(value) ? value : [];
        return isHolder(value) && name in value ? [value[name]] : [];
      }),
    [body] as Body[],
  );
}

function isHolder(value: unknown): value is Body {
  return typeof value === 'object' && value !== null;
}

/** Changes the mock's requests on one route. */
export const changeRequest = declareFaults(
  (route: Route, change: (request: FaultRequest) => FaultRequest | undefined): Serve =>
    (request, call) =>
      call((goesTo(route, request) ? change(request) : undefined) ?? request),
);

/** Changes the JSON object that is sent to a route; a function may return another one. Unchanged bodies pass byte for byte. */
export const changeBody = declareFaults((route: Route, change: Change<[request: FaultRequest]>) =>
  changeRequest.serve(route, (request) => {
    const body = parseObject(request);
    if (body === undefined) return undefined;
    const before = JSON.stringify(body);
    const after = JSON.stringify(apply(body, change, request) ?? body);
    return after === before ? undefined : withBody(request, after);
  }),
);

/** An answer with its JSON body. */
interface ParsedAnswer extends Pick<FaultAnswer, 'status' | 'headers'> {
  body: Body;
}

/** Changes the answers of one route: in place, or by another body that is returned. */
export const changeAnswer = declareFaults(
  (route: Route, change: (answer: ParsedAnswer, request: FaultRequest) => unknown): Serve =>
    async (request, call) => {
      const answer = await call(request);
      const body = goesTo(route, request) ? parseJson(answer.body) : undefined;
      if (body === undefined) return answer;
      const view = { status: answer.status, headers: answer.headers, body };
      const instead = change(view, request);
      return json(view.status, instead === undefined ? view.body : instead, view.headers);
    },
);

/** The values around one that is changed. */
interface Context {
  /** The JSON that was sent, `{}` where that is none. */
  sent: Body;
  /** The whole body of the answer. */
  body: Body;
  status: number;
  request: FaultRequest;
  index: number;
}

/** A change of a value that an answer shows. */
export type AnswerChange = Change<[context: Context]>;

const isSuccess = (status: number) => status < 300;
export const isRefusal = (status: number) => status >= 400;

/** Declares faults of the values that the answers of a route show at a path: of successes, or of the given statuses. */
export function shows(route: Route, path = 'data', isMeant: (status: number) => boolean = isSuccess) {
  const names = path === '' ? [] : path.split('.');
  return declareFaults((change: AnswerChange) =>
    changeAnswer.serve(route, ({ status, body }, request) => {
      if (!isMeant(status)) return;
      const sent = parseJson(request.body) ?? {};
      for (const [index, value] of findValues(body, names).entries())
        apply(value, change, { sent, body, status, request, index });
    }),
  );
}

/** Answers successes of a route without the envelope `data`. */
export const unwrap = declareFaults((route: Route) =>
  changeAnswer.serve(route, ({ status, body }) => (isSuccess(status) ? body.data : undefined)),
);

/** Gives answers of one status another one. */
export const changeStatus = declareFaults(
  (route: Route, from: number, to: number, when: (request: FaultRequest) => unknown = () => true) =>
    changeAnswer.serve(route, (answer, request) => {
      if (answer.status === from && when(request)) answer.status = to;
    }),
);

/** Changes the text of delivered mail: all of it, headers and body, lines ended by CRLF. */
export const changeMail = declareFaults(
  (change: (mail: string) => string): Serve =>
    async (request, call) => {
      const answer = await call(request);
      if (!goesTo('rawMail', request)) return answer;
      return { ...answer, body: Buffer.from(change(answer.body.toString('utf8'))) };
    },
);

/** Answers requests with good credentials to a route by itself if they pass a test. */
export const answerInstead = declareFaults(
  (route: Route, answer: FaultAnswer, when: (request: FaultRequest) => unknown = () => true): Serve =>
    (request, call) =>
      goesTo(route, request) && getApiKey(request) && when(request) ? answer : call(request),
);

/** Refuses requests with good credentials to a route by the JSON that they send. */
export const refuse = declareFaults(
  (route: Route, when: (sent: Body, request: FaultRequest) => unknown, status: number = 422, code: string = '10015') =>
    answerInstead.serve(route, refusal(status, code), (request) => when(parseJson(request.body) ?? {}, request)),
);
