import type { RuleId } from '../../spec/generated/rule-ids.ts';

/** A request on its way to the mock. Headers are lines, in their order, duplicates included. */
export interface FaultRequest {
  method: string;
  /** Path and query as the mock will see them: `/v2/...`, `/api/v1/...` or `/__admin/...`. */
  url: string;
  headers: [name: string, value: string][];
  body: Buffer;
}

/** An answer on its way back. */
export interface FaultAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Asks the mock. A fault may ask more than once, something else, or not at all. */
export type Ask = (request: FaultRequest) => Promise<FaultAnswer>;

/** Stands between the suite and the mock. */
export type Serve = (request: FaultRequest, ask: Ask) => Promise<FaultAnswer>;

/** The id of a rule, or the beginning of several. */
export type RuleGlob = RuleId | `${string}*`;

/** The rules that no service keeps which refuses or lacks an operation altogether. */
export const rulesOf = {
  update: ['SIM-*'],
  reserve: ['RSV-*'],
  documentTypes: ['DIR-*', 'PAGE-*'],
  runs: ['RUN-*', 'PAGE-*'],
  send: ['EMAIL-*'],
  getEmail: ['EMAIL-GET-*', 'EMAIL-ALIAS-4'],
} as const satisfies Partial<Record<string, readonly RuleGlob[]>>;

/** One way in which a service can break one rule. */
export interface Fault {
  /** The rule that is broken, and that has to fail. */
  rule: RuleId;
  /** What the faulty service does. */
  title: string;
  /** Other rules that this fault breaks as well, because they can't hold without the first; a glob stands for several. */
  also?: readonly RuleGlob[];
  /** Only who can set the clock sees it: how late or early a deployment's own one is, is known to the second. */
  needsClock?: true;
  /** Begins the fault for one copy of the state; what it remembers lives as long as that. */
  begin: () => Serve;
}

/** Declares a fault that remembers nothing. */
export function fault(rule: RuleId, title: string, serve: Serve, also: readonly RuleGlob[] = []): Fault {
  return { rule, title, also, begin: () => serve };
}

/** The operations by method and path pattern, for faults that concern one of them. */
const routes = {
  update: /^PATCH \/v2\/sim_card_data_usage_notifications\/[^/?]+(\?|$)/,
  reserve: /^POST \/v2\/number_reservations(\?|$)/,
  documentTypes: /^GET \/v2\/dir\/document_types(\?|$)/,
  runs: /^GET \/v2\/ai\/missions\/runs(\?|$)/,
  send: /^POST \/v2\/(email_messages|emails)(\?|$)/,
  getEmail: /^GET \/v2\/(email_messages|emails)\/[^/?]+(\?|$)/,
  /** Reading one delivered mail as raw text. */
  rawMail: /^GET \/api\/v1\/message\/[^/]+\/raw/,
  /** Listing or searching delivered mail. */
  findMail: /^GET \/api\/v1\/(messages|search)/,
  any: /^/,
} as const;

export type Route = keyof typeof routes;

/** Whether a request goes to a route. */
export function goesTo(route: Route, { method, url }: FaultRequest): boolean {
  return routes[route].test(`${method} ${url}`);
}

/** Changes what reaches the mock on one route. */
export function changeRequest(route: Route, change: (request: FaultRequest) => FaultRequest | undefined): Serve {
  return (request, ask) => ask((goesTo(route, request) ? change(request) : undefined) ?? request);
}

/** Changes the JSON object in the body of a request to one route; what it leaves alone passes byte for byte. */
// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape, wrong ones included
export function changeBody(route: Route, change: (body: any) => unknown): Serve {
  return changeRequest(route, (request) => {
    const body = objectIn(request);
    if (body === undefined) return undefined;
    const before = JSON.stringify(body);
    const after = JSON.stringify(change(body) ?? body);
    return after === before ? undefined : { ...request, body: Buffer.from(after) };
  });
}

/** Changes the answers of one route: the JSON body is handed over parsed and may be changed in place or replaced. */
export function changeAnswer(
  route: Route,
  // biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape
  change: (answer: { status: number; headers: FaultAnswer['headers']; body: any }, request: FaultRequest) => unknown,
): Serve {
  return async (request, ask) => {
    const answer = await ask(request);
    const body = goesTo(route, request) ? parsed(answer.body) : undefined;
    if (body === undefined) return answer;
    const view = { status: answer.status, headers: answer.headers, body };
    const replaced = change(view, request);
    return json(view.status, replaced === undefined ? view.body : replaced, view.headers);
  };
}

/** Changes the text of delivered mail: all of it, headers and body, lines ended by CRLF. */
export function changeMail(change: (mail: string) => string): Serve {
  return async (request, ask) => {
    const answer = await ask(request);
    if (!goesTo('rawMail', request)) return answer;
    return { ...answer, body: Buffer.from(change(answer.body.toString('utf8'))) };
  };
}

/** Answers requests to a route for which `when` holds without asking the mock; credentials are looked at before. */
export function answerInstead(
  route: Route,
  when: (request: FaultRequest) => boolean,
  answer: () => FaultAnswer,
): Serve {
  return async (request, ask) =>
    goesTo(route, request) && isAuthenticated(request) && when(request) ? answer() : ask(request);
}

/** Whether a request carries a key of the fixtures. */
export function isAuthenticated(request: FaultRequest): boolean {
  return /^Bearer key_(primary|restricted|other)(\.[\w-]+)?$/.test(headerOf(request, 'authorization') ?? '');
}

/** A JSON answer. */
export function json(status: number, body: unknown, headers: FaultAnswer['headers'] = {}): FaultAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
  };
}

const saidOf: Record<string, { title: string; detail?: string }> = {
  10007: { title: 'Unexpected error' },
  10009: { title: 'Authentication failed', detail: 'The credentials could not be understood.' },
};

/** A refusal in the standard error body, right in all that the source says about its code. */
export function refusal(status: number, code: string, title?: string): FaultAnswer {
  const said = { title: 'Invalid request', detail: 'Refused by a fault.', ...saidOf[code] };
  return json(status, { errors: [{ code, ...said, ...(title && { title }) }] });
}

/** The JSON that a body holds, or undefined. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
export function parsed(body: Buffer): any {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The JSON object that the body of a request holds. What nests too deep to be written again counts as none. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
export function objectIn({ body }: FaultRequest): any {
  const value = body.length < 1_000_000 ? parsed(body) : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  try {
    JSON.stringify(value);
    return value;
  } catch {
    return undefined;
  }
}

/** The value of a request header, whatever its case. */
export function headerOf(request: FaultRequest, name: string): string | undefined {
  return request.headers.find(([given]) => given.toLowerCase() === name)?.[1];
}
