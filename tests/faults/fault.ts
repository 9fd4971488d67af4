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

/** One way in which a service can break one rule. */
export interface Fault {
  /** The rule that is broken, and that has to fail. */
  rule: RuleId;
  /** What the faulty service does. */
  title: string;
  /** Other rules that this fault breaks as well, because they can't hold without the first. */
  also?: readonly RuleId[];
  /** Begins the fault for one copy of the state; what it remembers lives as long as that. */
  begin: () => Serve;
}

/** Declares a fault that remembers nothing. */
export function fault(rule: RuleId, title: string, serve: Serve, also: readonly RuleId[] = []): Fault {
  return { rule, title, also, begin: () => serve };
}

/** The operations by method and path pattern, for faults that concern one of them. */
const routes = {
  update: /^PATCH \/v2\/sim_card_data_usage_notifications\/[^/?]+/,
  reserve: /^POST \/v2\/number_reservations/,
  documentTypes: /^GET \/v2\/dir\/document_types/,
  runs: /^GET \/v2\/ai\/missions\/runs/,
  send: /^POST \/v2\/(email_messages|emails)(\?|$)/,
  getEmail: /^GET \/v2\/(email_messages|emails)\/[^/?]+/,
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

/** Changes the JSON body of a request to one route; bodies that are no JSON object pass as they are. */
// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape, wrong ones included
export function changeBody(route: Route, change: (body: any) => unknown): Serve {
  return changeRequest(route, (request) => {
    const body = parsed(request.body);
    if (typeof body !== 'object' || body === null) return undefined;
    return { ...request, body: Buffer.from(JSON.stringify(change(body) ?? body)) };
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
    if (!goesTo(route, request)) return answer;
    const view = { status: answer.status, headers: answer.headers, body: parsed(answer.body) };
    const replaced = change(view, request);
    return json(view.status, replaced === undefined ? view.body : replaced, view.headers);
  };
}

/** Changes the text of delivered mail: all of it, headers and body, lines ended by CRLF. */
export function changeMail(change: (mail: string) => string): Serve {
  return async (request, ask) => {
    const answer = await ask(request);
    if (!goesTo('rawMail', request)) return answer;
    const { 'content-length': _, ...headers } = answer.headers;
    return { ...answer, headers, body: Buffer.from(change(answer.body.toString('utf8'))) };
  };
}

/** Answers requests to a route for which `when` holds without asking the mock. */
export function answerInstead(
  route: Route,
  when: (request: FaultRequest) => boolean,
  answer: () => FaultAnswer,
): Serve {
  return async (request, ask) => (goesTo(route, request) && when(request) ? answer() : ask(request));
}

/** A JSON answer. */
export function json(status: number, body: unknown, headers: FaultAnswer['headers'] = {}): FaultAnswer {
  const { 'content-length': _, ...kept } = headers;
  return {
    status,
    headers: { 'content-type': 'application/json', ...kept },
    body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
  };
}

/** A refusal in the standard error body. */
export function refusal(status: number, code: string, title = 'Invalid request'): FaultAnswer {
  return json(status, { errors: [{ code, title, detail: 'Refused by a fault.' }] });
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

/** The value of a request header, whatever its case. */
export function headerOf(request: FaultRequest, name: string): string | undefined {
  return request.headers.find(([given]) => given.toLowerCase() === name)?.[1];
}
