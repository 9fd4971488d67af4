import type { RuleId } from '../../spec/generated/rule-ids.ts';

/** JSON of any shape, wrong ones included. */
// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape
export type Body = any;

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

/** Calls the mock. A fault may call it repeatedly, differently, or never. */
export type Call = (request: FaultRequest) => Promise<FaultAnswer>;

/** A layer between suite and mock. */
export type Serve = (request: FaultRequest, call: Call) => Promise<FaultAnswer> | FaultAnswer;

/** The id of a rule, or the beginning of several. */
export type RuleGlob = RuleId | `${string}*`;

/** The rules that break when an operation is refused or absent. */
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
  /** The behaviour of the faulty service. */
  title: string;
  /** Other rules that can't hold without it. */
  also: readonly RuleGlob[];
  /** Begins the fault for one copy of the state; its memory lives as long as that. */
  begin: () => Serve;
}

/** The rule that a fault breaks, alone or before dependent ones; a glob matches several. */
export type Rules = RuleId | readonly [RuleId, ...RuleGlob[]];

/** Declares a fault that remembers nothing. */
export function fault(rules: Rules, title: string, serve: Serve): Fault {
  return stateful(rules, title, () => serve);
}

/** Declares a fault with a memory for each copy of the state. */
export function stateful(rules: Rules, title: string, begin: () => Serve): Fault {
  const [rule, ...also] = typeof rules === 'string' ? [rules] : rules;
  return { rule, title, also, begin };
}

/** Turns a way to change traffic into a declaration of faults: rules and title come first. `serve` is the way itself. */
export function declareFaults<Args extends unknown[]>(serve: (...args: Args) => Serve) {
  const declare = (rules: Rules, title: string, ...args: Args): Fault => fault(rules, title, serve(...args));
  return Object.assign(declare, { serve });
}

/** The operations by method and path pattern, for faults that concern one of them. */
const routes = {
  update: /^PATCH \/v2\/sim_card_data_usage_notifications\/[^/?]+(\?|$)/,
  reserve: /^POST \/v2\/number_reservations(\?|$)/,
  documentTypes: /^GET \/v2\/dir\/document_types(\?|$)/,
  runs: /^GET \/v2\/ai\/missions\/runs(\?|$)/,
  send: /^POST \/v2\/(email_messages|emails)(\?|$)/,
  getEmail: /^GET \/v2\/(email_messages|emails)\/[^/?]+(\?|$)/,
  /** The two above by the legacy route. */
  sendByAlias: /^POST \/v2\/emails(\?|$)/,
  getByAlias: /^GET \/v2\/emails\//,
  /** Reading one delivered mail as raw text. */
  rawMail: /^GET \/api\/v1\/message\/[^/]+\/raw/,
  /** Listing or searching delivered mail. */
  findMail: /^GET \/api\/v1\/(messages|search)/,
  any: /^/,
} as const;

export type Route = keyof typeof routes;

/** Declares faults of one route, whose titles name it. */
export function forRoute<R extends Route>(route: R, name: string = route) {
  return <Args extends unknown[]>(declare: (rules: Rules, title: string, route: R, ...args: Args) => Fault) =>
    (rules: Rules, title: string, ...args: Args) =>
      declare(rules, `${name}: ${title}`, route, ...args);
}

/** True if a request goes to a route. */
export function goesTo(route: Route, { method, url }: FaultRequest): boolean {
  return routes[route].test(`${method} ${url}`);
}

/** The last part of the path: the id of a resource. */
export function getId({ url }: FaultRequest): string {
  return url.split('?')[0]?.split('/').pop() ?? '';
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

/** The request or answer with another body. */
export function withBody<T extends FaultRequest | FaultAnswer>(request: T, body: unknown): T {
  return { ...request, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) };
}

/** The request with header lines of these values under a name, or none. */
export function withHeader(request: FaultRequest, name: string, ...values: string[]): FaultRequest {
  const others = request.headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: [...others, ...values.map((value): [string, string] => [name, value])] };
}

/** The values of all header lines of a name. */
export function getLines({ headers }: FaultRequest, name: string): string[] {
  return headers.flatMap(([own, value]) => (own.toLowerCase() === name ? [value] : []));
}

/** The value of the first header line of a name. */
export function getHeader(request: FaultRequest, name: string): string | undefined {
  return getLines(request, name)[0];
}

const apiKey = /^Bearer key_(primary|restricted|other)(\.[\w-]+)?$/;

/** The API key of the fixtures that a request carries, without the name of a copy of the state. */
export function getApiKey(request: FaultRequest): 'primary' | 'restricted' | 'other' | undefined {
  return apiKey.exec(getHeader(request, 'authorization') ?? '')?.[1] as ReturnType<typeof getApiKey>;
}

/** A JSON answer. */
export function json(status: number, body: unknown, headers: FaultAnswer['headers'] = {}): FaultAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
  };
}

const titles: Record<string, { title: string; detail?: string }> = {
  10007: { title: 'Unexpected error' },
  10009: { title: 'Authentication failed', detail: 'The credentials could not be understood.' },
};

/** A refusal in the standard error body, right in all that the source has about its code. */
export function refusal(status: number, code: string, title?: string, source?: object): FaultAnswer {
  const error = { title: 'Invalid request', detail: 'Refused by a fault.', ...titles[code] };
  return json(status, { errors: [{ code, ...error, ...(title && { title }), source }] });
}

/** The JSON of a body; undefined where it is none. */
export function parseJson(body: Buffer): Body {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The JSON object that a request sends; undefined for other bodies, and for those that nest too deep to be written again. */
export function parseObject({ body }: FaultRequest): Body {
  const value = body.length < 1_000_000 ? parseJson(body) : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  try {
    JSON.stringify(value);
    return value;
  } catch {
    return undefined;
  }
}
